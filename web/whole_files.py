"""Files that others read while they are made anew: each is there whole, the old one or the new. Pure.

What was cut off on the way leaves a draft at most, which nobody reads.
"""

import json
import os
import tempfile
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any


def write(path: Path, content: bytes) -> None:
    """Whole or not at all, also when another process makes the same file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(draft, path)
    finally:
        Path(draft).unlink(missing_ok=True)


def put_in_place(
    draft: Path,
    place: Path,
    listed: str,
    names: Callable[[Any], Iterable[str]],
    packed: Collection[str] = (),
) -> None:
    """Moves a folder's files one by one, their list last: no reader misses a file meanwhile.

    `listed` is the list, a JSON file of which `names` tells the files; beside each stand those with an ending
    of `packed`. Files that only the list before this one names stay until the next time; others go.
    """
    named = {listed} | _named(place / listed, names) | _named(draft / listed, names)
    for name in [*(each for each in _files(draft) if each != listed), listed]:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (draft / name).replace(place / name)
    for name in _files(place):
        plain = name.removesuffix(Path(name).suffix) if Path(name).suffix in packed else name
        if plain not in named:
            (place / name).unlink()


def _files(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]


def _named(listed: Path, names: Callable[[Any], Iterable[str]]) -> set[str]:
    """None where the list isn't there or can't be read."""
    with suppress(OSError, ValueError, LookupError, TypeError, AttributeError):
        return set(names(json.loads(listed.read_bytes())))
    return set()
