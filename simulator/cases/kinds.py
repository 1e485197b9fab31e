"""What a game may bring to the language of cases: kinds of cases, and what its parameters hold."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Shape = tuple[str, type | tuple[type, ...], str]  # a key, what stands under it, and that in words


class CaseKind(NamedTuple):
    """Cases that start with a key of their own.

    `read` takes the table under that key (`case.CaseTable`) and gives its data or raises CaseError; `expects`
    are the keys that such a case may expect, `shapes` what stands under those that only this kind has. `run`
    judges the case.
    """

    read: Callable[[Any], Mapping[str, Any]]
    keys: frozenset[str]
    expects: frozenset[str]
    shapes: Sequence[Shape]
    run: Callable[[Any], Any]


class CaseParams(NamedTuple):
    """Parameters of sentences that cases write in another way than engines.

    `seats` hold one player, `seats_or_cards` a player where they hold a number, `cards` several cards in any
    order.
    """

    seats: tuple[str, ...] = ("seat",)
    seats_or_cards: tuple[str, ...] = ()
    cards: tuple[str, ...] = ("cards",)


SHARED_PARAMS = CaseParams()
