"""A game of the smallest kind: six members, everything else by `engine.rules.Rules`.

Coins lie in a row; on a turn one takes one or two and tosses one of them: heads, and it is worth two points.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from simulator.engine.chance import Chance
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Move, Seat, Step
from simulator.engine.rules import Rules
from web.refusal import Refusal

COINS, MOST = 7, 2


class Toss(NamedTuple):
    """A coin as it fell."""

    seat: int
    heads: bool


@dataclass(frozen=True)
class State:
    players: int
    chance: Chance
    coins: int
    turn: int
    scores: tuple[int, ...]
    last: Toss | None


@dataclass(frozen=True)
class View:
    seat: int | None
    players: int
    coins: int
    turn: int
    scores: tuple[int, ...]
    last: Toss | None


class Coins(Rules[State, View]):
    id = "coins"
    seats = range(2, 4)

    def new_game(self, config: Mapping[str, Any], seed: int) -> Step:
        players = config["players"]
        return Step(State(players, Chance(seed), COINS, 0, (0,) * players, None), (), frozenset())

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn}) if state.coins else frozenset()

    def check(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        refusal = self.turn_refusal(state, seat)
        if refusal is None and move not in self.candidates(state, seat):
            refusal = Refusal("bad_move", "turn.play", {"text": str(move)})
        if refusal is None and move.args[0] > state.coins:
            refusal = Refusal("too_many", "turn.play", {"n": state.coins})
        return refusal

    def do(self, state: State, seat: Seat, move: Move) -> Step:
        heads, chance = state.chance.below(2)
        won = move.args[0] + heads
        scores = tuple(score + won * (place == seat) for place, score in enumerate(state.scores))
        after = evolve(
            state,
            chance=chance,
            coins=state.coins - move.args[0],
            turn=(seat + 1) % state.players,
            scores=scores,
            last=Toss(seat, bool(heads)),
        )
        event = Event("took", "turn.play", {"seat": seat, "n": won})
        return Step(after, (event,), frozenset(range(state.players)))

    def candidates(self, state: State, seat: Seat) -> Iterable[Move]:
        return [Move("take", (n,)) for n in range(MOST, 0, -1)]

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state.players, state.coins, state.turn, state.scores, state.last)
