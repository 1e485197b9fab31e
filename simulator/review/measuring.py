"""How good what was fitted is: luck and skill over many games between equal bots, how far both are off."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from statistics import fmean
from typing import Any, NamedTuple

from simulator.engine.chance import Rng, substream
from simulator.engine.game import Move, Seat, Step
from simulator.engine.worth import (
    SMALL,
    Doubt,
    Engine,
    FittedWorth,
    is_deal,
    own_worths,
    played_on,
    policy_move,
    worths,
)
from simulator.game import engine_of
from simulator.review.games import EqualGame, EqualGames, game_of
from simulator.review.shares import Redraws, ResultPart, Z, base_of, parts_of, shares_of

FEW = Redraws(8, 16, 1, 4)  # the mean over many games needs no more of each
LUCK, RESULT = "luck", "result"
WORLDS = 8  # in which a move is played on, twice
DEALS = 32  # of the same hand, played on twice
LOOKED_AT = 4  # decisions of each game, and events of chance
TRIED = 60  # plies, to find so many of these


class Spread(NamedTuple):
    """A mean over games, half the width of its interval of 95 %, and the standard deviation."""

    mean: float
    half_width: float
    spread: float


def row_of(asked: EqualGames, fitted: FittedWorth, number: int) -> dict[str, float]:
    """Of one seat in a game: every part, luck as a whole, and the result beyond what could be expected before
    the deal.
    """
    done = game_of(asked, number)
    shares = list(shares_of(engine_of(asked.game_id), done.record, done.steps, fitted, FEW))
    row = {part.part.value: part.points for part in parts_of(shares, done.seat, fitted)}
    row[LUCK] = row[ResultPart.DEAL] + row[ResultPart.CHANCE]
    row[RESULT] = done.scores[done.seat] - base_of(shares, done.seat)
    return row


def spreads(rows: Iterable[Mapping[str, float]]) -> Mapping[str, Spread]:
    """Over many games."""
    found = dict[str, list[float]]()
    for row in rows:
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
    """By how much the worth of a fresh deal is off, and what is said of what chance brings later, and of a
    decision that isn't the policy's, for its own seat and for another.
    """

    deal: float
    chance: Doubt
    own: Doubt
    others: Doubt


class GameErrors(NamedTuple):
    """What `Doubts` are of: the squared error of a deal, and those of chance and of decisions."""

    deal: float
    chance: list[Error]
    own: list[Error]
    others: list[Error]


def errors_of(asked: EqualGames, fitted: FittedWorth, until: int | None, number: int) -> GameErrors:
    """By playing on with the policy up to the next deal, or for so many moves, twice, in other worlds of the
    same view: what both playouts say together of how far off something is, is no chance of theirs.
    """
    engine, done = engine_of(asked.game_id), game_of(asked, number)
    deal = _deal_off(engine, done, fitted, until)
    chance, own, others = [*_chances_off(engine, done, fitted, until)], list[Error](), list[Error]()
    for mover, errors in _decisions_off(engine, done, fitted, until):
        own.append(errors[mover])
        others += [each for seat, each in enumerate(errors) if seat != mover]
    return GameErrors(deal, chance, own, others)


def doubts(games: Iterable[GameErrors]) -> Doubts:
    deals, *kinds = zip(*games, strict=True)
    return Doubts(_root(sum(deals), len(deals)), *(_doubt_of([*chain(*kind)]) for kind in kinds))


def _doubt_of(errors: Sequence[Error]) -> Doubt:
    small = [each for each in errors if abs(each.said) < SMALL]
    large = [each for each in errors if abs(each.said) >= SMALL]
    return Doubt(
        _root(sum(each.squared for each in small), len(small)),
        _root(sum(each.squared for each in large), sum(each.said**2 for each in large)),
    )


def _root(squares: float, n: float) -> float:
    return round(math.sqrt(max(0.0, squares) / n), 3) if n else 0.0


def _deal_off(engine: Engine, done: EqualGame, fitted: FittedWorth, until: int | None) -> float:
    """The product of both differences, for a deal of a game and the seat that is looked at."""
    rng, seat = Rng(done.record.seed), done.seat
    state = rng.choice([step.state for n, step in enumerate(done.steps) if n == 0 or is_deal(step)])
    said = worths(engine, state, seat, fitted)[seat]
    one, other = (
        fmean(
            _came(engine, engine.resample(state, seat, world), seat, fitted, world, until)[seat]
            for world in half
        )
        for half in ([rng.bits() for _ in range(DEALS)] for _ in range(2))
    )
    return (one - said) * (other - said)


def _chances_off(engine: Engine, done: EqualGame, fitted: FittedWorth, until: int | None) -> Iterator[Error]:
    """Of some events of chance that are no deals how far off it is by how much one outcome is better for who
    moved than another.
    """
    rng, found = Rng(done.record.seed), 0
    for _ in range(TRIED):
        ply = rng.below(len(done.steps) - 1)
        (seat, text), before = done.record.moves[ply], done.steps[ply].state
        move = engine.parse(before, seat, text)
        one, other = (engine.apply(engine.redrawn(before, rng.bits()), seat, move) for _ in range(2))
        views = (engine.view(one.state, seat), engine.view(other.state, seat))
        if views[0] == views[1] or is_deal(one):
            continue
        said, came = _said_and_came(engine, (one, other), seat, fitted, rng, until)
        yield Error(said, (said - came[0]) * (said - came[1]))
        found += 1
        if found == LOOKED_AT:
            return


def _said_and_came(
    engine: Engine, steps: Sequence[Step], seat: Seat, fitted: FittedWorth, rng: Rng, until: int | None
) -> tuple[float, list[float]]:
    """By how much one outcome is said to be better than another for a seat, and twice by how much it was."""
    seeds = [[rng.bits() for _ in range(WORLDS)] for _ in range(2)]
    said = [own_worths(engine, step.state, fitted, seeds[0][0], WORLDS)[seat] for step in steps]
    came = [
        [
            fmean(
                _came(engine, engine.resample(step.state, seat, n), seat, fitted, n, until)[seat]
                for n in half
            )
            for step in steps
        ]
        for half in seeds
    ]
    return said[0] - said[1], [one - other for one, other in came]


def _decisions_off(
    engine: Engine, done: EqualGame, fitted: FittedWorth, until: int | None
) -> Iterator[tuple[Seat, list[Error]]]:
    """Of some positions the seat to act, and by seats how far off is what is said of a random move."""
    rng = Rng(done.record.seed)
    for _ in range(LOOKED_AT):
        ply = rng.below(len(done.steps) - 1)
        state, mover = done.steps[ply].state, done.record.moves[ply][0]
        policy = policy_move(engine, state, mover, fitted, rng.bits())
        moves = [move for move in engine.legal_moves(state, mover) if move != policy]
        if moves:
            both, seeds = (rng.choice(moves), policy), (rng.bits(), rng.bits())
            one, other = (_apart(engine, state, mover, both, fitted, seed, until) for seed in seeds)
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
    engine: Engine,
    state: Any,
    mover: Seat,
    both: tuple[Move, Move],
    fitted: FittedWorth,
    seed: int,
    until: int | None,
) -> list[Apart]:
    """By seats, on average over some worlds of the mover's view, played on in both cases."""
    found = [Apart(0.0, 0.0)] * engine.players(state)
    for n in range(WORLDS):
        chance = substream(seed, n)
        world = engine.resample(state, mover, chance)
        for move, weight in zip(both, (1 / WORLDS, -1 / WORLDS), strict=True):
            step = engine.apply(world, mover, move)
            judged, made = played_on(engine, step, mover, fitted, chance, fitted.ahead)
            said = came = worths(engine, judged, mover, fitted)
            if made >= fitted.ahead:  # else that was the end of it
                last, _ = played_on(engine, step, mover, fitted, chance, until)
                came = worths(engine, last, mover, fitted)
            found = [
                Apart(old.said + weight * a, old.came + weight * b)
                for old, a, b in zip(found, said, came, strict=True)
            ]
    return found


def _came(
    engine: Engine, state: Any, knower: Seat, fitted: FittedWorth, seed: int, until: int | None
) -> tuple[float, ...]:
    """What each seat may expect then, by what `knower` sees, or has at the end."""
    last, _ = played_on(engine, Step(state, (), frozenset()), knower, fitted, seed, until)
    return worths(engine, last, knower, fitted)
