"""Rules engines: pure functions over frozen states, one for each game that is played here."""

from typing import Any

from rulebook import finder
from simulator import game
from simulator.engine.game import Game


def ids() -> list[str]:
    """The games that have an engine, in the order of their ids."""
    return [game_id for game_id in finder.rooms("simulator") if has(game_id)]


def has(game_id: str) -> bool:
    """Whether a game is played here."""
    return game.get(game_id).engine is not None


def get(game_id: str) -> Game[Any, Any]:
    """The engine of a game; imported when first asked for. Raises KeyError."""
    engine = game.get(game_id).engine
    if engine is None:
        raise KeyError(game_id)
    return engine
