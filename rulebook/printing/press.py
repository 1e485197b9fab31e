"""The press: a process of its own that makes PDFs, one after another, while the site goes on.

Web workers lay what is wanted into `DATA_DIR/print/asked`, a file of HTML each, named by its digest, so equal
wishes are one. The press (`manage.py printer`) takes the oldest, and between wishes it makes ahead what menus
open. Each document is made in a child: what WeasyPrint takes is given back, and a document that can't be made
takes nothing else along.

Pictures are wished for in the same way and made under the same limits, by a process beside: somebody waits
for one with a phone in hand, and a book may take half a minute.
"""

import enum
import logging
import os
import resource
import select
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rulebook.printing import first_pages, pdf, pictures
from web import whole_files

MOST_ASKED = 40  # documents that wait
MOST_CPU = 300  # seconds of work for one
LONGEST = 1800.0  # seconds by the clock: on a machine that is busy with other work it waits
PAUSE = 0.25  # seconds between two looks at what is asked for
PICTURE_PAUSE = 0.03
HTML, SVG, FAILED = ".html", ".svg", ".failed"  # what is wished for as a document, as a picture; what failed

Html = Callable[[], str]


class MenuDocument(NamedTuple):
    """What a menu opens: `html` makes it, `name` is that of the picture of its first page; empty for none."""

    html: Html
    name: str = ""


class State(enum.Enum):
    """What becomes of a wish."""

    ASKED = "asked"
    TOO_MANY = "too many"
    FAILED = "failed"


def asked_dir() -> Path:
    return pdf.cache_dir() / "asked"


def ask(html: str) -> State:
    """Wishes for the PDF of `html`, once however many ask."""
    return _ask(asked_dir() / f"{pdf.digest(html)}{HTML}", html)


def ask_picture(svg: str) -> State:
    """Wishes for the picture of `svg`, once however many ask."""
    return _ask(asked_dir() / f"{pictures.digest(svg)}{SVG}", svg)


def _ask(path: Path, wanted: str) -> State:
    if path.with_suffix(FAILED).exists():
        return State.FAILED
    if not path.exists():
        if len(_waiting(path.suffix)) >= MOST_ASKED:
            return State.TOO_MANY
        whole_files.write(path, wanted.encode())
    return State.ASKED


def is_waiting(name: str) -> bool:
    """Whether a document is wished for and neither made nor given up."""
    return (asked_dir() / f"{name}{HTML}").exists() and not pdf.is_finished(name)


def _waiting(kind: str = HTML) -> list[Path]:
    """What is wished for of a kind, the oldest first."""
    with suppress(FileNotFoundError):
        return sorted(asked_dir().glob(f"*{kind}"), key=_since)
    return []


def _since(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # made meanwhile
        return 0.0


def run(menu: Sequence[MenuDocument], stopped: Callable[[], bool]) -> None:
    """Makes what is asked for and, meanwhile, one by one what menus open."""
    for old in asked_dir().glob(f"*{FAILED}"):
        old.unlink(missing_ok=True)
    coming = _ahead(menu)
    while not stopped():
        wished = _waiting()
        if wished:
            _make_asked(wished[0])
        elif next(coming, None) is None:
            time.sleep(PAUSE)


def _make_asked(path: Path) -> None:
    if not in_child(lambda: _made_of(path)):
        path.with_suffix(FAILED).touch()
    path.unlink(missing_ok=True)


def _made_of(path: Path) -> str:
    wanted = path.read_text(encoding="utf-8")
    return pictures.make(wanted) if path.suffix == SVG else _made(wanted, pdf.keep)


def run_pictures(stopped: Callable[[], bool]) -> None:
    """Makes the pictures that are asked for."""
    while not stopped():
        wished = _waiting(SVG)
        if wished:
            _make_asked(wished[0])
        else:
            time.sleep(PICTURE_PAUSE)


def pictures_beside() -> None:
    """Starts the process that makes pictures; it ends with this one."""
    parent = os.getpid()
    if os.fork():
        return
    try:
        run_pictures(lambda: os.getppid() != parent)
    finally:
        os._exit(0)


def _ahead(menu: Sequence[MenuDocument]) -> Iterator[str]:
    """Makes a document each time it is asked for the next; at the end what no menu opens any more goes.

    Even the HTML is made in the child: this process stays as small as it begins.
    """
    names = set()
    for opened in menu:
        name = in_child(partial(_made_for_menu, opened))
        names.add(name)
        yield name
    for path in pdf.menu_dir().glob("*.pdf"):
        if "" not in names and path.stem not in names:
            path.unlink(missing_ok=True)


def _made_for_menu(opened: MenuDocument) -> str:
    digest = _made(opened.html(), _keep_for_menu)
    if opened.name:
        first_pages.keep(opened.name, digest)
    return digest


def _keep_for_menu(name: str, content: bytes) -> None:
    path = pdf.menu_dir() / f"{name}.pdf"
    if not path.exists():
        whole_files.write(path, content)


def _made(html: str, keep: Callable[[str, bytes], None]) -> str:
    """Makes a document unless it is there, and keeps it; its digest."""
    name = pdf.digest(html)
    keep(name, pdf.finished(name) or pdf.engine().pdf(html))
    return name


def in_child(work: Callable[[], str]) -> str:
    """What `work` returns in a process that ends with it; empty where it failed or took too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _work_and_end(work, writing)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as answers:
            ready, _, _ = select.select([answers], [], [], LONGEST)
            return answers.read().decode() if ready else ""
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _work_and_end(work: Callable[[], str], writing: int) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU, MOST_CPU))
    try:
        os.write(writing, work().encode())
    except Exception:
        logging.getLogger(__name__).exception("a document could not be printed")
    finally:
        os._exit(0)
