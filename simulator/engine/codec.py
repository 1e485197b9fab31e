"""States and views as JSON by their types: no engine has to write what its annotations say already.

Dataclasses and NamedTuples become objects by their fields, one of several of them (a union) also says which
under "frame"; tuples and frozensets become lists, dicts objects. Decoding raises only BadPosition.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from simulator.engine.shortform import malformed

TAG = "frame"
PLAIN = frozenset({str, int, bool, NoneType})


@cache
def fields_of(kind: Any) -> Mapping[str, Any] | None:
    """The fields of a dataclass or NamedTuple with their types; None for anything else."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return {field.name: hints[field.name] for field in fields(kind)}
    return get_type_hints(kind) if hasattr(kind, "_fields") else None


@cache
def _choices(kind: Any) -> tuple[Any, ...]:
    """The types that a union leaves open, else the type alone."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


@cache
def _inner(kind: Any) -> tuple[Any, ...]:
    """The types within a tuple, set or mapping, if only as one of several that a union leaves open."""
    return get_args(next((each for each in _choices(kind) if get_args(each)), None))


@cache
def _is_told(kind: Any) -> bool:
    """Whether a value of this type says which of several classes it is of."""
    return sum(fields_of(each) is not None for each in _choices(kind)) > 1


def encode(value: Any) -> Any:
    """A value as JSON types; which of several classes it is stands in it only where `decode` has to know."""
    return _encode(value, type(value))


def _encode(value: Any, kind: Any) -> Any:
    cls: Any = type(value)
    if cls in PLAIN:
        return value
    own = fields_of(cls)
    if own is not None:
        tag = {TAG: cls.__name__} if _is_told(kind) else {}
        return tag | {name: _encode(getattr(value, name), each) for name, each in own.items()}
    if isinstance(value, tuple):
        inner = _inner(kind)
        kinds = (
            inner if len(inner) == len(value) and Ellipsis not in inner else (*inner, Any)[:1] * len(value)
        )
        return [_encode(part, each) for part, each in zip(value, kinds, strict=True)]
    if isinstance(value, frozenset):
        return sorted(_encode(part, (*_inner(kind), Any)[0]) for part in value)
    if isinstance(value, Mapping):
        each = (*_inner(kind), Any, Any)[1]
        return {str(key): _encode(part, each) for key, part in value.items()}
    return value


def decode(kind: Any, data: Any, place: str = "") -> Any:
    """The value of a type that `encode` has written. Raises BadPosition, which names the place."""
    among = _choices(kind)
    if len(among) > 1:
        kind = _chosen(among, data, place)
    own, inner = fields_of(kind), get_args(kind)
    if own is not None:
        return _decode_fields(kind, own, data, place, {TAG} if len(among) > 1 else set())
    if get_origin(kind) in (tuple, frozenset) and isinstance(data, list):
        several = Ellipsis in inner or get_origin(kind) is frozenset
        kinds = inner[:1] * len(data) if several else inner
        if len(kinds) == len(data):
            parts = (decode(each, part, place) for each, part in zip(kinds, data, strict=True))
            return frozenset(parts) if get_origin(kind) is frozenset else tuple(parts)
    elif isinstance(get_origin(kind), type) and issubclass(get_origin(kind), Mapping):
        if isinstance(data, dict):
            return {_key(inner[0], key, place): decode(inner[1], part, place) for key, part in data.items()}
    elif kind is Any or (kind in PLAIN and type(data) is kind):
        return data
    raise malformed(f"{place}: {data!r}")


def _decode_fields(kind: Any, own: Mapping[str, Any], data: Any, place: str, besides: set[str]) -> Any:
    if not isinstance(data, Mapping) or set(data) - besides != set(own):
        raise malformed(f"{place or kind.__name__}: {', '.join(own)}")
    return kind(**{name: decode(each, data[name], name) for name, each in own.items()})


def _chosen(among: tuple[Any, ...], data: Any, place: str) -> Any:
    """Which type of a union the data are of."""
    classes = [each for each in among if fields_of(each) is not None]
    if isinstance(data, Mapping) and classes:
        named = [each for each in classes if each.__name__ == data.get(TAG)] if len(classes) > 1 else classes
        if named:
            return named[0]
    plain = [each for each in among if each in PLAIN and type(data) is each]
    other = [each for each in among if each not in PLAIN and each not in classes]
    found = plain or other
    if not found:
        raise malformed(f"{place}: {data!r}")
    return found[0]


def _key(kind: Any, key: str, place: str) -> Any:
    if kind is int and key.removeprefix("-").isdecimal():
        return int(key)
    return decode(kind, key, place)
