"""What the rulebook asks of a game besides its content: one object for each, every member with a default.

A game changes what it needs in `games/<id>/game.py`, where `GAME` is its object. Pure: what needs Django is
imported where it is used.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebook import finder

if TYPE_CHECKING:
    from rulebook.wording.sentences import Format


class Rulebook:
    """A game's part of the rulebook. With content files alone a game does with what stands here."""

    # How sentences say parameters that this game alone has, or says otherwise than others, by their names.
    formats: "Mapping[str, Format]" = {}
    # Clauses of `content/shared/` that the game hasn't got and that nothing here ever cites of it.
    uncited: frozenset[str] = frozenset()


DEFAULT = Rulebook()


def get(game_id: str) -> Rulebook:
    """The object of a game; the default one for a game that has nothing but content."""
    return finder.load("rulebook", game_id) or DEFAULT
