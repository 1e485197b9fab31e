"""Boxes: what expansions add to a game's counting, in folders `games/<game>/boxes/<box>/`. Pure."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType

from rulebook import finder


@cache
def parts(game_id: str, name: str) -> Mapping[str, ModuleType]:
    """The modules called `name` that a game's boxes hold, by box in the order of their ids; imported now."""
    found = finder.boxes("scoring", game_id)
    return {
        box: import_module(f"{room.package}.{name}")
        for box, room in found.items()
        if (room.path / f"{name}.py").is_file()
    }
