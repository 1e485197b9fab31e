"""The sixteen games that the four flags of `manage.py newgame` make."""

import os
import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from itertools import product
from pathlib import Path

from rulebook import finder
from simulator.newgame.writing import Kind, write

KINDS = [Kind(*flags) for flags in product((False, True), repeat=4)]
TODAY = date(2026, 7, 30)


def called(kind: Kind) -> str:
    """«kind_chsb», an x for each flag that it hasn't."""
    return "kind_" + "".join(name[0] if has else "x" for name, has in kind._asdict().items())


def all_written(home: Path) -> Path:
    for kind in KINDS:
        write(called(kind), home, kind, "ru", TODAY)
    return home


def long_name(home: Path) -> Path:
    """A game with as long a name as one may have, which makes its lines long."""
    write("k" * 32, home, KINDS[-1], "en", TODAY)
    return home


def environment(home: Path, *games: str) -> Mapping[str, str]:
    """Where these games are the only ones."""
    own = {finder.VARIABLE: " ".join(games), finder.ALONE: "1", "PYTHONPATH": str(home)}
    return {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "tests.settings", "FUZZ_TEXTS": "500"}


def python(*words: str, env: Mapping[str, str] | None = None) -> "subprocess.CompletedProcess[str]":
    """A command in the folder of the site."""
    return subprocess.run(
        [sys.executable, *words], cwd=finder.ROOT, env=env, capture_output=True, text=True, check=False
    )
