"""How likely the worlds are that facts leave: equally, unless somebody looked at an ingredient of a sale.

Of such a sale only a level was seen. A formula that has four partners for it is twice as likely as one that
has two, so a world weighs as much as it has partners: the other ingredient is taken to be any of the seven
with the same chance (clause notebook.chances, ruling 143).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import gcd, log2
from typing import NamedTuple

from games.alchemists.simulator.deduction.facts import Fact, partners_of
from games.alchemists.simulator.deduction.worlds import Worlds, tables


class Odds(NamedTuple):
    """`worlds` by their weights, the smallest whole numbers that will do; `total` is the weight of all."""

    worlds: Worlds
    by_weight: tuple[tuple[int, Worlds], ...]
    total: int

    def count(self, worlds: Worlds) -> int:
        """What some of these worlds weigh together."""
        if not self.are_weighed:
            return worlds.bit_count()
        return sum(weight * (worlds & some).bit_count() for weight, some in self.by_weight)

    @property
    def are_weighed(self) -> bool:
        """Whether the worlds aren't all equally likely."""
        return len(self.by_weight) > 1

    @property
    def bits(self) -> float:
        """How much is unknown: the entropy of which world is the true one."""
        if not self.total:
            return 0.0
        spent = sum(weight * some.bit_count() * log2(weight) for weight, some in self.by_weight)
        return log2(self.total) - spent / self.total


def equal(worlds: Worlds) -> Odds:
    """The odds of worlds that are all equally likely."""
    return Odds(worlds, ((1, worlds),), worlds.bit_count())


def weigh(worlds: Worlds, facts: Sequence[Fact]) -> Odds:
    """The odds of the worlds that these facts leave."""
    parts = {1: worlds} if worlds else {}
    for fact in facts:
        if partners := partners_of(fact):
            parts = _split(parts, fact.ingredients[0], partners)
    return _odds(worlds, parts)


def _odds(worlds: Worlds, parts: Mapping[int, Worlds]) -> Odds:
    shared = gcd(*parts)
    by_weight = tuple((weight // shared, some) for weight, some in sorted(parts.items()))
    return Odds(worlds, by_weight, sum(weight * some.bit_count() for weight, some in by_weight))


def believed(worlds: Worlds, trusts: Mapping[str, Mapping[str, int]]) -> Odds:
    """The odds of worlds, with how likely each formula is thought to be for some of the ingredients."""
    parts = {1: worlds} if worlds else {}
    for ingredient, likely in trusts.items():
        parts = _split(parts, ingredient, likely)
    return _odds(worlds, parts)


def _split(parts: dict[int, Worlds], ingredient: str, partners: Mapping[str, int]) -> dict[int, Worlds]:
    """Weights times the partners of the formula that the ingredient has in each world."""
    found: defaultdict[int, Worlds] = defaultdict(int)
    for weight, worlds in parts.items():
        for alchemical, n in partners.items():
            if some := worlds & tables().placed[ingredient][alchemical]:
                found[weight * n] |= some
    return found
