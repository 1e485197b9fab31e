"""One hash over the names and contents of files: by it is known whether what was made of them holds. Pure."""

import hashlib
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from rulebook import finder


def of(sources: Iterable[Path], *more: str) -> str:
    """Changes with every file of these and in these folders, with Python's packages, and with whatever `more`
    it depends on; not with byte code and what is kept beside it.
    """
    found = hashlib.sha256("\0".join(more).encode())
    files = {file for source in sources for file in _files(source)}
    for file in sorted({finder.ROOT / "requirements.txt", *files}):
        found.update(f"\0{os.path.relpath(file, finder.ROOT)}\0".encode())
        found.update(_digest(file))
    return found.hexdigest()


def of_rules() -> str:
    """Of all that `load_rules` reads, and of where its rows go."""
    rooms = (room.path for room in finder.rooms("rulebook", broken=True).values())
    return of([finder.ROOT / "rulebook", *rooms], os.environ.get("DATABASE_URL", ""))


@cache
def _files(source: Path) -> list[Path]:
    inside = source.rglob("*") if source.is_dir() else [source]
    return [file for file in inside if "__pycache__" not in file.parts and file.is_file()]


@cache
def _digest(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()
