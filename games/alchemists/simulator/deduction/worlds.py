"""Sets of worlds. A world gives each ingredient one of the eight formulas; there are 8! = 40,320.

A set of worlds is one integer with a bit for each: facts are intersections, counting is counting bits. The
tables are built once in a process, on first use, in about 0.1 s and 1.5 MB.
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import permutations
from math import factorial
from typing import NamedTuple

from games.alchemists.simulator.deduction.chemistry import MIX
from games.alchemists.simulator.deduction.data import ALCHEMICALS, COLOURS, INGREDIENTS, PAIRS, RESULTS, SIGNS

Worlds = int  # bit n: the n-th permutation of the alchemicals is possible
Count = Callable[[Worlds], int]  # how many they are, or how much they weigh
COUNT = factorial(len(INGREDIENTS))
ALL: Worlds = (1 << COUNT) - 1


class Tables(NamedTuple):
    """`placed[ingredient][alchemical]`, `made[pair][result]` and `signed[ingredient][colour + sign]`."""

    placed: Mapping[str, Mapping[str, Worlds]]
    made: Mapping[tuple[str, str], Mapping[str, Worlds]]
    signed: Mapping[str, Mapping[str, Worlds]]


@cache
def tables() -> Tables:
    """The sets that all facts are made of."""
    placed = _placed()
    made = {pair: _made(placed[pair[0]], placed[pair[1]]) for pair in PAIRS}
    signed = {ingredient: _signed(placed[ingredient]) for ingredient in INGREDIENTS}
    return Tables(placed, made, signed)


def nth(worlds: Worlds, n: int) -> int:
    """The number of the `n`-th world of a set, counted from 0. Raises IndexError."""
    if not 0 <= n < worlds.bit_count():
        raise IndexError(n)
    place, width = 0, COUNT
    while width > 1:
        half = width // 2
        lower = worlds & ((1 << half) - 1)
        count = lower.bit_count()
        if n < count:
            worlds, width = lower, half
        else:
            worlds, width, n, place = worlds >> half, width - half, n - count, place + half
    return place


def formulas_of(place: int) -> tuple[str, ...]:
    """The formulas of a world, given by its number, in the order of the ingredients."""
    left, found = list(ALCHEMICALS), []
    for size in range(len(ALCHEMICALS) - 1, -1, -1):
        chosen, place = divmod(place, factorial(size))
        found.append(left.pop(chosen))
    return tuple(found)


def _placed() -> dict[str, dict[str, Worlds]]:
    """A column of alchemicals for each ingredient, turned into one integer for each alchemical in it."""
    columns = zip(*permutations(range(len(ALCHEMICALS))), strict=True)
    return {
        ingredient: {code: _ones(bytes(column), n) for n, code in enumerate(ALCHEMICALS)}
        for ingredient, column in zip(INGREDIENTS, columns, strict=True)
    }


def _ones(column: bytes, wanted: int) -> Worlds:
    """Bit k says whether entry k of the column is `wanted`."""
    digits = column[::-1].translate(bytes(b"1"[0] if n == wanted else b"0"[0] for n in range(256)))
    return int(digits, 2)


def _made(first: Mapping[str, Worlds], second: Mapping[str, Worlds]) -> dict[str, Worlds]:
    made = dict.fromkeys(RESULTS, 0)
    for (a, b), result in MIX.items():
        made[result] |= first[a] & second[b]
    return made


def _signed(placed: Mapping[str, Worlds]) -> dict[str, Worlds]:
    signed = {colour + sign: 0 for colour in COLOURS for sign in "+-"}
    for alchemical, worlds in placed.items():
        for colour in COLOURS:
            signed[colour + SIGNS[alchemical][colour]] |= worlds
    return signed
