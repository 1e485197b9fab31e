"""Whole games in bulk: bots play, records and totals come back. Pure, so that jobs run in any process.

Every random stream follows from (seed, game number), never from time or process: one worker and ten agree.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import add
from typing import Any

from simulator.bulk.reference import ref_rate
from simulator.engine.chance import substream
from simulator.engine.game import Move, Seat
from simulator.engine.record import Record
from simulator.game import engine_of

CHUNK = 50

Judge = Callable[[Any, Seat, Move], None]


@dataclass(frozen=True)
class Job:
    """Games `first` … `first + games - 1` of a run; `seats` names a bot for each seat.

    `rotated`: in game k the bots sit k places further on, and what comes of it is counted for each bot.
    """

    game: str
    config: Mapping[str, Any]
    seats: tuple[str, ...]
    seed: int
    first: int
    games: int
    rotated: bool = False


@dataclass(frozen=True)
class FinishedGame:
    """A finished game: its record, the score of each seat, the winners and how many decisions it took.

    `tallies` are what the game counts of each seat besides.
    """

    record: Record
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    limited: bool
    decisions: int
    tallies: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class Totals:
    """Sums over games in the order of their numbers. `cpu` in seconds, `ref` in reference iterations.

    `digests` are those of a job's games; a sum has none, so that a million games take no more than one.
    """

    games: int
    limited: int
    decisions: int
    cpu: float
    ref: float
    wins: tuple[float, ...]
    scores: tuple[int, ...]
    tallies: Mapping[str, tuple[int, ...]]
    digests: tuple[str, ...]


def play(
    game_id: str, config: Mapping[str, Any], seats: Sequence[str], seed: int, judge: Judge | None = None
) -> FinishedGame:
    """One whole game between bots; each is given its own view and its own stream of chance. `judge` is shown
    every decision.
    """
    game = engine_of(game_id)
    bots = [game.bots[name] for name in seats]
    state = game.new_game(config, seed).state
    moves: list[tuple[Seat, Move]] = []
    while acting := game.to_act(state):
        seat = min(acting)
        legal = game.legal_moves(state, seat)
        move = bots[seat](game.view(state, seat), legal, substream(seed, len(moves)))
        moves.append((seat, move))
        if judge is not None:
            judge(state, seat, move)
        state = game.apply(state, seat, move).state
    result = game.result(state)
    assert result is not None
    record = Record(game.id, game.rules, config, seed, tuple((seat, str(move)) for seat, move in moves))
    tallies = game.tallies(state)
    return FinishedGame(record, result.scores, result.winners, result.limited, len(moves), tallies)


def run(job: Job) -> Totals:
    """Plays a job in this process."""
    rate, start = ref_rate(), time.process_time()
    games = [_played(job, number) for number in range(job.first, job.first + job.games)]
    cpu = time.process_time() - start
    seats = range(len(job.seats))
    return Totals(
        games=len(games),
        limited=sum(game.limited for game in games),
        decisions=sum(game.decisions for game in games),
        cpu=cpu,
        ref=cpu * rate,
        wins=tuple(sum((s in g.winners) / len(g.winners) for g in games) for s in seats),
        scores=tuple(sum(game.scores[seat] for game in games) for seat in seats),
        tallies=_summed([game.tallies for game in games]),
        digests=tuple(game.record.digest() for game in games),
    )


def _played(job: Job, number: int) -> FinishedGame:
    """One game of a job, with everything by seat as if nobody had moved on."""
    players = len(job.seats)
    on = number % players if job.rotated else 0
    sitting = tuple(job.seats[(seat - on) % players] for seat in range(players))
    game = play(job.game, job.config, sitting, substream(job.seed, number))

    def back(values: Sequence[int]) -> tuple[int, ...]:
        return tuple(values[(seat + on) % players] for seat in range(players))

    return replace(
        game,
        scores=back(game.scores),
        winners=tuple(sorted((seat - on) % players for seat in game.winners)),
        tallies={name: back(counts) for name, counts in game.tallies.items()},
    )


def _summed(tallies: Sequence[Mapping[str, tuple[int, ...]]]) -> dict[str, tuple[int, ...]]:
    """By name and seat; games of one kind count the same things."""
    names = tallies[0] if tallies else ()
    return {name: tuple(map(sum, zip(*(each[name] for each in tallies), strict=True))) for name in names}


def jobs(
    game: str,
    config: Mapping[str, Any],
    seats: Sequence[str],
    seed: int,
    games: int,
    rotated: bool = False,
) -> Iterator[Job]:
    for first in range(0, games, CHUNK):
        yield Job(game, config, tuple(seats), seed, first, min(CHUNK, games - first), rotated)


def summed(parts: Iterable[Totals]) -> tuple[Totals, str]:
    """The sum of jobs, added as they come, and the digest of all their games in order: equal for equal
    arguments, whoever plays. At least one job.
    """
    found, total = hashlib.sha256(), None
    for part in parts:
        found.update(("\n" * bool(total) + "\n".join(part.digests)).encode())
        alone = replace(part, digests=())
        total = _sum(total, alone) if total else alone
    assert total is not None
    return total, found.hexdigest()


def _sum(one: Totals, other: Totals) -> Totals:
    return Totals(
        games=one.games + other.games,
        limited=one.limited + other.limited,
        decisions=one.decisions + other.decisions,
        cpu=one.cpu + other.cpu,
        ref=one.ref + other.ref,
        wins=tuple(map(add, one.wins, other.wins)),
        scores=tuple(map(add, one.scores, other.scores)),
        tallies=_summed([one.tallies, other.tallies]),
        digests=(),
    )
