"""What the rulebook asks of a game besides its content files: one object for each, every member with a default.

A game changes what it needs in `games/<id>/game.py`, where `GAME` is its object. Pure: what needs Django is
imported where it is used.
"""

from rulebook import finder


class Rulebook:
    """A game's part of the rulebook. With content files alone a game does with what stands here."""


DEFAULT = Rulebook()


def get(game_id: str) -> Rulebook:
    """The object of a game; the default one for a game that has nothing but content."""
    return finder.load("rulebook", game_id) or DEFAULT
