"""«What a person asks for is made at once at normal priority, only the stock made ahead has the lowest.»

Beside busy programs nobody got paper, nor a picture: all that the printer makes stood last together with what
nobody waits for. Linux weighs sessions, and a process's own number counts only within its session.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings as site
from pytest_django import Settings

from rulebook.printing import pdf, pictures, press, store
from tests.setup.site import PATIENCE, wait_until
from web.priority import AUTOGROUP, LOWEST

# A printer whose engines say how they stand among other processes; what is called long never ends.
PRINTER = """
import os, sys, time
from pathlib import Path
import django
django.setup()
from django.conf import settings
from rulebook.printing import menu, pdf, pictures, press
from scoring.management.commands import printer
from web.priority import AUTOGROUP

class Standing:
    def pdf(self, html):
        group = AUTOGROUP.read_text().split()[-1:] if AUTOGROUP.exists() else []
        numbers = (os.getpid(), os.getppid(), os.getsid(0), os.nice(0), *group)
        return " ".join(map(str, numbers)).encode()

class Slow(Standing):
    def pdf(self, html):
        said = super().pdf(html)
        if "long" not in html:
            return said
        Path(settings.DATA_DIR, html).write_bytes(said)
        time.sleep(600)

settings.DATA_DIR = sys.argv[1]
pdf.engine = Slow
pictures.render = Standing().pdf
menu.opened = lambda more: [press.MenuDocument(lambda: "long, ahead")]
printer.Command().handle(verbosity=0)
"""


class Standing(NamedTuple):
    """How a process stands among others; no group where sessions aren't weighed."""

    pid: int
    parent: int
    session: int
    nice: int
    group: int | None = None


@pytest.fixture(autouse=True)
def printer(settings: Settings, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    settings.DATA_DIR = tmp_path
    with started(tmp_path) as found:
        yield found


@contextmanager
def started(data: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-c", PRINTER, str(data)]
    process = subprocess.Popen(command, cwd=site.BASE_DIR, start_new_session=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def made_ahead() -> Standing:
    return standing(Path(site.DATA_DIR) / "long, ahead")


def document(html: str) -> Standing:
    press.ask(html)
    return standing(store.cache_dir() / f"{pdf.digest(html)}.pdf")


def picture(svg: str) -> Standing:
    press.ask_picture(svg)
    return standing(store.cache_dir() / "pictures" / f"{pictures.digest(svg)}.png")


def standing(said: Path) -> Standing:
    wait_until(lambda: said.exists() and bool(said.read_bytes()))
    return Standing(*map(int, said.read_text().split()))


def is_gone(pid: int) -> bool:
    """Whether a process has ended; who has nobody to wait for it stays in the table."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_what_somebody_waits_for_stands_like_the_site_and_the_stock_last(
    printer: subprocess.Popen[bytes],
) -> None:
    """And a document of the stock, even one that never ends, delays no wish."""
    stock = made_ahead()
    own = os.nice(0)
    for wished in (document("a"), picture("b"), document("c")):
        assert wished.nice == own
        assert wished.session != stock.session
        assert wished.group in (None, 0)
    assert document("d").parent == printer.pid
    assert stock.session == stock.parent != printer.pid
    assert stock.nice == LOWEST
    assert stock.group == (LOWEST if AUTOGROUP.exists() else None)
    assert not is_gone(stock.pid)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_that_the_printer_has_begun_outlives_it(
    printer: subprocess.Popen[bytes], how: signal.Signals
) -> None:
    stock, drawn = made_ahead(), picture("b")
    press.ask("long, asked")
    asked = standing(Path(site.DATA_DIR) / "long, asked")
    printer.send_signal(how)
    printer.wait(PATIENCE)
    for pid in (stock.pid, stock.parent, drawn.parent, asked.pid):
        wait_until(lambda pid=pid: is_gone(pid), said=lambda pid=pid: f"{pid} goes on")  # type: ignore[misc]


def test_a_printer_without_its_pictures_ends_to_be_started_again(
    printer: subprocess.Popen[bytes],
) -> None:
    """Whoever wished for one would wait for ever."""
    os.kill(picture("b").parent, signal.SIGKILL)
    assert printer.wait(PATIENCE) != 0
