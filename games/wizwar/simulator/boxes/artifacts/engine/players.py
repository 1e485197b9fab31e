"""How the quick player uses the box: it takes artifacts in passing, and wishes none away."""

from collections.abc import Callable, Sequence
from typing import Any

from games.wizwar.simulator.boxes.artifacts.engine.artifacts import SEIZE, Wishing
from games.wizwar.simulator.engine.bots import Player, lot
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.state import Act, State
from simulator.engine.game import Move


def seize(state: State, act: Act, moves: Sequence[Move], by_verb: object, player: Player) -> Move | None:
    there = [move for move in moves if move.verb == SEIZE]
    return lot(there, player) if there else None


def choose_wishing(state: State, frame: Wishing, moves: Sequence[Move], player: Player) -> Move:
    return PASS


CHOOSES: dict[type[Any], Callable[..., Move]] = {Wishing: choose_wishing}
