"""How each game's table is drawn: the tables of the games that have an engine. Pure."""

from collections.abc import Sequence

from simulator import game
from simulator.table.base import Table


def get(game_id: str) -> Table:
    """The table of a game. Raises KeyError for a game without an engine."""
    table = game.get(game_id).table
    if table is None:
        raise KeyError(game_id)
    return table


def styles(game_id: str) -> Sequence[str]:
    """The style sheets of a game's own drawings; none for a game without a table."""
    table = game.get(game_id).table
    return () if table is None else table.STYLES
