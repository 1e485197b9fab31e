"""What to promise at the exhibition.

Source: clauses exhibition.attempts, exhibition.promise, exhibition.first, exhibition.both.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import NamedTuple

from games.alchemists.simulator.deduction.advice.hand import pairs_in
from games.alchemists.simulator.deduction.data import GAME, POTIONS
from games.alchemists.simulator.deduction.deduction import Pair
from games.alchemists.simulator.deduction.worlds import Count, Worlds, tables

HAND_MOST = 24  # cards of a hand that an exhibition is planned with


class ExhibitionStep(NamedTuple):
    """A pair for a promised potion: `success` of `worlds` make it, `points` are expected of it alone."""

    pair: Pair
    potion: str
    success: int
    points: float


class ExhibitionPlan(NamedTuple):
    """What to show. `points` are expected of all, `both` of them for both signs of a colour."""

    steps: tuple[ExhibitionStep, ...]
    worlds: int
    points: float
    both: float


def exhibition(
    worlds: Worlds,
    hand: Sequence[str],
    attempts: int,
    shown_by_others: Collection[str] = (),
    done: Collection[str] = (),
    *,
    count: Count = int.bit_count,
) -> ExhibitionPlan:
    """The pairs and potions with the highest expected points, decided beforehand (clauses exhibition.*).

    Chances are joint: two potions of one colour count together in the worlds that make both.
    `shown_by_others` have had their first success; `done` are one's own.
    """
    planner = _Exhibition(worlds, hand[:HAND_MOST], shown_by_others, done, count)
    planner.search(Counter(hand[:HAND_MOST]), attempts, 0, (), 0)
    total = max(planner.total, 1)
    both = sum(planner.both(first, second) for first, second in combinations(planner.best, 2))
    steps = tuple(
        ExhibitionStep(pair, potion, planner.made(pair, potion), planner.single(pair, potion) / total)
        for pair, potion in planner.best
    )
    return ExhibitionPlan(steps, planner.total, planner.best_value / total, both / total)


class _Exhibition:
    """A search over what to promise, potion by potion; values are summed over worlds."""

    def __init__(
        self,
        worlds: Worlds,
        hand: Sequence[str],
        shown_by_others: Collection[str],
        done: Collection[str],
        count: Count,
    ):
        self.worlds, self.count, self.total = worlds, count, count(worlds)
        self.first = {potion: potion not in shown_by_others for potion in POTIONS}
        self.open = [potion for potion in POTIONS if potion not in done]
        self.done = done
        self.counts = {
            (pair, potion): count(worlds & tables().made[pair][potion])
            for pair in pairs_in(hand)
            for potion in POTIONS
        }
        self.most = [self._most(potion, pairs_in(hand)) for potion in self.open]
        self.best: tuple[tuple[Pair, str], ...] = ()
        self.best_value = 0

    def made(self, pair: Pair, potion: str) -> int:
        return self.counts[pair, potion]

    def single(self, pair: Pair, potion: str) -> int:
        """First success 1, a later one 0, a failure -1; both signs where the other is already shown."""
        success = self.made(pair, potion)
        extra = int(GAME.constants["exhibit_both"]) * (_opposite(potion) in self.done)
        gain = int(GAME.constants["exhibit_first"]) * self.first[potion] + extra
        return gain * success - int(GAME.constants["exhibit_failure"]) * (self.total - success)

    def both(self, first: tuple[Pair, str], second: tuple[Pair, str]) -> int:
        """The reward for both signs of a colour, in the worlds that make both."""
        if first[1] != _opposite(second[1]):
            return 0
        made = tables().made
        together = self.worlds & made[first[0]][first[1]] & made[second[0]][second[1]]
        return int(GAME.constants["exhibit_both"]) * self.count(together)

    def search(
        self, hand: Counter[str], attempts: int, place: int, chosen: tuple[tuple[Pair, str], ...], value: int
    ) -> None:
        """Goes on with the `place`-th open potion: leaves it out, or promises it from each pair in hand."""
        if value > self.best_value:
            self.best, self.best_value = chosen, value
        if not attempts or place == len(self.open) or value + self._hope(place, attempts) <= self.best_value:
            return
        potion = self.open[place]
        for pair in pairs_in(tuple(hand)):
            step = (pair, potion)
            if self.made(pair, potion):
                more = self.single(pair, potion) + sum(self.both(each, step) for each in chosen)
                self.search(hand - Counter(pair), attempts - 1, place + 1, (*chosen, step), value + more)
        self.search(hand, attempts, place + 1, chosen, value)

    def _hope(self, place: int, attempts: int) -> int:
        """More than this the remaining potions can't bring, had each the best pair of the whole hand."""
        return sum(sorted(self.most[place:], reverse=True)[:attempts])

    def _most(self, potion: str, pairs: Sequence[Pair]) -> int:
        """The most that a potion can add: its best chance, and both signs with the other's best."""
        success, other = (
            max((self.made(pair, each) for pair in pairs), default=0) for each in (potion, _opposite(potion))
        )
        best = max((self.single(pair, potion) for pair in pairs), default=0)
        later = potion > _opposite(potion)  # the reward is counted with the second of both
        bonus = int(GAME.constants["exhibit_both"]) * min(success, other) * later
        return max(best + bonus, 0)


def _opposite(potion: str) -> str:
    return potion[0] + ("-" if potion[1] == "+" else "+")
