"""`manage.py tryout`: what an author is told, in which words, and what it costs."""

import os
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.core.management import CommandError, call_command
from django.template.exceptions import TemplateSyntaxError
from django.utils import translation

from rulebook import finder
from simulator.bulk.fuzzing import FaultFound
from simulator.engine.record import Record
from simulator.game import engine_of, played_games, table_of
from simulator.newgame.writing import Kind, write
from simulator.tryout import looking, testing
from tests.newgame import samples

DEAREST = 6.0  # CPU seconds besides collecting tests


@pytest.fixture
def stones(tmp_path: Path) -> Path:
    """A game of hidden hands."""
    write("stones", tmp_path, Kind(cards=True, hidden=True), "ru", samples.TODAY)
    return tmp_path / "stones"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def tryout(game: Path, *words: str) -> tuple[int, str]:
    """As from a shell: with the settings of the site, and data beside the game."""
    own = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    env = own | {"GRIMOIRE_DATA_DIR": str(game.parent / "data")}
    done = samples.python("manage.py", "tryout", str(game), *words, env=env)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
def test_a_sound_game_is_told_in_a_few_lines_within_six_seconds(stones: Path) -> None:
    """Issue 40: «this game alone, at most 6 s of CPU besides collecting tests»."""
    code, said = tryout(stones, "--lang", "en")
    assert code == 0, said
    lines = said.splitlines()
    assert lines[:3] == ["faults in files: 0", "cases: 4 of 4 came out", "first game, steps: 1"]
    assert re.fullmatch(r"games: 20 to their end, \d+ events", lines[3])
    assert re.fullmatch(r"tables drawn: \d+", lines[4])
    passed = re.fullmatch(r"tests: (\d+) passed, 0 failed", lines[5])
    assert passed is not None
    assert int(passed[1]) > 40
    spent = re.fullmatch(r"processor: ([\d.]+) s, ([\d.]+) of it for collecting tests", lines[6])
    assert spent is not None
    assert float(spent[1]) - float(spent[2]) <= DEAREST


def test_a_fault_in_a_file_has_its_line_and_key_and_nothing_is_played(stones: Path) -> None:
    change(stones / "rulebook/content/game.toml", 'icon = "hand"', 'icon = "hands"')
    change(
        stones / "rulebook/content/game.toml",
        'made_of = { ru = "У каждого своё',
        'mode_of = { ru = "У каждого своё',
    )
    code, said = tryout(stones, "--lang", "en")
    assert code == 1
    assert re.search(r"stones/game\.toml:\d+: steps choose, icon: unknown icon hands, like it: hand", said)
    assert re.search(
        r"stones/game\.toml:\d+: kinds animal, made_of: the key is missing; it says: a sentence below it, .*"
        r'For example: made_of = \{ ru = "У каждого своё число\.", ',
        said,
    )
    assert "faults in files: " in said
    assert "cases:" not in said


@pytest.mark.long
def test_what_is_wrong_in_play_is_told_by_its_place(stones: Path) -> None:
    """A case that doesn't come out, a view that gives a hand away, a sentence that nothing says."""
    change(stones / "simulator/cases/rules.toml", 'winners = ["Оля"] }', 'winners = ["Коля"] }')
    change(
        stones / "simulator/view.py", "() if seat is None else state.hands[seat]", "state.hands[seat or 0]"
    )
    with (stones / "rulebook/content/words.toml").open("a", encoding="utf-8") as words:
        words.write('[line]\ntoken = { ru = "Жетон", en = "Token" }\n')
    code, said = tryout(stones, "--lang", "en")
    assert code == 1
    assert 'simulator/cases/rules.toml: most-points: winners: expected ["Коля"], got ["Оля"]' in said
    assert "test_every_case_comes_out_as_it_expects" in said
    assert re.search(r"test_secrets\.py:\d+: test_a_resampled_world_looks_the_same_to_the_last_byte: ", said)
    assert "seat None can tell by what `view` shows: hand" in said
    assert re.search(r"\[line\] of words\.toml, token: no case of a sheet uses it", said)


def test_an_engine_that_raises_is_told_with_the_game_and_the_move(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = played_games()[0]

    def fails(game_id: str, config: Mapping[str, Any], bot: str, seed: int) -> Counter[str]:
        raise FaultFound(Record(game_id, 1, config, seed, ((0, "play"),)), "ValueError: too many values")

    monkeypatch.setattr(looking, "met_in", fails)
    players = next(iter(engine_of(game).configs.values())).seats[0]
    with translation.override("en"):
        part = looking.games(game)
        assert part == ([f"game 1 ({players} players), move 1: ValueError: too many values"], False)
        monkeypatch.setattr(looking, "met_in", strange(tmp_path))
        monkeypatch.setattr(finder, "homes", lambda: [tmp_path])
        part = looking.games(game)
        assert part == ([f"engine.py:2: game 1 ({players} players): RuntimeError: no idea"], False)


def test_a_table_that_cannot_be_drawn_and_a_template_that_cannot_be_read_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An author's `draw` raised, a template had a tag that isn't there: both showed at the table alone."""
    game = played_games()[0]

    def fails(*_: object, **__: object) -> None:
        raise TypeError("no meadow")

    def unread(name: str) -> None:
        raise TemplateSyntaxError(f"Invalid block tag on line 1 of {name}")

    with translation.override("en"):
        assert looking.pages(game, "en").sound
        monkeypatch.setattr(type(table_of(game)), "draw", fails)
        monkeypatch.setattr(looking, "get_template", unread)
        *lines, drawn, total = looking.pages(game, "en").lines
    assert drawn.endswith("the table can’t be drawn: TypeError: no meadow")
    assert total == "tables drawn: 0"
    assert re.fullmatch(r"\w+/.*templates/(.*): Invalid block tag on line 1 of \1", lines[0])


def strange(home: Path) -> Callable[..., Any]:
    """Code of an author that raises what no engine should."""
    names: dict[str, Any] = {}
    path = home / "engine.py"
    exec(compile('def met(*_):\n    raise RuntimeError("no idea")\n', path, "exec"), names)
    return names["met"]


def test_a_game_that_is_not_there_is_refused_in_a_sentence() -> None:
    with pytest.raises(CommandError) as caught:
        call_command("tryout", "nowhere", "--lang", "en")
    assert str(caught.value) == "There is no game nowhere here: give its folder."


def test_a_failure_is_told_to_its_end(tmp_path: Path) -> None:
    """What is wanted instead stands last."""
    crash = SimpleNamespace(
        path="test_plain.py", lineno=7, message=f"{'what is wrong, ' * 30}\nsay formats = …"
    )
    report = SimpleNamespace(
        failed=True, nodeid="test_plain.py::test_it[some]", longrepr=SimpleNamespace(reprcrash=crash)
    )
    heard = testing.Listener(tmp_path)
    heard.pytest_runtest_logreport(cast(pytest.TestReport, report))
    assert [failure.what[-15:] for failure in heard.failures] == ["say formats = …"]


def test_icons_are_a_page_with_their_names(stones: Path) -> None:
    code, said = tryout(stones, "--icons", "--lang", "en")
    assert code == 0
    page = Path(said.strip().removeprefix("file://")).read_text(encoding="utf-8")
    assert "<code>hand</code>" in page
    assert page.count("<svg") == page.count("<code>")
