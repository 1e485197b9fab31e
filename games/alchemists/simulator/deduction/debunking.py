"""What an attempt to debunk does to the theories on the board.

Source: the seed's «Опровержение теории» and «Опровержение на уровне магистра»; rulings 54-61. The
consequences follow from the answer, whatever the player announced (ruling 56).
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from games.alchemists.simulator.deduction.chemistry import MIX
from games.alchemists.simulator.deduction.data import COLOUR_OF, NEUTRAL, SIGN_OF, SIGNS

Theories = Mapping[str, str]  # ingredient -> alchemical
Pair = tuple[str, str]


class DebunkOutcome(NamedTuple):
    """What comes of a debunk: theories that fall, as (ingredient, colour), or a new conflict; else it failed.

    `clause` says which rule decides.
    """

    falls: tuple[tuple[str, str], ...]
    conflict: Pair | None
    clause: str

    @property
    def success(self) -> bool:
        return bool(self.falls) or self.conflict is not None


def apprentice(theories: Theories, ingredient: str, colour: str, sign: str) -> DebunkOutcome:
    """The true sign of one colour is shown to all (clauses debunk.apprentice, debunk.success,
    debunk.fail).
    """
    theory = theories.get(ingredient)
    if theory is not None and SIGNS[theory][colour] != sign:
        return DebunkOutcome(((ingredient, colour),), None, "debunk.success")
    return DebunkOutcome((), None, "debunk.fail")


def master(
    theories: Theories, conflicts: Collection[Pair], pair: Pair, result: str, answer: bool
) -> DebunkOutcome:
    """Whether `pair` makes `result` is answered to all (debunk.one, debunk.two, conflict.shown).

    A coloured yes proves that sign for both ingredients; a neutral yes and a no can show a conflict at most.
    """
    falls = _falls(theories, pair, result) if answer and result != NEUTRAL else ()
    if falls:
        return DebunkOutcome(falls, None, "debunk.one" if len(falls) == 1 else "debunk.two")
    if all(ingredient in theories for ingredient in pair):
        foretold = MIX[theories[pair[0]], theories[pair[1]]]
        if (foretold != result) == answer:
            if pair in conflicts:
                return DebunkOutcome((), None, "conflict.again")
            return DebunkOutcome((), pair, "conflict.shown" if answer else "conflict.denied")
    return DebunkOutcome((), None, "debunk.useless")


def ending(conflicts: Collection[Pair], fallen: Collection[str]) -> list[Pair]:
    """The conflicts that end with theories; partners keep those with others (conflict.end, ruling 62)."""
    return sorted(pair for pair in conflicts if not {*fallen}.isdisjoint(pair))


def _falls(theories: Theories, pair: Pair, result: str) -> tuple[tuple[str, str], ...]:
    colour, sign = COLOUR_OF[result], SIGN_OF[result]
    return tuple(
        (ingredient, colour)
        for ingredient in pair
        if ingredient in theories and SIGNS[theories[ingredient]][colour] != sign
    )
