"""Entries as tables store them: JSON, and back to what they were by the types of their fields. Pure."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields, is_dataclass
from functools import cache, lru_cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

KEPT = 2000  # that a process remembers: lists show the same again and again


def to_json(entries: Iterable[Any]) -> str:
    """Dataclasses of one kind, whatever lies in them."""
    return json.dumps(list(map(asdict, entries)), ensure_ascii=False)


@lru_cache(maxsize=KEPT)
def from_json(kind: type, said: str) -> tuple[Any, ...]:
    """What `to_json` was given."""
    return tuple(map(_reader(kind) or kind, json.loads(said)))


@cache
def _reader(kind: Any) -> Callable[[Any], Any] | None:
    """What makes a value of a type of what JSON has for it, None where that is the value itself; a union is
    «this or None».
    """
    some = _reader(get_args(kind)[0]) if get_origin(kind) in (UnionType, tuple) else None
    if get_origin(kind) is UnionType:
        return some and (lambda said: None if said is None else some(said))
    if get_origin(kind) is tuple:
        return (lambda said: tuple(map(some, said))) if some else tuple
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
