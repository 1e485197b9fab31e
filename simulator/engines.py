"""Rules engines: pure functions over frozen states, a package for each game."""

from importlib import import_module
from typing import Any

from simulator.engine.game import Game

GAMES = {
    "poison": "simulator.games.poison.engine.facade",
    "potions": "simulator.games.potions.engine.facade",
    "wizwar": "simulator.games.wizwar.engine.facade",
}


def get(game_id: str) -> Game[Any, Any]:
    """The engine of a game; imported when first asked for. Raises KeyError."""
    engine: Game[Any, Any] = import_module(GAMES[game_id]).GAME
    return engine
