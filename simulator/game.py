"""What the simulator asks of a game: one object for each, every member with a default.

A game changes what it needs in `games/<id>/game.py`, where `GAME` is its object. Pure: what needs Django is
imported where it is used.
"""

from rulebook import finder


class Simulator:
    """A game's part of the simulator: its engine and its table, where it is played here."""


DEFAULT = Simulator()


def get(game_id: str) -> Simulator:
    """The object of a game; the default one, without an engine, for a game that brings none."""
    return finder.load("simulator", game_id) or DEFAULT
