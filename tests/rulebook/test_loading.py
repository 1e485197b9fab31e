"""`load_rules`: the tables say what the files say, and a second run changes nothing."""

import os
import re
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import combinations
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from rulebook import loaded
from rulebook.content.entries import GameContent
from rulebook.content.faults import Fault
from rulebook.content.reading import game_ids, load, whole
from rulebook.loading import LISTED, Listed, load_games
from rulebook.management.commands import load_rules
from rulebook.models import Game, StoredEntry
from rulebook.search import finding, thesaurus

pytestmark = pytest.mark.django_db


def on_tables(game_id: str) -> Iterator[GameContent]:
    """A game with any of its boxes on the table."""
    every = whole(game_id).box_by_id
    for n in range(len(every) + 1):
        yield from (load(game_id, boxes=boxes) for boxes in combinations(every, n))


@pytest.mark.parametrize("listed", LISTED, ids=lambda listed: listed.name)
@pytest.mark.parametrize("game_id", game_ids())
def test_the_rows_hold_the_entries_as_any_boxes_have_them(game_id: str, listed: Listed) -> None:
    rows = list(StoredEntry.objects.filter(game_id=game_id, kind=listed.kind))
    assert [row.entry for row in rows] == list(getattr(whole(game_id), listed.name))
    for content in on_tables(game_id) if listed.kind != "revision" else ():
        counting = {row.slug: row for row in rows if row.entry.counts_with(content.box_by_id)}
        assert counting.keys() == {entry.id for entry in getattr(content, listed.name)}
        for entry in getattr(content, listed.name):
            assert counting[entry.id].on(content.box_by_id) == entry


def test_an_entry_knows_the_clarifications_about_it(poison: GameContent) -> None:
    ruling = poison.ruling_by_id["poison-18"]
    for kind in ("clause", "card"):
        about = [
            row.slug
            for row in StoredEntry.objects.filter(game_id="poison", kind=kind)
            if ruling.id in row.rulings
        ]
        assert set(about) == set(getattr(ruling, f"{kind}s"))


def test_a_second_load_writes_nothing() -> None:
    with connection.execute_wrapper(refuse_writing):
        done = load_games(map(whole, game_ids()))
    assert not any(loaded.changed for loaded in done.values())


def refuse_writing(execute: Callable, sql: str, *args: object) -> object:
    assert not sql.startswith(("INSERT", "UPDATE", "DELETE")), sql
    return execute(sql, *args)


def test_what_changes_in_the_content_changes_in_the_tables(edit: Callable[[str, str, str], Path]) -> None:
    """And a game that isn't there any more leaves them."""
    edit("rules.toml", "Кто начинает", "Кто первый")
    done = load_games(
        [load("poison", edit("glossary.toml", '[[term]]\nid = "winner"', '[[term]]\nid = "champion"'))]
    )
    assert done["poison"].changed
    assert [game.key for game in Game.objects.all()] == ["poison"]
    assert StoredEntry.objects.get(slug="turn.start").entry.title.ru == "Кто первый"
    assert not StoredEntry.objects.filter(kind="term", slug="winner").exists()
    assert StoredEntry.objects.filter(kind="term", slug="champion").exists()


