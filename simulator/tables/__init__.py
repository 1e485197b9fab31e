"""How each game's table is drawn: from a view to what templates show. A module for each game."""

from importlib import import_module
from types import ModuleType

TABLES = {
    "poison": "simulator.tables.poison",
}


def get(game_id: str) -> ModuleType:
    """The drawing module of a game. Raises KeyError."""
    return import_module(TABLES[game_id])
