"""Coins that say something of their moves: the truth, and what a test plants among it."""

from collections.abc import Callable, Sequence
from typing import Any

from simulator.engine.chance import substream
from simulator.engine.game import Hint, Move, Proposition
from simulator.engine.reasons import Propositions
from simulator.engine.weighing import Weighing
from tests.conformance.coins import Coins, State, View

Planted = Callable[[View, Move], Sequence[Proposition]]


def nothing(view: View, move: Move) -> Sequence[Proposition]:
    return ()


class TellingCoins(Coins):
    """It stands where Poison was: `leaves` so many coins, `reaches` a score or one more, and `often`: in that
    many of 1000 worlds.
    """

    id = "poison"
    slip = 0.05  # one coin is not worth a point: with a usual slip all moves would be alike

    def __init__(self, planted: Planted = nothing, weighing: Weighing | None = None) -> None:
        self.planted, self.own_weighing = planted, weighing

    def weighing(self, view: View, seed: int, whole: bool = True) -> Weighing | None:
        return self.own_weighing or super().weighing(view, seed, whole)

    def propositions(self, view: View, hint: Hint) -> Propositions:
        return {
            row.move: [*self.planted(view, row.move), *self._true(view, row.move)] for row in hint.estimates
        }

    def _true(self, view: View, move: Move) -> list[Proposition]:
        taken = move.args[0]
        return [
            Proposition("leaves", {"n": view.coins - taken}, good=taken == 2),
            Proposition("reaches", {"n": view.scores[view.seat or 0] + taken}, good=taken == 2, likely=True),
        ]

    def holds(self, world: State, seat: int, move: Move, said: Proposition) -> bool:
        after = self.apply(world, seat, move).state
        looked_up: dict[str, Callable[[Any], bool]] = {
            "leaves": lambda n: after.coins == n,
            "reaches": lambda n: n <= after.scores[seat] <= n + 1,
            "often": lambda n: substream(world.chance.rng, 1) % 1000 < n,
        }
        return looked_up[said.code](said.params["n"])
