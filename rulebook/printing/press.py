"""The press makes PDFs and pictures while the site goes on: `manage.py printer` and two processes beside it.

Web workers lay down what is wanted, named by its digest, so equal wishes are one (see `printing.store`). The
oldest is made first; of each kind each machine makes one at a time.

| process  | makes                                        | priority                                     |
|----------|----------------------------------------------|----------------------------------------------|
| printer  | documents that are wished for                | that of the site: somebody waits             |
| pictures | pictures that are wished for                 | the same; a book may take half a minute, and |
|          |                                              | who waits for a picture has a phone in hand  |
| stock    | ahead, what menus open; then it ends         | the lowest                                   |

Each has a session of its own, because Linux weighs sessions. Each document is made in a child: what
WeasyPrint takes is given back, and a document that can't be made takes nothing else along. The stock begins
none while somebody waits for one, so seldom two are made at a time. All of these processes end with the
printer, even if it is killed.
"""

import enum
import logging
import os
import select
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import NamedTuple, NoReturn

from django.db import connection, connections

from rulebook.printing import first_pages, pdf, pictures
from rulebook.printing.store import HTML, SVG, menu_dir, store
from web import whole_files
from web.advisory_lock import one_at_a_time

MOST_ASKED = 40  # documents that wait
MOST_CPU = 300  # seconds of work for one
LONGEST = 1800.0  # seconds by the clock: on a machine that is busy with other work it waits
PAUSES = {HTML: 0.25, SVG: 0.03}  # seconds between two looks at what is asked for
ORPHANED = 1.0  # seconds between two looks whether the process that started this one is still there

Html = Callable[[], str]
log = logging.getLogger(__name__)


class MenuDocument(NamedTuple):
    """What a menu opens: `html` makes it, `name` is that of the picture of its first page; empty for none."""

    html: Html
    name: str = ""


class State(enum.Enum):
    """What becomes of a wish."""

    ASKED = "asked"
    TOO_MANY = "too many"
    FAILED = "failed"


def ask(html: str) -> State:
    """Wishes for the PDF of `html`, once however many ask."""
    return _ask(HTML, pdf.digest(html), html)


def ask_picture(svg: str) -> State:
    """Wishes for the picture of `svg`, once however many ask."""
    return _ask(SVG, pictures.digest(svg), svg)


def _ask(kind: str, name: str, source: str) -> State:
    prints, maker = store(), _maker(kind)
    has_failed = prints.has_failed(kind, name)
    if has_failed is None:
        if prints.waiting(kind, maker) >= MOST_ASKED:
            return State.TOO_MANY
        prints.wish(kind, name, source, maker)
    return State.FAILED if has_failed else State.ASKED


def _maker(kind: str) -> str:
    """What a print of a kind depends on besides its source."""
    return (pictures if kind == SVG else pdf).sources_digest().hex()


def is_waiting(name: str) -> bool:
    """Whether a document is wished for and neither made nor given up."""
    return store().has_failed(HTML, name) is False and not pdf.is_finished(name)


def queues() -> dict[str, int]:
    """How many documents and how many pictures somebody waits for."""
    kinds = {"documents": HTML, "pictures": SVG}
    return {name: store().waiting(kind, _maker(kind)) for name, kind in kinds.items()}


def run(stopped: Callable[[], bool], kind: str = HTML) -> None:
    """Makes what is asked for of a kind."""
    while not stopped():
        if not _make_oldest(kind):
            time.sleep(max(PAUSES[kind], store().least_pause))


def _make_oldest(kind: str) -> bool:
    """Whether there was one to make."""
    with store().oldest(kind, _maker(kind)) as wish:
        if wish is None:
            return False
        name, source = wish
        store().answered(kind, name, well=bool(in_child(partial(_made_of, kind, source))))
        return True


def _made_of(kind: str, source: str) -> str:
    return pictures.make(source) if kind == SVG else _made(source, pdf.keep)


def make_ahead(menu: Sequence[MenuDocument]) -> None:
    """Makes one by one what menus open; at the end what none opens any more goes.

    Even the HTML is made in the child: this process stays as small as it begins.
    """
    names = set()
    for opened in menu:
        while store().waiting(HTML, _maker(HTML)):
            time.sleep(PAUSES[HTML])
        names.add(in_child(partial(_made_for_menu, opened)))
    for path in menu_dir().glob("*.pdf"):
        if "" not in names and path.stem not in names:
            path.unlink(missing_ok=True)


def _made_for_menu(opened: MenuDocument) -> str:
    html = opened.html()
    with one_at_a_time(connection, pdf.digest(html)):  # what another machine makes is there afterwards
        digest = _made(html, _keep_for_menu)
    if opened.name:
        first_pages.keep(opened.name, digest)
    return digest


def _keep_for_menu(name: str, content: bytes) -> None:
    path = menu_dir() / f"{name}.pdf"
    if not path.exists():
        whole_files.write(path, content)
        if store().shared:
            pdf.keep(name, content)


def _made(html: str, keep: Callable[[str, bytes], None]) -> str:
    """Makes a document unless it is there, and keeps it; its digest."""
    name = pdf.digest(html)
    keep(name, pdf.finished(name) or pdf.engine().pdf(html))
    return name


@contextmanager
def beside(work: Callable[[], None]) -> Iterator[int]:
    """A process with a session of its own that does `work`, by its number; it ends with the block."""
    parent = os.getpid()
    child = os.fork()
    if not child:
        _do_and_end(work, parent)
    try:
        yield child
    finally:
        with suppress(ChildProcessError):  # seen ended before
            if not has_ended(child):
                _kill_session(child)
                os.waitpid(child, 0)


def has_ended(child: int) -> bool:
    """Whether a process beside is no more; asked again after that, it raises ChildProcessError."""
    return os.waitpid(child, os.WNOHANG)[0] == child


def _kill_session(leader: int) -> None:
    """With what it makes: one of the lowest priority would need long to end by itself."""
    with suppress(ProcessLookupError):  # it hasn't begun one yet
        os.killpg(leader, signal.SIGKILL)
    os.kill(leader, signal.SIGKILL)


def _do_and_end(work: Callable[[], None], parent: int) -> NoReturn:
    code = 1
    try:
        os.setsid()
        _end_with(parent)
        _leave_connections()
        work()
        code = 0
    except Exception:
        log.exception("a process of the press fails")
    finally:
        os._exit(code)  # a copy never goes on as its original


def _end_with(parent: int) -> None:
    """Ends this process once its parent is no more; a killed one tells nobody."""

    def look(number: int, frame: FrameType | None) -> None:
        if os.getppid() != parent:
            os._exit(1)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, ORPHANED, ORPHANED)


def _leave_connections() -> None:
    """Those to a server stay with the process that opened them and uses them; this one, its copy, opens
    its own when it needs one. They are dropped and not closed, or the server would hang up.
    """
    for each in connections.all(initialized_only=True):
        if each.vendor != "sqlite":
            del connections[each.alias]


def in_child(work: Callable[[], str]) -> str:
    """What `work` returns in a process that ends with it; empty where it failed or took too long."""
    parent = os.getpid()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _work_and_end(work, writing, parent)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as answers:
            ready, _, _ = select.select([answers], [], [], LONGEST)
            return answers.read().decode() if ready else ""
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _work_and_end(work: Callable[[], str], writing: int, parent: int) -> NoReturn:
    import resource  # by the press alone, so that a Python without it shows pages

    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _end_with(parent)
        _leave_connections()
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU, MOST_CPU))
        os.write(writing, work().encode())
    except Exception:
        log.exception("a document could not be printed")
    finally:
        os._exit(0)
