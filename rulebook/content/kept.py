"""What was read of a game, kept as plain data beside its files, in `__pycache__`, as Python keeps byte code.

Whoever reads a sound game first writes it; from then on no start parses its TOML, which took a third of each.
It counts for these very files, read by this very code: what somebody changes shows at once. JSON, because a
damaged file of it can't do worse than not be read, and every version of Python understands it.
"""

import hashlib
import json
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rulebook.content.boxes import Boxed
from rulebook.content.entries import Box, GameContent
from rulebook.content.stored import plain, reader
from web import whole_files

CODE = Path(__file__).resolve().parent
PLACE = "__pycache__/content.json"
ASIDE = ("asks", "__pycache__")  # folders that say nothing of a content

log = logging.getLogger("grimoire.content")


class GameParts(NamedTuple):
    """A game without its boxes, and what each of them adds: all that is made of its files."""

    base: GameContent
    boxed: tuple[Boxed, ...]


def find(home: Path, shared: Path) -> GameParts | None:
    """What was kept of the game whose content lies in `home`; None where that is to be read anew."""
    try:
        head, body = (home / PLACE).read_bytes().split(b"\n", 1)
    except OSError:
        return None
    except ValueError:
        head = body = b""
    key = _key(home, shared)
    if not head.startswith(key):
        log.info("%s is of other files: read anew", home / PLACE)
        return None
    if head != _head(key, body):
        log.warning("%s is damaged: read anew", home / PLACE)
        return None
    base, boxed = reader(GameParts)(json.loads(body))
    return GameParts(
        replace(base, folder=home),
        tuple(Boxed(replace(box, folder=_folder_of(home, box)), parts) for box, parts in boxed),
    )


def keep(home: Path, shared: Path, parts: GameParts) -> None:
    """Does without where the folder takes nothing, or the content holds what JSON can't."""
    with suppress(OSError, TypeError):
        body = plain(parts).encode()
        whole_files.write(home / PLACE, _head(_key(home, shared), body) + b"\n" + body)
        (home / PLACE).chmod((home / "game.toml").stat().st_mode & 0o666)


def _folder_of(home: Path, box: Box) -> Path:
    return home.parent / "boxes" / box.id / "content"


def _head(key: bytes, body: bytes) -> bytes:
    return key + hashlib.sha256(body).hexdigest().encode()


def _key(home: Path, shared: Path) -> bytes:
    """Of every file that the content is made of, and of the code that reads them."""
    found = hashlib.sha256(_of_code())
    for folder in (home, *sorted(home.parent.glob("boxes/*/content")), shared):
        for path in _files(folder):
            content = Path(path).read_bytes()
            found.update(f"\0{os.path.relpath(path, home.parent)}\0{len(content)}\0".encode())
            found.update(content)
    return found.hexdigest().encode()


def _files(folder: Path) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in ASIDE)
        yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(".toml"))


@cache
def _of_code() -> bytes:
    return b"\0".join(path.read_bytes() for path in sorted(CODE.glob("*.py")))