@pytest.fixture
def data(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder for one game: the index of all takes seconds, and so does their check, which has tests of
    its own.
    """
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(load_rules, "report_of_ours", lambda: ())
    monkeypatch.setattr(load_rules, "game_ids", lambda: ["poison"])
    return tmp_path


def load_rules_says(progress: StringIO | None = None) -> list[str]:
    out = StringIO()
    call_command("load_rules", stdout=out, stderr=progress or StringIO())
    return out.getvalue().splitlines()


@pytest.mark.long
def test_the_command_prints_counts_builds_the_index_and_stops_when_it_stands(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second run neither reads the content nor builds anything; the first tells how far it is."""
    monkeypatch.setattr(thesaurus, "load", thesaurus.Thesaurus)  # most of the words
    lines = load_rules_says(progress := StringIO())
    told = progress.getvalue().replace("\N{NO-BREAK SPACE}", " ").splitlines()
    assert told[-1].startswith("100 из 100 за ")
    assert lines[0] == "rules: not loaded yet"
    assert any(re.fullmatch(r"poison: \d+ entries \(unchanged\)", line) for line in lines)
    assert lines[-1].startswith("search: ")
    assert finding.find(data / finding.FILE_NAME, "котёл", "ru").hits
    for work in ("report_of_ours", "load_games", "build"):
        monkeypatch.setattr(load_rules, work, lambda *_: pytest.fail("nothing has changed"))
    assert load_rules_says() == ["rules: unchanged"]


def cut_off(data: Path) -> None:
    os.truncate(data / loaded.FILE_NAME, 20)


def of_the_version_before(data: Path) -> None:
    (data / loaded.FILE_NAME).write_text(f"{'0' * 64}\n")


def no_text(data: Path) -> None:
    (data / loaded.FILE_NAME).write_bytes(b"\xff\xfe")


def of_other_content(data: Path) -> None:
    _, *rest = (data / loaded.FILE_NAME).read_text().splitlines()
    (data / loaded.FILE_NAME).write_text("\n".join(["0" * 64, *rest]))


def without_an_index(data: Path) -> None:
    (data / finding.FILE_NAME).unlink()


def with_half_an_index(data: Path) -> None:
    os.truncate(data / finding.FILE_NAME, 8192)


def with_other_tables(data: Path) -> None:
    Game.objects.update(digest="other")


@pytest.mark.long
@pytest.mark.parametrize(
    ("amiss", "said"),
    [
        (cut_off, "nothing says what was loaded"),
        (of_the_version_before, "nothing says what was loaded"),
        (no_text, "nothing says what was loaded"),
        (of_other_content, "the content has changed"),
        (without_an_index, "the index isn't whole"),
        (with_half_an_index, "the index isn't whole"),
        (with_other_tables, "the tables hold other rules"),
    ],
)
def test_what_is_amiss_is_mended_by_the_next_run_which_says_so(
    data: Path, monkeypatch: pytest.MonkeyPatch, amiss: Callable[[Path], None], said: str
) -> None:
    monkeypatch.setattr(load_rules, "build", lambda path, games, went: path.write_bytes(b"0" * 10_000))
    load_rules_says()
    amiss(data)
    assert load_rules_says()[0] == f"rules: {said}"
    assert load_rules_says() == ["rules: unchanged"]


@pytest.mark.parametrize(("others", "stays"), [(False, True), (True, False)])
def test_after_migrations_rules_are_loaded_again_only_if_others_are_in_the_tables(
    data: Path, monkeypatch: pytest.MonkeyPatch, others: bool, stays: bool
) -> None:
    """«Skip load_rules if the database already has this digest»: a start of script/server asks the stamp."""
    monkeypatch.setattr(load_rules, "build", lambda path, games, went: path.write_bytes(b"0"))
    load_rules_says()
    if others:
        with_other_tables(data)
    call_command("migrate", verbosity=0)
    assert (data / loaded.FILE_NAME).exists() is stays


def test_a_load_that_fails_leaves_nothing_that_says_it_was_done(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load_rules, "build", lambda path, games, went: path.write_bytes(b"0"))
    load_rules_says()
    cut_off(data)
    monkeypatch.setattr(load_rules, "load_games", lambda games: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        load_rules_says()
    assert not (data / loaded.FILE_NAME).exists()


def test_unsound_content_is_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    fault = Fault("poison/rules.toml", 7, "clause a.b", "ru", "unknown_clause", {"id": "c.d"})
    monkeypatch.setattr(load_rules, "report_of_ours", lambda: (fault,))
    with pytest.raises(CommandError, match=r"poison/rules\.toml:7: clause a\.b, ru: правила «c\.d» нет"):
        load_rules_says()
