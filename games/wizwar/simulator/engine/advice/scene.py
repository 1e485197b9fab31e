"""What the moves of a view are compared with."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.wizwar.simulator.engine.advice.ground import OpenGround
from games.wizwar.simulator.engine.advice.outcomes import MoveOutcome
from games.wizwar.simulator.engine.places import FIGURES
from games.wizwar.simulator.engine.state import (
    CREATURES,
    State,
    creature_name,
)
from simulator.engine.game import Proposition, Seat

FARTHEST = 99


class MoveScene(NamedTuple):
    """What a move is compared with: the position before it, and what comes if nothing is answered there."""

    state: State
    seat: Seat
    ground: OpenGround
    borne: State | None


Aspect = Callable[[MoveScene, MoveOutcome], Iterator[Proposition]]


def name_of(state: State, who: int) -> str:
    return FIGURES[who] if who < CREATURES else creature_name(state, who)


def against(code: str, **params: object) -> Proposition:
    return Proposition(code, params, good=False)
