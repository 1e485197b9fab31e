"""A table of three with a box, and moves there."""

from typing import Any

from games.wizwar.simulator.engine.facade import WizWar
from games.wizwar.simulator.engine.state import State

GAME = WizWar()
NAMES = ["Оля", "Коля", "Рита"]


def position(sets: str, **keys: Any) -> State:
    return GAME.decode({"players": NAMES, "options": {"sets": sets}, **keys})


def make(state: State, *texts: str) -> State:
    """The position after moves, each by one who is to act; «Рита: pass» names who."""
    for text in texts:
        name, _, said = text.partition(": ")
        seat = NAMES.index(name)
        state = GAME.apply(state, seat, GAME.parse(state, seat, said)).state
    return state
