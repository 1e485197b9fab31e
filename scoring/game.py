"""What scoring asks of a game: one object for each, every member with a default.

A game changes what it needs in `games/<id>/game.py`, where `GAME` is its object. Pure: what needs Django is
imported where it is used.
"""

from rulebook import finder


class Scoring:
    """A game's part of the counting. Without one a game has a ledger of one number a round."""


DEFAULT = Scoring()


def get(game_id: str) -> Scoring:
    """The object of a game; the default one for a game that brings none."""
    return finder.load("scoring", game_id) or DEFAULT
