"""What a browser's Python lacks and this site imports. Put in before anything of Django is imported."""

import os
import sys
import tomllib
import zoneinfo
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

ZONES = "/zoneinfo"


def put_in() -> None:
    """Everything that is needed before Django."""
    zoneinfo.reset_tzpath([ZONES])
    sys.modules.setdefault("tomli", tomllib)  # the same parser, compiled
    sys.modules.setdefault("ctypes", ModuleType("ctypes"))  # of threads that are interrupted; there are none
    if not hasattr(os, "posix_fallocate"):  # files are memory, which nobody else takes away
        os.posix_fallocate = lambda file, offset, length: os.ftruncate(file, offset + length)


def tell_of_search(missed: Callable[[Path], object]) -> None:
    """Lets the search say which index it didn't find: whoever keeps it can bring it."""
    from rulebook.search import finding

    opened = finding._open

    def opening(path: Path) -> Any:
        if not path.exists():
            missed(path)
        return opened(path)

    finding._open = opening


def trust_bots() -> None:
    """Where there are no threads, each line of a bot looks at the clock, and takes many times as long. Who
    waits too long here can close the page.
    """
    from simulator.jobs import limits

    limits._traced = lambda left: nullcontext()
