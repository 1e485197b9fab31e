"""What boxes, the expansions of a game, change in its engine: which are on a table, and which of them answer.

A game has one base class of boxes. Each of its methods asks something of a box, and is what holds without
one; a box overrides those whose answer it changes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import getmembers, isfunction
from itertools import combinations
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from simulator.engine.refusal import BadConfig
from web.refusal import Refusal

BASE, SEPARATOR = "base", ","  # the option's value for a table without boxes, and what stands between several
SETS = "sets"  # the option that says which boxes are on the table
MAX_TEXT = 80

Box = TypeVar("Box")
P = ParamSpec("P")
T = TypeVar("T")


class Asked(Generic[Box]):
    """What the boxes of a table answer: `asked(Box.before_turn)` are the methods of those that override it,
    in the order of the boxes; none where no box has a say, so that asking costs nothing there.
    """

    def __init__(self, base: type[Box], boxes: Sequence[Box]) -> None:
        self._methods: dict[Callable[..., Any], tuple[Callable[..., Any], ...]] = {
            method: tuple(getattr(box, name) for box in boxes if getattr(type(box), name) is not method)
            for name, method in getmembers(base, isfunction)
        }

    def __call__(self, method: Callable[Concatenate[Box, P], T]) -> tuple[Callable[P, T], ...]:
        return self._methods[method]

    def first(self, method: Callable[Concatenate[Box, P], T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """What the first box says that has anything to say, such as a refusal; None where none has."""
        for answer in self._methods[method]:
            found: T = answer(*args, **kwargs)
            if found:
                return found
        return None


def every_set(boxes: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """The boxes that may be on a table together, by the option's value; none first."""
    names = sorted(boxes)
    found = [chosen for n in range(len(names) + 1) for chosen in combinations(names, n)]
    return {SEPARATOR.join(chosen) or BASE: chosen for chosen in found}


def read_sets(value: Any, known: Mapping[str, tuple[str, ...]]) -> str:
    """The option's value as `known` has it, from one with its boxes in any order. Raises BadConfig."""
    words = value.split(SEPARATOR) if isinstance(value, str) else []
    sets = SEPARATOR.join(sorted(word.strip() for word in words))
    if sets not in known:
        params = {"name": SETS, "value": str(value)[:MAX_TEXT], "choices": "; ".join(known)}
        raise BadConfig([Refusal("bad_option", "setup.players", params)])
    return sets
