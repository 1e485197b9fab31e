"""One hash over the names and contents of all that a step of script/server is made from.

    script/stamp.py migrations|rules|static|reading

Games bring folders of their own, also from outside (GRIMOIRE_GAMES): adding, changing or removing one changes
the hash.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from rulebook import finder

# The folders that each step reads, besides the requirements.
FOLDERS = {
    "migrations": lambda: [path for folder in _code() for path in sorted(folder.rglob("migrations"))],
    "rules": lambda: [finder.ROOT / "rulebook", *(room.path for room in finder.rooms("rulebook").values())],
    "static": lambda: [finder.ROOT / "static", *finder.folders("static")],
    "reading": lambda: [
        *(finder.ROOT / name for name in ("rulebook", "static", "templates", "locale", "web")),
        *(room.path for room in finder.rooms("rulebook").values()),
        *finder.folders("static"),
        *finder.folders("templates"),
    ],
}


def _code() -> Iterator[Path]:
    """The apps, ours and those inside games' rooms."""
    yield from (finder.ROOT / app for app in ("web", *finder.APPS))
    yield from finder.homes()


def stamp(step: str) -> str:
    """Changes when the step has to be done again."""
    found = hashlib.sha256(os.environ.get("DATABASE_URL", "").encode())
    files = {file for folder in FOLDERS[step]() for file in folder.rglob("*") if file.is_file()}
    for file in sorted({finder.ROOT / "requirements.txt", *files}):
        if file.suffix != ".pyc":
            found.update(f"\0{os.path.relpath(file, finder.ROOT)}\0".encode())
            found.update(file.read_bytes())
    return found.hexdigest()


if __name__ == "__main__":
    print(stamp(sys.argv[1]))
