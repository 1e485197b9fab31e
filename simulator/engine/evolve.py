"""Frozen dataclasses made and changed at a third of the price that `__init__` and `replace` ask."""

from typing import Any, TypeVar

T = TypeVar("T")
_new, _set = object.__new__, object.__setattr__  # frozen dataclasses refuse to be set in the usual way


def make(kind: type[T], fields: dict[str, Any]) -> T:
    """A frozen dataclass with these fields: all of them, as nothing is checked or defaulted. It keeps the
    dictionary, which is looked up faster if it was made whole and didn't grow.
    """
    new = _new(kind)
    _set(new, "__dict__", fields)
    return new


def evolve(old: T, **changes: Any) -> T:
    """A new object with the fields of `old` and the changes; fields are not checked again.

    States have neither slots nor cached properties: the copy shares nothing but the values.
    """
    new = _new(type(old))
    _set(new, "__dict__", {**old.__dict__, **changes})  # a dict of its own, whose values are found fastest
    return new
