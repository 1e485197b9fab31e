"""How good what was fitted is: luck and skill over many games between equal bots, how far both are off."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from simulator.engine.chance import Rng, substream
from simulator.engine.game import Move, Seat, Step
from simulator.engine.rules import Rules
from simulator.engine.worth import SMALL, Doubt, FittedWorth, policy_move, turn_ended, worths
from simulator.game import engine_of
from simulator.review.games import EqualGame, games_of
from simulator.review.shares import Redraws, ResultPart, Z, base_of, is_deal, parts_of, shares_of

FEW = Redraws(8, 16, 1)  # the mean over many games needs no more of each
LUCK, RESULT = "luck", "result"
WORLDS = 8  # in which a move is played on, twice
DECISIONS = 4  # of each game that are looked at


class Spread(NamedTuple):
    """A mean over games, half the width of its interval of 95 %, and the standard deviation."""

    mean: float
    half_width: float
    spread: float


def spreads(game_id: str, policy: str, games: int, seed: int, fitted: FittedWorth) -> Mapping[str, Spread]:
    """Over many games, of one seat in each: every part, luck as a whole, and the result beyond what could be
    expected before the deal.
    """
    engine, found = engine_of(game_id), dict[str, list[float]]()
    for done in games_of(game_id, policy, games, seed):
        shares = list(shares_of(engine, done.record, done.steps, fitted, FEW))
        row = {part.part.value: part.points for part in parts_of(shares, done.seat, fitted)}
        row[LUCK] = row[ResultPart.DEAL] + row[ResultPart.CHANCE]
        row[RESULT] = done.scores[done.seat] - base_of(shares, done.seat)
        for name, points in row.items():
            found.setdefault(name, []).append(points)
    return {name: spread_of(values) for name, values in found.items()}


def spread_of(values: Sequence[float]) -> Spread:
    n = len(values)
    mean = sum(values) / n
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1))
    return Spread(mean, Z * spread / math.sqrt(n), spread)


class Error(NamedTuple):
    """What was said of something, and how far it was off, squared: the product of what two playouts say."""

    said: float
    squared: float


class Doubts(NamedTuple):
    """By how much the worth of a fresh deal is off, and what is said of a decision that isn't the policy's,
    for its own seat and for another.
    """

    deal: float
    own: Doubt
    others: Doubt


def doubts(game_id: str, policy: str, games: int, seed: int, fitted: FittedWorth) -> Doubts:
    """By playing on with the policy up to the next deal, twice, in other worlds of the same view: what both
    playouts say together of how far off something is, is no chance of theirs.
    """
    engine, deals, own, others = engine_of(game_id), list[float](), list[Error](), list[Error]()
    for done in games_of(game_id, policy, games, seed):
        deals.append(_deal_off(engine, done, fitted))
        for mover, errors in _decisions_off(engine, done, fitted):
            own.append(errors[mover])
            others += [each for seat, each in enumerate(errors) if seat != mover]
    return Doubts(_root(sum(deals), len(deals)), _doubt_of(own), _doubt_of(others))


def _doubt_of(errors: Sequence[Error]) -> Doubt:
    small = [each for each in errors if abs(each.said) < SMALL]
    large = [each for each in errors if abs(each.said) >= SMALL]
    return Doubt(
        _root(sum(each.squared for each in small), len(small)),
        _root(sum(each.squared for each in large), sum(each.said**2 for each in large)),
    )


def _root(squares: float, n: float) -> float:
    return round(math.sqrt(max(0.0, squares) / n), 3) if n else 0.0


def _deal_off(engine: Rules[Any, Any], done: EqualGame, fitted: FittedWorth) -> float:
    """The product of both differences, for a deal of a game and the seat that is looked at."""
    rng = Rng(done.record.seed)
    state = rng.choice([step.state for n, step in enumerate(done.steps) if n == 0 or is_deal(step)])
    said = worths(engine, state, done.seat, fitted)[done.seat]
    one, other = (
        _played_on(engine, engine.resample(state, done.seat, world), done.seat, fitted, world)[done.seat]
        for world in (rng.bits(), rng.bits())
    )
    return (one - said) * (other - said)


def _decisions_off(
    engine: Rules[Any, Any], done: EqualGame, fitted: FittedWorth
) -> Iterator[tuple[Seat, list[Error]]]:
    """Of some positions the seat to act, and by seats how far off is what is said of a random move."""
    rng = Rng(done.record.seed)
    for _ in range(DECISIONS):
        ply = rng.below(len(done.steps) - 1)
        state, mover = done.steps[ply].state, done.record.moves[ply][0]
        policy = policy_move(engine, state, mover, fitted, rng.bits())
        moves = [move for move in engine.legal_moves(state, mover) if move != policy]
        if moves:
            move, seeds = rng.choice(moves), (rng.bits(), rng.bits())
            one, other = (_apart(engine, state, mover, move, policy, fitted, seed) for seed in seeds)
            yield (
                mover,
                [
                    Error((a.said + b.said) / 2, (a.said - a.came) * (b.said - b.came))
                    for a, b in zip(one, other, strict=True)
                ],
            )


class Apart(NamedTuple):
    """By how much a seat is said to be better off with one move than with another, and came to be."""

    said: float
    came: float


def _apart(
    engine: Rules[Any, Any], state: Any, mover: Seat, move: Move, policy: Move, fitted: FittedWorth, seed: int
) -> list[Apart]:
    """By seats, on average over some worlds of the mover's view, played on in both cases."""
    found = [Apart(0.0, 0.0)] * engine.players(state)
    for n in range(WORLDS):
        chance = substream(seed, n)
        world = engine.resample(state, mover, chance)
        for each, weight in ((move, 1 / WORLDS), (policy, -1 / WORLDS)):
            after = engine.apply(world, mover, each)
            ended = turn_ended(engine, after.state, mover, fitted, chance)
            said = worths(engine, ended, mover, fitted)
            came = said if is_deal(after) else _played_on(engine, after.state, mover, fitted, chance)
            found = [
                Apart(old.said + weight * a, old.came + weight * b)
                for old, a, b in zip(found, said, came, strict=True)
            ]
    return found


def _played_on(
    engine: Rules[Any, Any], state: Any, knower: Seat, fitted: FittedWorth, seed: int
) -> tuple[float, ...]:
    """What each seat may expect after the next deal, by what `knower` sees then, or has at the end."""
    step, ply = Step(state, (), frozenset()), 0
    while (acting := engine.to_act(step.state)) and not is_deal(step):
        mover = min(acting)
        move = policy_move(engine, step.state, mover, fitted, substream(seed, ply))
        step, ply = engine.apply(step.state, mover, move), ply + 1
    return worths(engine, step.state, knower, fitted)
