"""Entries as tables and files hold them: JSON, and back to what they were by types of fields. Pure."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

KEPT = 2000  # that a process remembers: lists show the same again and again


def plain(said: Any) -> str:
    """JSON of dataclasses, named tuples and what lies in them. Raises TypeError for anything else."""
    return json.dumps(said, ensure_ascii=False, default=_plain)


def _plain(said: Any) -> Any:
    if isinstance(said, Path):  # where files lie is known to who reads it, and may be elsewhere
        return ""
    return {field.name: getattr(said, field.name) for field in fields(said)}


def to_json(entries: Iterable[Any]) -> str:
    """Dataclasses of one kind, whatever lies in them."""
    return plain(list(entries))


@lru_cache(maxsize=KEPT)
def from_json(kind: type, said: str) -> tuple[Any, ...]:
    """What `to_json` was given."""
    return tuple(map(reader(kind), json.loads(said)))


def reader(kind: Any) -> Callable[[Any], Any]:
    """What makes a value of a type of what JSON has for it."""
    return _reader(kind) or (lambda said: said)


@cache
def _reader(kind: Any) -> Callable[[Any], Any] | None:
    """The same, None where that is the value itself; a union is «this or None»."""
    some = _reader(get_args(kind)[0]) if get_origin(kind) in (UnionType, tuple) else None
    if get_origin(kind) is UnionType:
        return some and (lambda said: None if said is None else some(said))
    if get_origin(kind) is tuple:
        return (lambda said: tuple(map(some, said))) if some else tuple
    if get_origin(kind) is Mapping:
        each = _reader(get_args(kind)[1])
        return each and (lambda said: {name: each(value) for name, value in said.items()})
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        found = {field.name: _reader(hints[field.name]) for field in fields(kind)}
        readers = [(name, read) for name, read in found.items() if read]
        return lambda said: kind(**said | {name: read(said[name]) for name, read in readers})
    if hasattr(kind, "_fields"):  # a named tuple, which JSON writes as a list
        places = [_reader(hint) for hint in get_type_hints(kind).values()]
        return lambda said: kind(
            *(read(value) if read else value for read, value in zip(places, said, strict=True))
        )
    return None
