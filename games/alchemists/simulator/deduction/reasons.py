"""The shortest chain of facts that forces a conclusion, or that can't all be true.

A conclusion is forced where the facts leave no world against it. So a chain is a list of facts that together
rule out every world of a set. Each world names the facts that rule it out, and a chain has one of them: the
shortest chain is a smallest hitting set. Few worlds matter, those that few facts rule out; so a chain is
sought for the worlds looked at so far, and another world is looked at as long as one is left standing.
"""

from collections.abc import Sequence
from functools import reduce
from operator import and_

from games.alchemists.simulator.deduction.worlds import ALL, Worlds

Chain = tuple[int, ...]
Facts = int  # bit n: the n-th fact
EFFORT = 4_000  # branches; beyond, a chain without an idle link is given instead of the shortest


class _Tired(Exception):
    """Too many branches."""


def shortest(sets: Sequence[Worlds], against: Worlds) -> Chain | None:
    """The fewest of `sets`, as indexes, that together leave no world of `against`; the first such list.

    None if even all of them leave some. Where a search would take too long the chain is only irreducible:
    none of its facts can be left out.
    """
    if _left(sets, range(len(sets)), against):
        return None
    try:
        return _Search(sets, against).first()
    except _Tired:
        return _irreducible(sets, against)


def clash(sets: Sequence[Worlds]) -> Chain | None:
    """The smallest list of facts that can't all be true, the first such; None if they can."""
    return shortest(sets, ALL)


def _left(sets: Sequence[Worlds], chain: Sequence[int], against: Worlds) -> Worlds:
    return reduce(and_, (sets[index] for index in chain), against)


def _irreducible(sets: Sequence[Worlds], against: Worlds) -> Chain:
    """What is left after dropping the facts that aren't needed, the last ones first."""
    kept = list(range(len(sets)))
    for index in reversed(range(len(sets))):
        others = [each for each in kept if each != index]
        if not _left(sets, others, against):
            kept = others
    return tuple(kept)


class _Search:
    """`ruled_out` holds, for each world looked at, the facts that rule it out; the fewest first."""

    def __init__(self, sets: Sequence[Worlds], against: Worlds):
        self.sets, self.against = sets, against
        self.counts = _counted([against & ~worlds for worlds in sets])
        self.ruled_out: list[Facts] = []
        self.branches = 0

    def first(self) -> Chain:
        """The first of the shortest chains; all facts together must leave no world. Raises _Tired."""
        size = 0
        while True:
            if not self._enough(self.ruled_out, size):
                size += 1
                continue
            chain = self._first_of(size)
            left = _left(self.sets, chain, self.against)
            if not left:
                return chain
            self._look(left)

    def _look(self, left: Worlds) -> None:
        """Looks at worlds that no two chosen facts share, always one that fewest facts rule out."""
        while left:
            for digit in reversed(self.counts):
                left = left & ~digit or left
            world = left & -left
            found = [index for index, worlds in enumerate(self.sets) if not world & worlds]
            self.ruled_out.append(sum(1 << index for index in found))
            left = _left(self.sets, found, left)
        self.ruled_out.sort(key=int.bit_count)

    def _first_of(self, size: int) -> Chain:
        """The first list of `size` facts that has one against every world looked at; there is one."""
        chain: list[int] = []
        rest = self.ruled_out
        while rest:
            start = chain[-1] + 1 if chain else 0
            for index in range(start, len(self.sets)):
                after = _without(rest, index)
                if len(after) < len(rest) and self._enough(after, size - len(chain) - 1):
                    break
            chain.append(index)
            rest = after
        return tuple(chain)

    def _enough(self, rest: Sequence[Facts], more: int) -> bool:
        """Whether `more` facts can be chosen so that every entry of `rest` has one of them."""
        if not rest:
            return True
        self.branches += 1
        if self.branches > EFFORT:
            raise _Tired
        if _apart(rest) > more:
            return False
        some = min(rest, key=int.bit_count)
        while some and all(rest):
            fact = some & -some
            if self._enough([each for each in rest if not each & fact], more - 1):
                return True
            some ^= fact
            rest = [each & ~fact for each in rest]
        return False


def _counted(sets: Sequence[Worlds]) -> list[Worlds]:
    """How many of `sets` each world is in, as binary digits: one set of worlds for each, the lowest first."""
    digits: list[Worlds] = []
    for carry in sets:
        for place, digit in enumerate(digits):
            digits[place], carry = digit ^ carry, digit & carry
        if carry:
            digits.append(carry)
    return digits


def _without(rest: Sequence[Facts], index: int) -> list[Facts]:
    """The entries that the fact `index` isn't in, without the facts before it."""
    later = -1 << index + 1
    return [each & later for each in rest if not each >> index & 1]


def _apart(rest: Sequence[Facts]) -> int:
    """Entries that share no fact with each other: so many facts are needed at least."""
    seen = count = 0
    for each in sorted(rest, key=int.bit_count):
        if not each & seen:
            seen |= each
            count += 1
    return count
