"""The content as it is, copies of it to break, and a search index built from it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook import fingerprint
from rulebook.content.entries import GameContent
from rulebook.content.reading import ROOT, folders_of_ours, load
from rulebook.search import indexing
from tests.plugin import kept


@pytest.fixture(scope="session")
def poison() -> GameContent:
    return load("poison")


@pytest.fixture(scope="session")
def potions() -> GameContent:
    return load("potions")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the content that a test may break: the rulebook's folder without its code. Games but Poison
    are ours themselves, until one is edited.
    """
    copy = tmp_path / "rulebook"
    (copy / "games").mkdir(parents=True)
    (copy / "content").symlink_to(ROOT / "content")
    for game_id, content in folders_of_ours().items():
        (copy / "games" / game_id).mkdir()
        (copy / "games" / game_id / "content").symlink_to(content)
    made_own(copy, "poison")
    return copy


def made_own(copy: Path, game: str) -> Path:
    """The content of a game in a copy, which may be changed from now on."""
    content = copy / "games" / game / "content"
    if content.is_symlink():
        ours = content.resolve()
        content.unlink()
        shutil.copytree(ours, content, ignore=shutil.ignore_patterns("__pycache__"))
    return content


@pytest.fixture
def edit(folder: Path) -> Callable[[str, str, str], Path]:
    """`edit("rules.toml", old, new)` replaces the first `old` in the copy; returns the folder to load.

    "rules.toml" is a file of Poison, "potions/rules.toml" one of another game.
    """

    def change(file: str, old: str, new: str) -> Path:
        game, _, name = file.partition("/") if "/" in file else ("poison", "", file)
        path = made_own(folder, game) / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return folder

    return change


@pytest.fixture(scope="session")
def index(poison: GameContent) -> Path:
    """The search index of one game's real content."""
    return kept("poison", ".db", fingerprint.of_rules(), lambda draft: indexing.build(draft, [poison]))
