"""Games between equal bots, to fit and to measure on."""

from collections.abc import Iterator
from typing import NamedTuple

from simulator.bulk.play import play
from simulator.engine.chance import substream
from simulator.engine.game import Seat, Step
from simulator.engine.record import Record, steps_of
from simulator.game import engine_of


class Played(NamedTuple):
    """A game replayed, and one of its seats, which take turns in being looked at."""

    record: Record
    steps: tuple[Step, ...]
    scores: tuple[int, ...]
    seat: Seat


def games_of(game_id: str, policy: str, games: int, seed: int) -> Iterator[Played]:
    """Tables of all sizes take turns, too."""
    engine = engine_of(game_id)
    config = next(iter(engine.configs.values()))
    options = {**config.options, **engine.bulk_options}
    for number in range(games):
        players = config.seats[number % len(config.seats)]
        setup = {"players": players, "options": options}
        done = play(game_id, setup, [policy] * players, substream(seed, number))
        steps = tuple(steps_of(engine, done.record))
        yield Played(done.record, steps, done.scores, number // len(config.seats) % players)
