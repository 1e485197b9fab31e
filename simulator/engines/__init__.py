"""Rules engines: pure functions over frozen states, a package for each game."""

from importlib import import_module
from typing import Any

from simulator.engines.core.game import Game

GAMES = {
    "poison": "simulator.engines.poison",
    "potions": "simulator.engines.potions",
    "wizwar": "simulator.engines.wizwar",
}


def get(game_id: str) -> Game[Any, Any]:
    """The engine of a game; imported when first asked for. Raises KeyError."""
    engine: Game[Any, Any] = import_module(GAMES[game_id]).GAME
    return engine
