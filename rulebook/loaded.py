"""What `load_rules` did last: by a digest of all that it reads, a later run knows that nothing has changed.

The file says the digest, the size of the index and the digests of the games in the tables, a line each.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from rulebook.content.entries import GameContent
from rulebook.hits import index_path
from rulebook.models import Game
from web import whole_files

FILE_NAME = "rules.stamp"  # in the data folder; script/server compares its first line


def what_is_amiss(wanted: str) -> str:
    """Why the rules have to be loaded; empty if they stand in the tables and in the index as they should."""
    lines = _noted()
    if len(lines) < 2 or not lines[1].isdecimal():
        return "nothing says what was loaded" if lines else "not loaded yet"
    if lines[0] != wanted:
        return "the content has changed"
    if not index_path().is_file() or index_path().stat().st_size != int(lines[1]):
        return "the index isn't whole"
    if sorted(lines[2:]) != _in_tables():
        return "the tables hold other rules"
    return ""


def note(loaded: str, games: Iterable[GameContent]) -> None:
    """Writes down what was loaded."""
    lines = [loaded, str(index_path().stat().st_size), *(f"{game.id} {game.digest}" for game in games)]
    whole_files.write(_file(), ("\n".join(lines) + "\n").encode())


def forget() -> None:
    """While rules are loaded nothing says that they are."""
    _file().unlink(missing_ok=True)


def forget_unless_in_tables(**about: Any) -> None:
    """A receiver of signals: a migration or another machine may have left other rules there."""
    if sorted(_noted()[2:]) != _in_tables():
        forget()


def _noted() -> list[str]:
    try:
        return _file().read_text(encoding="utf-8").splitlines() or [""]
    except FileNotFoundError:
        return []
    except ValueError:  # no text
        return [""]


def _in_tables() -> list[str]:
    try:
        return sorted(f"{key} {digest}" for key, digest in Game.objects.values_list("key", "digest"))
    except DatabaseError:
        return []


def _file() -> Path:
    return Path(settings.DATA_DIR) / FILE_NAME
