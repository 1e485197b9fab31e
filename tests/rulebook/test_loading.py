"""`load_rules`: the tables say what the files say, and a second run changes nothing."""

import os
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from rulebook import loaded
from rulebook.content.entries import GameContent
from rulebook.content.faults import Fault
from rulebook.content.reading import game_ids, load, whole
from rulebook.loading import load_games
from rulebook.management.commands import load_rules
from rulebook.models import Card, Chapter, Clause, Element, Game, Kind, Ruling, Term
from rulebook.search import finding

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game_id", game_ids())
def test_the_tables_hold_all_entries(game_id: str) -> None:
    content = whole(game_id)
    assert Game.objects.get(pk=game_id).digest == content.digest
    for model, entries in (
        (Chapter, content.chapters),
        (Clause, content.clauses),
        (Term, content.terms),
        (Kind, content.kinds),
        (Element, content.elements),
        (Card, content.cards),
        (Ruling, content.rulings),
    ):
        assert [row.slug for row in model.objects.filter(game_id=game_id)] == [entry.id for entry in entries]


def test_a_recipe_knows_what_it_asks_for_and_what_it_carries() -> None:
    card = Card.objects.get(slug="elixir_of_wisdom")
    assert [slot.asks for slot in card.ingredients.all()] == [
        *("element:ether_waves", "element:spring_water", "element:fern_flower")
    ]
    assert {row.element.slug: row.count for row in card.carried.all()} == {
        "astral_energy": 2,
        "quintessence_of_will": 1,
    }
    assert (card.points, card.count, card.deck) == (3, 3, "practicum")


def test_a_ruling_knows_its_clauses_and_cards(poison: GameContent) -> None:
    row = Ruling.objects.get(slug="poison-18")
    entry = poison.ruling_by_id["poison-18"]
    assert {clause.slug for clause in row.clauses.all()} == set(entry.clauses)
    assert {card.slug for card in row.cards.all()} == set(entry.cards)


def test_a_second_load_writes_nothing() -> None:
    before = list(Clause.objects.values())
    with connection.execute_wrapper(refuse_writing):
        counts = load_games(map(whole, game_ids()))
    assert not any(count.touched for count in counts.values())
    assert list(Clause.objects.values()) == before


def refuse_writing(execute: Callable, sql: str, *args: object) -> object:
    assert not sql.startswith(("INSERT", "UPDATE", "DELETE")), sql
    return execute(sql, *args)


def test_a_changed_text_is_updated(edit: Callable[[str, str, str], Path]) -> None:
    counts = load_games([load("poison", edit("rules.toml", "Кто начинает", "Кто первый"))])
    assert counts["clause"].changed == 1
    assert Clause.objects.get(slug="turn.start").title_ru == "Кто первый"


def test_a_ruling_leaves_the_clause_it_no_longer_explains(edit: Callable[[str, str, str], Path]) -> None:
    path = edit("rulings.toml", 'clauses = ["setup.dealer"]', 'clauses = ["setup.deal"]')
    load_games([load("poison", path)])
    row = Ruling.objects.get(slug="poison-3")
    assert [clause.slug for clause in row.clauses.all()] == ["setup.deal"]


def test_what_left_the_content_leaves_the_tables(edit: Callable[[str, str, str], Path]) -> None:
    path = edit("glossary.toml", '[[term]]\nid = "winner"', '[[term]]\nid = "champion"')
    counts = load_games([load("poison", path)])
    assert (counts["term"].created, counts["term"].removed) == (1, 1)
    assert not Term.objects.filter(slug="winner").exists()


@pytest.fixture
def data(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder for one game: the index of all takes seconds, and so does their check, which has tests of
    its own.
    """
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(load_rules, "report_of_ours", lambda: ())
    monkeypatch.setattr(load_rules, "game_ids", lambda: ["poison"])
    return tmp_path


def load_rules_says() -> list[str]:
    out = StringIO()
    call_command("load_rules", stdout=out)
    return out.getvalue().splitlines()


@pytest.mark.long
def test_the_command_prints_counts_builds_the_index_and_stops_when_it_stands(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second run neither reads the content nor builds anything."""
    lines = load_rules_says()
    assert lines[0] == "rules: not loaded yet"
    assert any(re.fullmatch(r"clause: \d+ \(unchanged\)", line) for line in lines)
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
    monkeypatch.setattr(load_rules, "build", lambda path, games: path.write_bytes(b"0" * 10_000))
    load_rules_says()
    amiss(data)
    assert load_rules_says()[0] == f"rules: {said}"
    assert load_rules_says() == ["rules: unchanged"]


def test_a_load_that_fails_leaves_nothing_that_says_it_was_done(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load_rules, "build", lambda path, games: path.write_bytes(b"0"))
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
