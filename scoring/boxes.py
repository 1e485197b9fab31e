"""Boxes: what expansions add to a game's counting, in folders `games/<game>/boxes/<box>/`. Pure."""

from collections.abc import Mapping
from functools import cache
from types import ModuleType

from rulebook import finder


@cache
def parts(game_id: str, name: str) -> Mapping[str, ModuleType]:
    """The modules called `name` that a game's boxes hold, by box in the order of their ids; imported now."""
    return finder.box_modules("scoring", game_id, name)
