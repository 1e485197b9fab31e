"""What a position is worth: the final result that each seat may expect there, by what one seat knows.

A game says by which traits it judges (`Rules.traits`); what each counts is fitted on games between bots of
one policy, and stands in a file of the game. A game without traits is judged by its points so far.

A seat that is to act is judged by where that policy would take it. What comes of a decision is played on by
the policy for a while before it is judged: traits tell how most positions of a game differ, and can't tell
two moves of one position apart that differ by what happens later.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simulator.engine.chance import substream
from simulator.engine.game import Move, Seat, Step
from simulator.engine.rules import Rules

ALIKE = 4  # worlds
MOST_CHOICES = 12  # of a turn
SMALL = 1.0  # points
MOST_WEIGHTS = 30  # numbers that judge a game
WIN = 100  # per cent: the worth of a won game where only winning counts
DEAL = "dealt"  # the event that tells of a deal
Engine = Rules[Any, Any]


class Doubt(NamedTuple):
    """By how much what is said of an event is off, as a standard deviation: of one that is said to matter
    less than `SMALL` points by so many, of a larger one by such a share of itself.
    """

    small: float = 0.0
    share: float = 0.0

    def variance(self, points: float) -> float:
        return (self.small if abs(points) < SMALL else self.share * points) ** 2


class FittedWorth(NamedTuple):
    """What the traits of a game count, and on how many games between bots of a `policy` that was found.

    What comes of a decision is judged `ahead` moves later, and the decisions of a game may cost so many
    `moves` of the policy in all. The doubts were measured: by how much the worth of a fresh deal is off, and
    what is said of what chance brings later, and of a decision, for whoever makes it and for another seat.
    """

    policy: str = ""
    games: int = 0
    seed: int = 0
    ahead: int = 0
    moves: int = 0
    deal_doubt: float = 0.0
    chance_doubt: Doubt = Doubt()
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
    return played_on(engine, Step(state, (), frozenset()), seat, fitted, seed, 0)[0]


def played_on(
    engine: Engine, step: Step, seat: Seat, fitted: FittedWorth, seed: int, ahead: int | None
) -> tuple[Any, int]:
    """The position after `ahead` moves of the policy (None: without end) and the rest of the seat's turn, up
    to a deal or the end of the game; and how many moves that were.
    """
    made = 0
    while (acting := engine.to_act(step.state)) and not is_deal(step):
        over = -1 if ahead is None else made - ahead
        if over >= MOST_CHOICES or (over >= 0 and acting != {seat}):
            break
        mover = min(acting)
        move = policy_move(engine, step.state, mover, fitted, substream(seed, made))
        step, made = engine.apply(step.state, mover, move), made + 1
    return step.state, made


def is_deal(step: Step) -> bool:
    return any(event.kind == DEAL for event in step.events)


def are_alike(values: Sequence[Any]) -> bool:
    """Whether the first worlds all say the same: then nothing hidden matters, and the others would, too."""
    return len(values) == ALIKE and values.count(values[0]) == ALIKE


def _certain(engine: Engine, state: Any, fitted: FittedWorth) -> tuple[float, ...] | None:
    """The result once there is one; where nothing was fitted, the points so far."""
    if not fitted.weights:
        return points_of(engine, state)
    return None if engine.result(state) is None else points_of(engine, state)


def points_of(engine: Engine, state: Any) -> tuple[float, ...]:
    """The result, or the points so far; a win in per cent of it, where only winning counts."""
    result = engine.result(state)
    scores = engine.scores(state) if result is None else result.scores
    return tuple([float(WIN * score if engine.only_wins else score) for score in scores])


def _judged(engine: Engine, view: Any, seat: Seat, fitted: FittedWorth) -> float:
    traits = engine.traits(view, seat)
    return within(engine, sum([weight * traits[name] for name, weight in fitted.weights.items()]))


def within(engine: Engine, worth: float) -> float:
    """A chance is neither below none nor above a sure win."""
    return min(float(WIN), max(0.0, worth)) if engine.only_wins else worth
