"""That editions be made anew: script/server lays a digest of what they are made from into the folder of data.

So the site answers before they are there, and `config.server` has them made, however it was started. A wish
stands until it is fulfilled, so what was cut off is made by the next start.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from web import whole_files

WANTED, MADE, LOCK = "reading.wanted", "reading.stamp", "reading.lock"


def open_wish() -> str:
    """The digest that is wished for; empty if it is made, or nobody has wished."""
    wanted = _read(WANTED)
    return "" if wanted == _read(MADE) else wanted


def fulfil(digest: str) -> None:
    """Says that the editions are made from this."""
    whole_files.write(_path(MADE), f"{digest}\n".encode())


@contextmanager
def alone() -> Iterator[None]:
    """One makes editions at a time; another waits."""
    with _path(LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _path(name: str) -> Path:
    return Path(settings.DATA_DIR) / name


def _read(name: str) -> str:
    path = _path(name)
    return path.read_text(encoding="utf-8", errors="replace").strip() if path.exists() else ""
