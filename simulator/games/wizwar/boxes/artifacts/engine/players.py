"""How the quick player uses the box: it takes artifacts in passing, and wishes none away."""

from collections.abc import Callable, Sequence
from typing import Any

from simulator.engine.game import Move
from simulator.games.wizwar.boxes.artifacts.engine.artifacts import SEIZE, Wishing
from simulator.games.wizwar.engine.moves import PASS
from simulator.games.wizwar.engine.state import Act, State


def seize(state: State, act: Act, moves: Sequence[Move], by_verb: object, rand: object) -> Move | None:
    return next((move for move in moves if move.verb == SEIZE), None)


def choose_wishing(state: State, frame: Wishing, moves: Sequence[Move], rand: object) -> Move:
    return PASS


CHOOSES: dict[type[Any], Callable[..., Move]] = {Wishing: choose_wishing}
