"""One hash for each step of a start, over the names and contents of all that it is made from.

    script/stamp.py     prints them all, a line each

Games bring folders of their own, also from outside (GRIMOIRE_GAMES): adding, changing or removing one changes
the hash.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from rulebook import finder

# The folders and files that each step reads, besides the requirements.
SOURCES = {
    "migrations": lambda: [path for folder in _code() for path in sorted(folder.rglob("migrations"))],
    "rules": lambda: [finder.ROOT / "rulebook", *(room.path for room in finder.rooms("rulebook").values())],
    "static": lambda: [
        finder.ROOT / "config" / "static_files.py",
        finder.ROOT / "static",
        *finder.folders("static"),
    ],
    "reading": lambda: [
        *(finder.ROOT / name for name in ("rulebook", "static", "templates", "locale", "web")),
        *(room.path for room in finder.rooms("rulebook").values()),
        *finder.folders("static"),
        *finder.folders("templates"),
    ],
}
# The variable that changes what a step makes. With DEBUG pages name static files without hashes.
VARIABLES = {"migrations": "DATABASE_URL", "rules": "DATABASE_URL", "reading": "DEBUG"}


def _code() -> Iterator[Path]:
    """The apps, ours and those inside games' rooms."""
    yield from (finder.ROOT / app for app in ("web", *finder.APPS))
    yield from finder.homes()


def stamps() -> dict[str, str]:
    """By step: what changes when it has to be done again."""
    return {step: _stamp(step) for step in SOURCES}


def _stamp(step: str) -> str:
    found = hashlib.sha256(os.environ.get(VARIABLES.get(step, ""), "").encode())
    files = {file for source in SOURCES[step]() for file in _files(source)}
    for file in sorted({finder.ROOT / "requirements.txt", *files}):
        found.update(f"\0{os.path.relpath(file, finder.ROOT)}\0".encode())
        found.update(_digest(file))
    return found.hexdigest()


@cache
def _files(source: Path) -> list[Path]:
    inside = source.rglob("*") if source.is_dir() else [source]
    return [file for file in inside if file.suffix != ".pyc" and file.is_file()]


@cache
def _digest(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()


if __name__ == "__main__":
    for step, stamp in stamps().items():
        print(step, stamp)
