"""One random game of an engine, with a look at all that pages will ask of it. Pure."""

import time
from collections.abc import Iterator
from itertools import count
from typing import Any

from simulator.bulk.fuzzing import inspect
from simulator.engine.chance import substream
from simulator.engine.game import Step
from simulator.engine.rules import Rules, random_bot
from simulator.table.base import Table

SECONDS = 2.0  # of the processor, for a game that can't be interrupted by itself
ENOUGH = 1.5  # after which a long one has shown what it can
SEED = 0


def play(game: Rules[Any, Any], table: Table) -> int:
    """Plays to the end, or long enough; how many decisions that were. What raises, is the game's fault."""
    for name, thing, kind in (("engine", game, Rules), ("table", table, Table)):
        if not isinstance(thing, kind):
            raise TypeError(
                f"{name} must be an object of a class made from {kind.__module__}.{kind.__name__}"
            )
    end, ply = time.process_time() + ENOUGH, 0
    for ply, step in enumerate(random_game(game)):
        _look(game, step.state, ply)
        if time.process_time() > end:
            break
    return ply


def random_game(game: Rules[Any, Any]) -> Iterator[Step]:
    """The deal, then each decision: bots that move at random, the fewest people at the first table."""
    config = next(iter(game.configs.values()))
    options = {**config.options, **game.bulk_options}
    step = game.new_game({"players": config.seats[0], "options": options}, SEED)
    yield step
    for ply in count():
        acting = game.to_act(step.state)
        if not acting:
            return
        seat = min(acting)
        move = random_bot(None, game.legal_moves(step.state, seat), substream(SEED, ply))
        step = game.apply(step.state, seat, move)
        yield step


def _look(game: Rules[Any, Any], state: Any, ply: int) -> None:
    inspect(game, state, ply)
    for seat in (None, *range(game.players(state))):
        game.view_json(game.view(state, seat))
    game.encode(state)
