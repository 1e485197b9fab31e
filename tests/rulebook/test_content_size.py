"""Content that is whole and still no good: what `rules check` says of it."""

from pathlib import Path

import pytest

from rulebook import finder
from rulebook.content import checking, links, reading
from rulebook.content.faults import say
from rulebook.finder import Problem
from tests.rulebook import tiny_game


def let_in(game_id: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of this folder is a game from outside, until the test ends."""
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv(finder.VARIABLE, game_id)
    rooms = finder._walked.__wrapped__()
    monkeypatch.setattr(finder, "_walked", lambda: rooms)


def faults_in(home: Path) -> list[str]:
    return [say(fault, "en") for fault in checking.faults_in("tiny", home / "content")]


def test_a_game_of_ten_thousand_clauses_names_the_first_that_is_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chapter of them all takes a page eight seconds, in which other games wait."""
    home = tiny_game.write(tmp_path)
    assert not [line for line in faults_in(home) if "clauses in a game" in line]
    monkeypatch.setattr(links, "MOST_CLAUSES", 5)
    (line,) = (line for line in faults_in(home) if "clauses in a game" in line)
    assert "more than 5 clauses in a game" in line


def test_a_clause_that_cannot_be_read_leaves_no_chapter_empty(tmp_path: Path) -> None:
    """«The chapter has no clauses» was said of the one whose only clause had a list that isn’t closed."""
    home = tiny_game.write(tmp_path)
    rules = home / "content" / "rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8") + "oops = [\n", encoding="utf-8")
    (line,) = (line for line in faults_in(home) if "game.toml" in line or "rules.toml" in line)
    assert line.startswith(
        "tiny/rules.toml:11: clause play.card: syntax: the [ that opens here is never closed"
    )


@pytest.mark.parametrize(
    ("name", "size", "told"),
    [
        ("icons/one.svg", 64, "no icon: it must be a file <svg"),
        ("icons/one.svg", 65, "65 kB, at most 64: pages are opened on phones"),
        ("big.png", 1024, ""),
        ("big.png", 1025, "1025 kB, at most 1024: pages are opened on phones"),
    ],
)
def test_a_file_that_is_too_large_for_a_phone_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, size: int, told: str
) -> None:
    """«Pages are opened on phones»: so many kilobytes are what a file may have, and one more is too many."""
    home = tiny_game.write(tmp_path)
    let_in("tiny", tmp_path, monkeypatch)
    file = home / "static" / "tiny" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(b" " * 1024 * size)
    found = [line.removeprefix(f"tiny/static/tiny/{name}: ") for line in faults_in(home) if name in line]
    assert [line[: len(told)] for line in found] == [told] * bool(told)


ODD = """
from rulebook.game import Rulebook
class Odd(Rulebook):
    def faults(self, reading):
        return reading.gone
GAME = Odd()
"""


def test_a_game_whose_own_check_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a stranger's code does, the report goes on, and says which game it is."""
    (tiny_game.write(tmp_path, "odd_check") / "game.py").write_text(ODD, encoding="utf-8")
    let_in("odd_check", tmp_path, monkeypatch)
    (fault,) = checking.report_of("odd_check")
    assert say(fault, "en").startswith("odd_check/game.toml: the game can’t be loaded: AttributeError: ")


STEP = '[[steps]]\nid = "take"\nicon = "hnad"\nru = "а"\nen = "a"\nclauses = ["play.card"]\n'


@pytest.mark.parametrize("code", ["game_broken", "game_content"])
def test_where_code_can_not_be_loaded_nothing_is_said_of_what_it_would_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    """«What is missing, too, where the code of a game can't be loaded … then says nothing new.»"""
    home = tiny_game.write(tmp_path)
    let_in("tiny", tmp_path, monkeypatch)
    with (home / "content" / "game.toml").open("a", encoding="utf-8") as file:
        file.write(STEP)
    (icon,) = checking.report_of("tiny")
    assert icon.code == "unknown_icon"
    problems = (Problem("tiny", code, "x"), Problem("tiny", "game_module", "y"), Problem("other", code, "z"))
    monkeypatch.setattr(checking.finder, "problems", lambda: problems)
    is_broken = code == "game_broken"
    of_tiny = [code, "game_module"] if is_broken else ["unknown_icon"]
    assert [fault.code for fault in checking.report_of("tiny")] == of_tiny
    assert [fault.code for fault in checking.report_of("none")] == ["game_missing"]
    monkeypatch.setattr(checking, "report_of_ours", lambda root: (icon._replace(file="poison/game.toml"),))
    told = [fault.code for fault in checking.report() if fault.entry != "other"]
    assert told == (["unknown_icon", code, "game_module"] if is_broken else ["unknown_icon", "unknown_icon"])


def test_a_game_whose_content_is_no_good_is_none_of_those_with_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """«A game that can’t be loaded leaves everything else as it is»: the others are there, and it isn’t."""
    known = reading.game_ids()
    home = tiny_game.write(tmp_path, "unsound", leave=("rules.toml",))
    let_in("unsound", tmp_path, monkeypatch)
    monkeypatch.setattr(finder, "_broken", {})
    assert reading.game_ids() == known
    (home / "content" / "rules.toml").write_text(tiny_game.RULES, encoding="utf-8")
    monkeypatch.setattr(finder, "_broken", {})
    assert reading.game_ids() == sorted([*known, "unsound"])


def test_a_game_whose_content_is_no_good_is_named_with_file_and_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`rules check` ended in KeyError: 'game_content' where the fault shows only while a room loads."""
    what = "ContentError: tiny/game.toml:15: steps take, icon: unknown icon pebbles"
    monkeypatch.setattr(checking, "report_of_ours", lambda root: ())
    monkeypatch.setattr(checking.finder, "problems", lambda: (Problem("tiny", "game_content", what),))
    (fault,) = (each for each in checking.report() if each.code == "game_content")
    assert say(fault, "en") == f"tiny: its content can’t be used: {what}"
