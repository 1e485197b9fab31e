"""What script/server wishes to be made once the site answers: it lays a digest of what that is made from into
the folder of data, and `config.server` has it made, however it was started.

A wish stands until it is fulfilled, so what was cut off is made by the next start.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from web import whole_files


def open_wish(name: str) -> str:
    """The digest that is wished for; empty if it is made, or nobody has wished."""
    wanted = _read(f"{name}.wanted")
    return "" if wanted == _read(f"{name}.stamp") else wanted


def fulfil(name: str, digest: str) -> None:
    """Says that it is made from this."""
    whole_files.write(_path(f"{name}.stamp"), f"{digest}\n".encode())


@contextmanager
def alone(name: str) -> Iterator[None]:
    """One makes it at a time; another waits."""
    with _path(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _path(name: str) -> Path:
    return Path(settings.DATA_DIR) / name


def _read(name: str) -> str:
    path = _path(name)
    return path.read_text(encoding="utf-8", errors="replace").strip() if path.exists() else ""
