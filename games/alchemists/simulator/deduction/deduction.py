"""What follows from facts: exact chances over all worlds, forced conclusions with their reasons,
contradictions.

Source: the seed's «Метод исключения» and «Работа с таблицей формул» (clauses formula.ways, notebook.chain,
notebook.chances, notebook.clash). Everything is a function of the list of facts; undoing one is leaving it
out.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from math import log2
from operator import and_
from typing import NamedTuple

from games.alchemists.simulator.deduction.data import ALCHEMICALS, COLOURS, INGREDIENTS, PAIRS, RESULTS
from games.alchemists.simulator.deduction.facts import Fact, worlds_of
from games.alchemists.simulator.deduction.odds import Odds, equal, weigh
from games.alchemists.simulator.deduction.reasons import Chain, clash, shortest
from games.alchemists.simulator.deduction.worlds import ALL, Count, Worlds, tables

Pair = tuple[str, str]
KEPT = 64  # lists of facts whose conclusions a process remembers


class Deduced(NamedTuple):
    """What a list of facts leaves. All numbers but `worlds` are weights: a chance is `n` of `total`.

    `table[ingredient][alchemical]`, `results[pair][result]`, `signs[ingredient][colour + sign]`;
    `contradiction` is the smallest list of facts (indexes) that can't all be true, None while there are
    worlds left.
    """

    worlds: int
    total: int
    table: Mapping[str, Mapping[str, int]]
    results: Mapping[Pair, Mapping[str, int]]
    signs: Mapping[str, Mapping[str, int]]
    contradiction: Chain | None

    @property
    def is_weighed(self) -> bool:
        """Whether the worlds aren't all equally likely."""
        return self.total != self.worlds

    def chances(self, ingredient: str) -> dict[str, Fraction]:
        """The formulas that an ingredient may have, each with its chance."""
        return {code: Fraction(n, self.total) for code, n in self.table[ingredient].items() if n}


class Forced(NamedTuple):
    """A conclusion that no world denies, and the shortest list of facts (indexes) that forces it.

    Either an `ingredient` with its `alchemical` (or a colour and sign such as «B+» in `sign`), or a `pair`
    with its `result`; what it isn't about is empty.
    """

    because: Chain
    ingredient: str = ""
    alchemical: str = ""
    sign: str = ""
    pair: tuple[str, ...] = ()
    result: str = ""


def possible(facts: Sequence[Fact]) -> Worlds:
    """The worlds in which all facts hold."""
    return reduce(and_, map(worlds_of, facts), ALL)


@lru_cache(maxsize=KEPT)
def odds_of(facts: tuple[Fact, ...], *, weighed: bool = True) -> Odds:
    """How likely the worlds are in which all facts hold; unless `weighed`, facts only strike out."""
    worlds = possible(facts)
    return weigh(worlds, facts) if weighed else equal(worlds)


def table_of(worlds: Worlds, count: Count = int.bit_count) -> dict[str, dict[str, int]]:
    """In how many of these worlds each ingredient has each formula."""
    placed = tables().placed
    return {
        ingredient: {code: count(worlds & placed[ingredient][code]) for code in ALCHEMICALS}
        for ingredient in INGREDIENTS
    }


def results_of(worlds: Worlds, count: Count = int.bit_count) -> dict[Pair, dict[str, int]]:
    """In how many of these worlds each pair makes each potion."""
    made = tables().made
    return {pair: {result: count(worlds & made[pair][result]) for result in RESULTS} for pair in PAIRS}


def bits(counts: Sequence[int]) -> float:
    """The entropy of an outcome in bits, from how many worlds show it each way (or what they weigh).

    The same counts in another order give the same number to the last digit; a sure outcome exactly 0.
    """
    shown = sorted(filter(None, counts))
    if len(shown) < 2:
        return 0.0
    total = sum(shown)
    return log2(total) - sum(n * log2(n) for n in shown) / total


def deduce(facts: Sequence[Fact], *, weighed: bool = True) -> Deduced:
    """All that the pages of a notebook show in numbers; the same facts are worked out once."""
    return _deduce(tuple(facts), weighed=weighed)


@lru_cache(maxsize=KEPT)
def _deduce(facts: tuple[Fact, ...], *, weighed: bool) -> Deduced:
    odds = odds_of(facts, weighed=weighed)
    worlds, count = odds.worlds, odds.count
    return Deduced(
        worlds=worlds.bit_count(),
        total=odds.total,
        table=table_of(worlds, count),
        results=results_of(worlds, count),
        signs=_signs_of(worlds, count),
        contradiction=None if worlds else clash([worlds_of(fact) for fact in facts]),
    )


def _signs_of(worlds: Worlds, count: Count) -> dict[str, dict[str, int]]:
    signed = tables().signed
    return {
        ingredient: {key: count(worlds & signed[ingredient][key]) for key in signed[ingredient]}
        for ingredient in INGREDIENTS
    }


def forced(facts: Sequence[Fact]) -> tuple[Forced, ...]:
    """Every ingredient with one formula left, then every pair with one potion left; none for a
    contradiction.
    """
    return _forced(tuple(facts))


@lru_cache(maxsize=KEPT)
def _forced(facts: tuple[Fact, ...]) -> tuple[Forced, ...]:
    worlds, known = possible(facts), tables()
    if not worlds:
        return ()
    sets = [worlds_of(fact) for fact in facts]
    found = [
        Forced(because, ingredient, code)
        for ingredient in INGREDIENTS
        for code in ALCHEMICALS
        if (because := _because(sets, worlds, known.placed[ingredient][code])) is not None
    ]
    found += [
        Forced(because, pair=pair, result=result)
        for pair in PAIRS
        for result in RESULTS
        if (because := _because(sets, worlds, known.made[pair][result])) is not None
    ]
    return tuple(found)


@lru_cache(maxsize=KEPT)
def forced_signs(facts: tuple[Fact, ...]) -> tuple[Forced, ...]:
    """Every sign that is known of an ingredient whose formula isn't."""
    worlds, known = possible(facts), tables()
    if not worlds:
        return ()
    sets = [worlds_of(fact) for fact in facts]
    return tuple(
        Forced(because, ingredient, sign=colour + sign)
        for ingredient in INGREDIENTS
        if all(worlds & ~known.placed[ingredient][code] for code in ALCHEMICALS)
        for colour in COLOURS
        for sign in "+-"
        if (because := _because(sets, worlds, known.signed[ingredient][colour + sign])) is not None
    )


def exclusion_chain(facts: Sequence[Fact], ingredient: str, alchemical: str) -> Chain | None:
    """The shortest list of facts that leaves an ingredient without this formula; None if it may have it."""
    return shortest([worlds_of(fact) for fact in facts], tables().placed[ingredient][alchemical])


def _because(sets: Sequence[Worlds], worlds: Worlds, conclusion: Worlds) -> Chain | None:
    """Why all of `worlds` lie in `conclusion`; None if they don't."""
    return None if worlds & ~conclusion else shortest(sets, ALL & ~conclusion)
