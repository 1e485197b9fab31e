"""What a position is worth: the final result that each seat may expect there, by what one seat knows.

A game says by which traits it judges (`Rules.traits`); what each counts is fitted on games between bots of
one policy, and stands in a file of the game. A game without traits is judged by its points so far.

A seat that is to act is judged by where that policy would take it: so a decision is compared with another
from the same position, in the same worlds, and what is off in both cancels out.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simulator.engine.chance import substream
from simulator.engine.game import Move, Seat
from simulator.engine.rules import Rules

ALIKE = 4  # worlds
MOST_CHOICES = 12  # of a turn
SMALL = 1.0  # points
MOST_WEIGHTS = 30  # numbers that judge a game
Engine = Rules[Any, Any]


class Doubt(NamedTuple):
    """By how much what is said of a decision that isn't the policy's is off, as a standard deviation: of one
    that is said to matter less than `SMALL` points by so many, of a larger one by such a share of itself.
    """

    small: float = 0.0
    share: float = 0.0

    def variance(self, points: float) -> float:
        return (self.small if abs(points) < SMALL else self.share * points) ** 2


class FittedWorth(NamedTuple):
    """What the traits of a game count, and on how many games between bots of a `policy` that was found.

    The doubts were measured: by how much the worth of a fresh deal is off, and what is said of a decision,
    for whoever makes it and for another seat.
    """

    policy: str = ""
    games: int = 0
    seed: int = 0
    deal_doubt: float = 0.0
    own_doubt: Doubt = Doubt()
    others_doubt: Doubt = Doubt()
    weights: Mapping[str, float] = {}


POINTS_SO_FAR = FittedWorth()


def worths(engine: Engine, state: Any, knower: Seat, fitted: FittedWorth) -> tuple[float, ...]:
    """The final result that each seat may expect, by what `knower` sees of the position."""
    certain = _certain(engine, state, fitted)
    if certain is not None:
        return certain
    view = engine.view(state, knower)
    return tuple(_judged(engine, view, seat, fitted) for seat in range(engine.players(state)))


def own_worths(engine: Engine, state: Any, fitted: FittedWorth, seed: int, worlds: int) -> tuple[float, ...]:
    """The same, each by what that seat sees itself: who is to act, after the policy's move in at most so many
    worlds that it can't tell from this one.
    """
    certain = _certain(engine, state, fitted)
    if certain is not None:
        return certain
    acting = engine.to_act(state)
    return tuple(
        _after_policy(engine, state, seat, fitted, seed, worlds)
        if seat in acting
        else _judged(engine, engine.view(state, seat), seat, fitted)
        for seat in range(engine.players(state))
    )


def policy_move(engine: Engine, state: Any, seat: Seat, fitted: FittedWorth, seed: int) -> Move:
    """What the policy would do there, by what the seat sees."""
    return engine.bots[fitted.policy](engine.view(state, seat), engine.legal_moves(state, seat), seed)


def _after_policy(
    engine: Engine, state: Any, seat: Seat, fitted: FittedWorth, seed: int, worlds: int
) -> float:
    move = policy_move(engine, state, seat, fitted, seed)
    values = []
    for n in range(worlds):
        after = engine.apply(engine.resample(state, seat, substream(seed, n)), seat, move).state
        after = turn_ended(engine, after, seat, fitted, seed)
        certain = _certain(engine, after, fitted)
        values.append(certain[seat] if certain else _judged(engine, engine.view(after, seat), seat, fitted))
        if are_alike(values):
            break
    return sum(values) / len(values)


def turn_ended(engine: Engine, state: Any, seat: Seat, fitted: FittedWorth, seed: int) -> Any:
    """The position once others are to act, where the policy goes on with what the seat has begun: half of a
    compound move is worth nothing by itself.
    """
    for n in range(MOST_CHOICES):
        if engine.to_act(state) != {seat}:
            break
        state = engine.apply(state, seat, policy_move(engine, state, seat, fitted, substream(seed, n))).state
    return state


def are_alike(values: Sequence[Any]) -> bool:
    """Whether the first worlds all say the same: then nothing hidden matters, and the others would, too."""
    return len(values) == ALIKE and values.count(values[0]) == ALIKE


def _certain(engine: Engine, state: Any, fitted: FittedWorth) -> tuple[float, ...] | None:
    """The result once there is one; where nothing was fitted, the points so far."""
    result = engine.result(state)
    if result is not None:
        return tuple(map(float, result.scores))
    return None if fitted.weights else tuple(map(float, engine.scores(state)))


def _judged(engine: Engine, view: Any, seat: Seat, fitted: FittedWorth) -> float:
    traits = engine.traits(view, seat)
    return sum([weight * traits[name] for name, weight in fitted.weights.items()])
