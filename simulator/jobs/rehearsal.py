"""One random game of an engine, with a look at all that pages will ask of it. Pure."""

import time
from typing import Any

from simulator.bulk.fuzzing import inspect
from simulator.engine.chance import substream
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
    config, end = next(iter(game.configs.values())), time.process_time() + ENOUGH
    options = {**config.options, **game.bulk_options}
    state, ply = game.new_game({"players": config.seats[0], "options": options}, SEED).state, 0
    _look(game, state, ply)
    while (acting := game.to_act(state)) and time.process_time() < end:
        seat = min(acting)
        move = random_bot(None, game.legal_moves(state, seat), substream(SEED, ply))
        state, ply = game.apply(state, seat, move).state, ply + 1
        _look(game, state, ply)
    return ply


def _look(game: Rules[Any, Any], state: Any, ply: int) -> None:
    inspect(game, state, ply)
    for seat in (None, *range(game.players(state))):
        game.view_json(game.view(state, seat))
    game.encode(state)
