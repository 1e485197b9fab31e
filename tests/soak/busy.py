"""A reference that nobody has made yet, asked for on a computer that is busy with other programs.

By turns: the computer as it is, the stock beside it, and loops with a session each, as many as a build or a
game may have. On Linux sessions are weighed, and the printer is one of them.
"""

import os
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.setup.site import PATIENCE, Site, wait_until
from tests.soak.browser import Browser, running
from web.priority import LOWEST

WANTED = "/print/poison/reference.pdf?paper=letter"  # no menu opens it unchanged
BETWEEN_LOOKS = 0.05  # seconds, of who waits
LOOP = "while True: pass"


@dataclass
class Round:
    """Seconds until a reference was there."""

    alone: float
    beside_stock: float
    busy: float


def run(data: Path, loops: int, seconds: float) -> str:
    """One line of figures: medians, and how often the time of the computer alone."""
    end = time.monotonic() + seconds
    rounds = list(measured(data, loops, lambda: time.monotonic() < end))
    alone, stock, busy = (
        statistics.median(getattr(each, name) for each in rounds)
        for name in ("alone", "beside_stock", "busy")
    )
    beside_stock, beside_loops = times(rounds, "beside_stock"), times(rounds, "busy")
    return (
        f"busy: a reference alone {alone:.1f} s, beside the stock {stock:.1f} s ({beside_stock:.1f} times), "
        f"beside the stock and {loops} loops {busy:.1f} s ({beside_loops:.1f} times), "
        f"medians of {len(rounds)} rounds; load {os.getloadavg()[0]:.1f}"
    )


def times(rounds: list[Round], name: str) -> float:
    """How often the time alone: of each round by itself, what else the computer does changes meanwhile."""
    return statistics.median(getattr(each, name) / each.alone for each in rounds)


def measured(data: Path, loops: int, goes_on: Callable[[], bool]) -> Iterator[Round]:
    """A round at least, while it `goes_on`; the stock has all to make, which takes longer than that."""
    shutil.rmtree(data / "print", ignore_errors=True)
    with running(data) as site:
        site.wait_until_whole()
        stock = stock_of(site)
        reader = Reader(site.port, data / "print")
        while True:
            with stopped(stock):
                alone = reader.waits()
            beside_stock = reader.waits()
            with busy(loops):
                found = Round(alone, beside_stock, reader.waits())
            yield found
            if not goes_on():
                return


class Reader:
    """Somebody who asks for a reference until it is there."""

    def __init__(self, port: int, prints: Path) -> None:
        self.browser, self.prints = Browser(port), prints

    def waits(self) -> float:
        """How many seconds; whatever was printed for others goes first."""
        for made in self.prints.glob("*.pdf"):
            made.unlink()
        begun = time.monotonic()
        wait_until(lambda: self.browser.opens(WANTED), look_every=BETWEEN_LOOKS)
        return time.monotonic() - begun


def stock_of(site: Site) -> int:
    """The process that makes the stock."""
    found: list[int] = []

    def is_there() -> bool:
        beside = [child for printer in site.children() for child in children(printer)]
        found[:] = [number for number in beside if os.getpriority(os.PRIO_PROCESS, number) == LOWEST]
        return bool(found)

    wait_until(is_there)
    return found[0]


def children(number: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{number}/task/{number}/children").read_text().split()]


@contextmanager
def stopped(session: int) -> Iterator[None]:
    """All of a session stands still."""
    os.killpg(session, signal.SIGSTOP)
    try:
        yield
    finally:
        os.killpg(session, signal.SIGCONT)


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """So many programs that never rest."""
    command = [sys.executable, "-c", LOOP]
    started = [subprocess.Popen(command, start_new_session=True) for _ in range(loops)]
    try:
        yield
    finally:
        for each in started:
            each.kill()
            each.wait(PATIENCE)
