"""Whether what is said of a move is so. It is there to catch what the hint says: found by the rules and the
cards alone, with worlds that are listed one by one.
"""

from typing import Any

from games.alchemists.simulator.engine import rules
from games.alchemists.simulator.engine.proving import goods, mixing, planning, selling, theories
from games.alchemists.simulator.engine.proving.tried import Tried
from games.alchemists.simulator.engine.state import State
from simulator.engine.game import Move, Proposition, Seat

CHECKS = {**mixing.CHECKS, **goods.CHECKS, **selling.CHECKS, **theories.CHECKS, **planning.CHECKS}


def holds(world: State, seat: Seat, move: Move, said: Proposition) -> bool:
    """Whether a legal move is as a proposition says; parameters may have gone through JSON."""
    check = CHECKS.get(said.code)
    if check is None or rules.check(world, seat, move) is not None:
        return False
    return check(Tried(world, seat, move), **{name: _plain(value) for name, value in said.params.items()})


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value
