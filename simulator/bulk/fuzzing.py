"""Whole games between bots in which every position is inspected, and what happens is counted.

Pure, so that it runs in any process. A fault comes with the record that leads to it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from simulator.engine.chance import substream
from simulator.engine.game import Step
from simulator.engine.record import Record
from simulator.engine.refusal import BadConfig, BadPosition, BadRecord, IllegalMove
from simulator.engine.rules import Rules
from simulator.game import engine_of

CHUNK = 10  # games of a job

# All that a mistake in an engine raises, or that the core raises about it.
MISTAKES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    BadConfig,
    BadPosition,
    BadRecord,
    IllegalMove,
)


class FaultFound(Exception):
    """A game that went wrong: its record so far, and what was wrong."""

    def __init__(self, record: Record, what: str):
        super().__init__(record, what)
        self.record, self.what = record, what

    def __str__(self) -> str:
        return self.what


class FuzzRun(NamedTuple):
    """A configuration with a number of players, and the bot that sits on every seat."""

    config: str
    players: int
    bot: str

    def __str__(self) -> str:
        return f"{self.config}-{self.players}-{self.bot}"


class FuzzJob(NamedTuple):
    """Games `first` … `first + games - 1` of a run, whose seed is `seed`."""

    game: str
    run: FuzzRun
    seed: int
    first: int
    games: int


class FuzzedGames(NamedTuple):
    """How often each thing was met in so many games of a run."""

    run: FuzzRun
    games: int
    met: Counter[str]


def options_of(game_id: str, run: FuzzRun) -> dict[str, Any]:
    game = engine_of(game_id)
    return {**game.bulk_options, **game.configs[run.config].options}


def jobs(game_id: str, runs: Sequence[FuzzRun], seed: int, games: int) -> Iterator[FuzzJob]:
    """So many games of each run."""
    for place, run in enumerate(runs):
        for first in range(0, games, CHUNK):
            yield FuzzJob(game_id, run, substream(seed, place), first, min(CHUNK, games - first))


def fuzz(job: FuzzJob) -> FuzzedGames:
    """Plays a job in this process. Raises FaultFound, which says in which game."""
    config = {"players": job.run.players, "options": options_of(job.game, job.run)}
    met: Counter[str] = Counter()
    for number in range(job.first, job.first + job.games):
        try:
            met += met_in(job.game, config, job.run.bot, substream(job.seed, number))
        except FaultFound as fault:
            raise FaultFound(fault.record, f"{job.run}, game {number}: {fault}") from fault
    return FuzzedGames(job.run, job.games, met)


def inspect(game: Rules[Any, Any], state: Any, ply: int) -> None:
    """Raises AssertionError where a position is not as it should be."""
    game.invariants(state)
    acting = game.to_act(state)
    assert bool(acting) == (game.result(state) is None), "over means that nobody is to act"
    assert ply <= game.max_decisions, "longer than max_decisions"
    for seat in acting:
        moves = game.legal_moves(state, seat)
        assert moves, f"seat {seat} is to act and has no move"
        for move in (moves[0], moves[-1]):
            refusal = game.check(state, seat, move)
            assert refusal is None, f"{move} is offered and refused: {refusal}"


def first_line(error: Exception) -> str:
    """Short enough to compare; an assertion may go on with its operands."""
    return f"{type(error).__name__}: {error}".splitlines()[0]


def met_in(game_id: str, config: Mapping[str, Any], bot: str, seed: int) -> Counter[str]:
    """One whole game: how often each kind of event, and each of the game's rarities, was met in it.

    Raises FaultFound.
    """
    game = engine_of(game_id)
    record = Record(game.id, game.rules, config, seed)
    met: Counter[str] = Counter()
    try:
        step = game.new_game(config, seed)
        met.update(event.kind for event in step.events)
        inspect(game, step.state, 0)
        while acting := game.to_act(step.state):
            before, seat = step.state, min(acting)
            legal = game.legal_moves(before, seat)
            move = game.bots[bot](game.view(before, seat), legal, substream(seed, len(record.moves)))
            record = record.with_move(seat, move)
            step = game.apply(before, seat, move)
            _count(met, game, before, step)
            inspect(game, step.state, len(record.moves))
    except MISTAKES as error:
        raise FaultFound(record, first_line(error)) from error
    return met


def _count(met: Counter[str], game: Rules[Any, Any], before: Any, step: Step) -> None:
    met.update(event.kind for event in step.events)
    met.update(game.rarities_in(before, step))
