"""Which theory to publish or endorse, and under which seal."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.alchemists.scoring.points import SEALS
from games.alchemists.simulator.deduction.data import ALCHEMICALS, COLOURS, INGREDIENTS, SIGNS
from games.alchemists.simulator.deduction.deduction import table_of
from games.alchemists.simulator.deduction.worlds import Count, Worlds

_BY_SIGNS = {tuple(signs.values()): code for code, signs in SIGNS.items()}


class TheoryAdvice(NamedTuple):
    """Publishing (or endorsing) that an ingredient has a formula. All counts are of `worlds`.

    `right` worlds agree; `off[colour]` are wrong in that colour alone, where its unstarred seal insures.
    `by_seal` are the expected points at the great reveal, `seal` the best of those left.
    """

    ingredient: str
    alchemical: str
    worlds: int
    right: int
    off: Mapping[str, int]
    by_seal: Mapping[str, float]
    seal: str
    published: bool

    @property
    def points(self) -> float:
        return self.by_seal[self.seal]


def theories(
    worlds: Worlds,
    published: Mapping[str, str],
    seals: Collection[str] = tuple(SEALS),
    *,
    count: Count = int.bit_count,
) -> list[TheoryAdvice]:
    """Every theory that may be published or endorsed and that some world agrees with, the best first.

    A published one can only be endorsed; a token that lies on the board is not free for another ingredient.
    """
    left = [seal for seal in SEALS if seal in seals]
    if not worlds or not left:
        return []
    table = table_of(worlds, count)
    found = [
        _theory(table, ingredient, alchemical, left, published.get(ingredient) == alchemical)
        for ingredient, alchemical in _choices(published)
        if table[ingredient][alchemical]
    ]
    return sorted(found, key=lambda each: (-round(each.points, 9), -each.right))


def theory(
    worlds: Worlds,
    ingredient: str,
    alchemical: str,
    seals: Collection[str],
    *,
    count: Count = int.bit_count,
) -> TheoryAdvice:
    """One theory under the seals that are left, whether or not any world agrees with it."""
    left = [seal for seal in SEALS if seal in seals]
    return _theory(table_of(worlds, count), ingredient, alchemical, left, False)


def _choices(published: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for ingredient in INGREDIENTS:
        if ingredient in published:
            yield ingredient, published[ingredient]
        else:
            taken = published.values()
            yield from ((ingredient, code) for code in ALCHEMICALS if code not in taken)


def _theory(
    table: Mapping[str, Mapping[str, int]],
    ingredient: str,
    alchemical: str,
    seals: Sequence[str],
    published: bool,
) -> TheoryAdvice:
    counts = table[ingredient]
    total, right = sum(counts.values()), counts[alchemical]
    off = {colour: counts[but_for(alchemical, colour)] for colour in COLOURS}
    by_seal = {seal: _points(seal, total, right, off) for seal in seals}
    best = max(seals, key=lambda seal: round(by_seal[seal], 9))
    return TheoryAdvice(ingredient, alchemical, total, right, off, by_seal, best, published)


def but_for(alchemical: str, colour: str) -> str:
    """The formula that differs in the sign of this colour alone."""
    signs = {**SIGNS[alchemical], colour: "-" if SIGNS[alchemical][colour] == "+" else "+"}
    return _BY_SIGNS[tuple(signs.values())]


def _points(seal: str, total: int, right: int, off: Mapping[str, int]) -> float:
    """Points when right, the loss when wrong, nothing where the seal insures (clause reveal.hedge)."""
    data = SEALS[seal].data
    insured = off.get(data["hedge"], 0)
    return float(data["right"] * right + data["wrong"] * (total - right - insured)) / total
