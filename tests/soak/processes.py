"""What the processes of a site take of the computer, those that they started included."""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from config.server import BESIDE
from tests.setup.site import Site

GONE = (FileNotFoundError, ProcessLookupError)


def memory(site: Site) -> Counter[str]:
    """Megabytes by what a process is called, what several share counted once."""
    found: Counter[str] = Counter()
    for number in _family(site.process.pid):
        with suppress(*GONE):
            text = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii")
            kilobytes = next(line for line in text.splitlines() if line.startswith("Pss:")).split()[1]
            found[_called(number)] += int(kilobytes) / 1024
    return found


def processor_seconds(site: Site) -> float:
    """What those that answer have worked: the press, which makes ahead what menus open, gives way to all."""
    ticks = 0
    for number in _family(site.process.pid):
        with suppress(*GONE):
            fields = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            ticks += (int(fields[11]) + int(fields[12])) * (_called(number) == "web")
    return ticks / os.sysconf("SC_CLK_TCK")


def _called(number: int) -> str:
    """«web» or the management command."""
    words = Path(f"/proc/{number}/cmdline").read_text().split("\0")
    command = next((word for before, word in pairwise(words) if before.endswith("manage.py")), "")
    name = Path(f"/proc/{number}/comm").read_text().strip()
    return command or (name if name in BESIDE else "web")


def _family(number: int) -> Iterator[int]:
    yield number
    with suppress(*GONE):
        for child in Path(f"/proc/{number}/task/{number}/children").read_text().split():
            yield from _family(int(child))
