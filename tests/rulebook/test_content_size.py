"""Content that is whole and still no good: what `rules check` says of it."""

from pathlib import Path

import pytest

from rulebook.content import checking, links
from rulebook.content.faults import say
from rulebook.finder import Problem
from tests.rulebook import tiny_game


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


def test_a_game_whose_content_is_no_good_is_named_with_file_and_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`rules check` ended in KeyError: 'game_content' where the fault shows only while a room loads."""
    what = "ContentError: tiny/game.toml:15: steps take, icon: unknown icon pebbles"
    monkeypatch.setattr(checking, "report_of_ours", lambda root: ())
    monkeypatch.setattr(checking.finder, "problems", lambda: (Problem("tiny", "game_content", what),))
    (fault,) = (each for each in checking.report() if each.code == "game_content")
    assert say(fault, "en") == f"tiny: its content can’t be used: {what}"
