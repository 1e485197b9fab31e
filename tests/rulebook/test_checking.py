"""`manage.py rules check`: what the files say of themselves and of the rulebook they retell."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulebook import checking
from rulebook.entries import GameContent, Passage, Text

LABEL = Text("приветствие", "greeting")


def retelling(poison: GameContent, *paragraphs: str) -> GameContent:
    """The game with passages that list these paragraphs."""
    hashes = [sha256(text.encode()).hexdigest()[:16] for text in paragraphs]
    return replace(
        poison, passages=tuple(Passage(n, LABEL, sha, (), LABEL) for n, sha in enumerate(hashes, 1))
    )


def test_a_sound_game_is_counted() -> None:
    out = StringIO()
    call_command("rules", "check", stdout=out)
    assert out.getvalue().startswith("poison: 6 chapters, ")


def test_every_wrong_line_names_its_game(edit: Callable[[str, str, str], Path]) -> None:
    folder = edit("rules.toml", "{term:potion}", "{term:lotion}")
    assert checking.report(folder) == ["poison: clause components.potion: {term:lotion} leads nowhere"]


def test_a_file_that_cannot_be_read_is_reported_too(folder: Path) -> None:
    (folder / "poison" / "words.toml").unlink()
    assert checking.report(folder) == ["poison/words.toml: the file is missing"]


def test_paragraphs_are_what_blank_lines_separate() -> None:
    assert checking.paragraphs("\n\nодин\n  два\n \nтри\n") == ["один два", "три"]


def test_an_unchanged_rulebook_matches_its_passages(poison: GameContent) -> None:
    assert checking.seed_report(retelling(poison, "раз", "два"), "раз\n\nдва\n") == []


def test_a_changed_paragraph_is_named(poison: GameContent) -> None:
    lines = checking.seed_report(retelling(poison, "раз", "два"), "раз\n\nдва!\n")
    assert lines == ["poison: passage 2 (приветствие) has another text in the rulebook"]


def test_a_missing_paragraph_is_counted(poison: GameContent) -> None:
    lines = checking.seed_report(retelling(poison, "раз", "два"), "раз\n")
    assert lines == ["poison: the rulebook has 1 paragraphs, passages.toml 2"]


def test_a_rulebook_of_no_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "chess.txt").write_text("e4", encoding="utf-8")
    with pytest.raises(CommandError, match=r"chess\.txt is the rulebook of no game here"):
        call_command("rules", "check", seed=tmp_path / "chess.txt")
