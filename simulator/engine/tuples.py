"""Tuples as states hold them: changed copies, and the one order of piles without an order of their own."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The one order of hands and other piles without an order of their own: that of moves about them."""
    return tuple(sorted(cards))


def replaced(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The values with another one at `place`."""
    changed = [*values]
    changed[place] = value
    return tuple(changed)


def without(values: tuple[T, ...], value: T) -> tuple[T, ...]:
    """The values with the first that equals `value` taken out. Raises ValueError."""
    left = [*values]
    left.remove(value)
    return tuple(left)
