"""One hash for each step of a start, over the names and contents of all that it is made from.

    script/stamp.py     prints them all, a line each

Games bring folders of their own, also from outside (GRIMOIRE_GAMES): adding, changing or removing one changes
the hash.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from rulebook import finder, fingerprint

# The folders and files that a step reads, besides the requirements.
SOURCES = {
    "migrations": lambda: [path for folder in _code() for path in sorted(folder.rglob("migrations"))],
    "static": lambda: [
        finder.ROOT / "config" / "apps.py",
        finder.ROOT / "config" / "static_files.py",
        finder.ROOT / "static",
        *finder.ROOT.glob("pocket/static"),
        *finder.folders("static"),
    ],
    "reading": lambda: [
        *(finder.ROOT / name for name in ("rulebook", "static", "templates", "locale", "web")),
        *(room.path for room in finder.rooms("rulebook").values()),
        *finder.folders("static"),
        *finder.folders("templates"),
    ],
    "coverage": lambda: [
        *_apps(),
        *(room.path for app in finder.APPS for room in finder.rooms(app).values()),
    ],
}
# Variables that change what a step makes. With DEBUG pages name static files without hashes.
VARIABLES = {"migrations": ("DATABASE_URL", "ADMIN"), "static": ("ADMIN",), "reading": ("DEBUG",)}


def _code() -> Iterator[Path]:
    """The apps, ours and those inside games' rooms."""
    yield from (*_apps(), finder.GAMES, *finder.homes())


def _apps() -> list[Path]:
    return [finder.ROOT / app for app in ("web", *finder.APPS)]


def stamps() -> dict[str, str]:
    """By step: what changes when it has to be done again."""
    by_step = {
        step: fingerprint.of(sources(), *(os.environ.get(name, "") for name in VARIABLES.get(step, ())))
        for step, sources in SOURCES.items()
    }
    return by_step | {"rules": fingerprint.of_rules()}


if __name__ == "__main__":
    for step, stamp in stamps().items():
        print(step, stamp)
