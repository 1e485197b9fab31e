"""Frozen dataclasses made and changed at a third of the price that `__init__` and `replace` ask."""

from typing import Any, TypeVar

T = TypeVar("T")


def make(kind: type[T], fields: dict[str, Any]) -> T:
    """A frozen dataclass with these fields: all of them, as nothing is checked or defaulted."""
    new = object.__new__(kind)
    new.__dict__.update(fields)
    return new


def evolve(old: T, **changes: Any) -> T:
    """A new object with the fields of `old` and the changes; fields are not checked again.

    States have neither slots nor cached properties: the copy shares nothing but the values.
    """
    new = object.__new__(type(old))
    new.__dict__.update(old.__dict__)
    new.__dict__.update(changes)
    return new
