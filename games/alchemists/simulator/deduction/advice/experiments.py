"""Which pair to mix next: what each experiment tells, two steps ahead.

Source: clause notebook.advice.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.alchemists.simulator.deduction.advice.hand import pairs_in, without
from games.alchemists.simulator.deduction.data import COLOURS, PAIRS, POTIONS, RESULTS, SIGN_OF
from games.alchemists.simulator.deduction.deduction import Pair, bits
from games.alchemists.simulator.deduction.worlds import Count, Worlds, tables

NEGATIVE = tuple(potion for potion in POTIONS if SIGN_OF[potion] == "-")


class Gain(NamedTuple):
    """The information that mixing a pair gives, in bits."""

    pair: Pair
    bits: float


class Experiment(NamedTuple):
    """Mixing a pair: how many worlds show each result, and what can be hoped for.

    `negative` counts the worlds that make a negative potion; `certain` and `hedgeable` are how many more
    ingredients are known, or known but for one colour, on average; `ahead` is the information of this and
    the best experiment after it, which is `then` for most worlds (None: nothing is left to mix).
    """

    pair: Pair
    bits: float
    results: Mapping[str, int]
    negative: int
    certain: float
    hedgeable: float
    ahead: float
    then: Pair | None


def gains(worlds: Worlds, pairs: Sequence[Pair] = PAIRS, *, count: Count = int.bit_count) -> list[Gain]:
    """How much each pair tells, the best first; ties stand in the order of the content."""
    found = [Gain(pair, bits(_counts(worlds, pair, count))) for pair in pairs] if worlds else []
    return sorted(found, key=lambda gain: -round(gain.bits, 9))


def _counts(worlds: Worlds, pair: Pair, count: Count) -> list[int]:
    return [count(worlds & made) for made in tables().made[pair].values()]


def experiments(
    worlds: Worlds, hand: Sequence[str] | None = None, *, count: Count = int.bit_count
) -> list[Experiment]:
    """Every experiment that a hand allows, the best two steps ahead first."""
    if not worlds:
        return []
    before, both = known(worlds), _Both(worlds, count)
    found = [_experiment(both, pair, hand, before) for pair in pairs_in(hand)]
    return sorted(found, key=lambda each: (-round(each.ahead, 9), -round(each.bits, 9)))


class _Both:
    """How many worlds show which results of two pairs; either way round it is the same count."""

    def __init__(self, worlds: Worlds, count: Count):
        self.worlds, self.count = worlds, count
        self.rows: dict[tuple[Pair, Pair], Sequence[Sequence[int]]] = {}

    def parts(self, pair: Pair) -> list[Worlds]:
        """The worlds that show each result of a pair."""
        return [self.worlds & made for made in tables().made[pair].values()]

    def of(self, pair: Pair, other: Pair) -> Sequence[Sequence[int]]:
        """For each result of a pair a row with the counts of each result of the other."""
        if (pair, other) not in self.rows:
            rows = [self._row(part, other) for part in self.parts(pair)]
            self.rows[other, pair] = [*zip(*rows, strict=True)]
            self.rows[pair, other] = rows
        return self.rows[pair, other]

    def _row(self, part: Worlds, other: Pair) -> list[int]:
        return _counts(part, other, self.count) if part else [0] * len(RESULTS)


def _experiment(both: _Both, pair: Pair, hand: Sequence[str] | None, before: tuple[int, int]) -> Experiment:
    total = both.count(both.worlds)
    parts = dict(zip(RESULTS, both.parts(pair), strict=True))
    counts = {result: both.count(part) for result, part in parts.items()}
    learned = [(counts[result], known(part)) for result, part in parts.items() if part]
    ahead, then = _ahead(both, pair, parts.values(), pairs_in(without(hand, pair)))
    own = bits(list(counts.values()))
    return Experiment(
        pair=pair,
        bits=own,
        results=counts,
        negative=sum(counts[potion] for potion in NEGATIVE),
        certain=sum(n * after[0] for n, after in learned) / total - before[0],
        hedgeable=sum(n * after[1] for n, after in learned) / total - before[1],
        ahead=own + ahead / total,
        then=then,
    )


def _ahead(
    both: _Both, pair: Pair, parts: Iterable[Worlds], pairs: Sequence[Pair]
) -> tuple[float, Pair | None]:
    """The information of the best next experiment, summed over worlds; and the pair that is best for most."""
    total, votes = 0.0, Counter[Pair]()
    for n, part in enumerate(parts):
        if part & (part - 1) and pairs:  # more than one world
            best = max(pairs, key=lambda other: bits(both.of(pair, other)[n]))
            weight = sum(both.of(pair, best)[n])
            total += weight * bits(both.of(pair, best)[n])
            votes[best] += weight
    return total, max(votes, key=lambda pair: votes[pair], default=None)


def known(worlds: Worlds) -> tuple[int, int]:
    """Of how many ingredients all three signs are known, and of how many at least two."""
    certain = hedgeable = 0
    for signed in tables().signed.values():
        signs = sum(not worlds & ~each for each in signed.values())
        certain += signs == len(COLOURS)
        hedgeable += signs >= len(COLOURS) - 1
    return certain, hedgeable
