"""Where the press keeps what is wished for and what it has made, by kind and by digest.

Files of the data folder by default; rows where DATABASE_URL names a database that machines may share.
"""

import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Protocol

from django.conf import settings

from rulebook.printing.rows import Rows
from web import whole_files

HTML, SVG = ".html", ".svg"  # kinds: what is wished for as a document, as a picture
FAILED = ".failed"
CLOCKS_DIFFER = 60  # seconds, of this computer and of one that may hold the files


class Store(Protocol):
    """`shared` by machines or not; `least_pause` are the seconds between two looks at what is wished for."""

    shared: bool
    least_pause: float

    def made(self, kind: str, name: str) -> bytes | None:
        """What is finished; who asks for it uses it."""

    def is_made(self, kind: str, name: str) -> bool:
        """Whether it is finished."""

    def keep(self, kind: str, name: str, content: bytes, most: int) -> None:
        """Adds what is finished; of its kind only so many stay, those last used."""

    def has_failed(self, kind: str, name: str) -> bool | None:
        """Whether a wish couldn't be fulfilled; None where there is none."""

    def wish(self, kind: str, name: str, source: str, maker: str) -> None:
        """Adds a wish, once however many ask; who has another `maker` makes something else of it."""

    def waiting(self, kind: str, maker: str) -> int:
        """How many wait."""

    def oldest(self, kind: str, maker: str) -> AbstractContextManager[tuple[str, str] | None]:
        """Name and source of who waits for longest, nobody else's until the block ends."""

    def answered(self, kind: str, name: str, *, well: bool) -> None:
        """The oldest waits no more."""

    def forget_failures(self) -> None:
        """What could not be made may be asked for again."""


class Files:
    """Of one machine, whose only printer takes one wish of a kind at a time."""

    shared = False
    least_pause = 0.0

    def made(self, kind: str, name: str) -> bytes | None:
        path = _finished(kind, name)
        try:
            os.utime(path)
            return path.read_bytes()
        except FileNotFoundError:
            return None

    def is_made(self, kind: str, name: str) -> bool:
        return _finished(kind, name).exists()

    def keep(self, kind: str, name: str, content: bytes, most: int) -> None:
        keep_some(_finished(kind, name), content, most)

    def has_failed(self, kind: str, name: str) -> bool | None:
        path = asked_dir() / f"{name}{kind}"
        if path.with_suffix(FAILED).exists():
            return True
        return False if path.exists() else None

    def wish(self, kind: str, name: str, source: str, maker: str) -> None:
        whole_files.write(asked_dir() / f"{name}{kind}", source.encode())

    def waiting(self, kind: str, maker: str) -> int:
        return len(_asked(kind))

    @contextmanager
    def oldest(self, kind: str, maker: str) -> Iterator[tuple[str, str] | None]:
        path = min(_asked(kind), key=changed_at, default=None)
        yield path and (path.stem, path.read_text(encoding="utf-8"))

    def answered(self, kind: str, name: str, *, well: bool) -> None:
        path = asked_dir() / f"{name}{kind}"
        if not well:
            path.with_suffix(FAILED).touch()
        path.unlink(missing_ok=True)

    def forget_failures(self) -> None:
        for old in asked_dir().glob(f"*{FAILED}"):
            old.unlink(missing_ok=True)


def store() -> Store:
    """The one of this site."""
    return Rows() if settings.DATABASE_URL else Files()


def cache_dir() -> Path:
    return Path(settings.DATA_DIR) / "print"


def menu_dir() -> Path:
    return cache_dir() / "menu"


def asked_dir() -> Path:
    return cache_dir() / "asked"


def _finished(kind: str, name: str) -> Path:
    return cache_dir() / "pictures" / f"{name}.png" if kind == SVG else cache_dir() / f"{name}.pdf"


def _asked(kind: str) -> list[Path]:
    with suppress(FileNotFoundError):
        return list(asked_dir().glob(f"*{kind}"))
    return []


def keep_some(path: Path, content: bytes, most: int) -> None:
    """Writes a file beside others of its kind, of which only so many stay, those last used."""
    whole_files.write(path, content)
    by_age = sorted(path.parent.glob(f"*{path.suffix}"), key=changed_at)
    for old in by_age[:-most]:
        old.unlink(missing_ok=True)


def changed_at(path: Path) -> float:
    """0 for what was written before the clock was put back: what is made now would be the oldest of all."""
    try:
        changed = path.stat().st_mtime
    except FileNotFoundError:  # made or tidied up meanwhile
        return 0.0
    return changed if changed <= time.time() + CLOCKS_DIFFER else 0.0
