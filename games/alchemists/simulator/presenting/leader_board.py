"""The leader's board: which ingredient has which formula, and all results."""

from collections.abc import Mapping
from typing import NamedTuple

from games.alchemists.simulator.deduction.chemistry import mix
from games.alchemists.simulator.deduction.data import ALCHEMICALS, INGREDIENTS


class LeaderTriangleRow(NamedTuple):
    """An ingredient and what it makes with each of the ones before it: (other, potion)."""

    ingredient: str
    cells: tuple[tuple[str, str], ...]


def triangle(truth: Mapping[str, str]) -> list[LeaderTriangleRow]:
    """All 28 results, as the leader reads them."""
    return [
        LeaderTriangleRow(
            ingredient, tuple((other, mix(truth[ingredient], truth[other])) for other in INGREDIENTS[:n])
        )
        for n, ingredient in enumerate(INGREDIENTS)
    ]


def formulas(truth: Mapping[str, str]) -> list[tuple[str, str]]:
    """The leader's board: (alchemical, ingredient) in the order of the alchemicals."""
    placed = {alchemical: ingredient for ingredient, alchemical in truth.items()}
    return [(alchemical, placed[alchemical]) for alchemical in ALCHEMICALS]
