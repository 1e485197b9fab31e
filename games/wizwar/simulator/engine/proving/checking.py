"""Whether a proposition of a hint is so in a world: moves are made, and the positions after them looked at.

Nothing here knows how propositions are made, how moves are weighed or who plays: only moves, cards, and the
engine's own measures of ways and lines. What the others could answer doesn't count («если не ответят»): of
their hands only what the seat has seen is left. A move that only begins something is taken at its best.
"""

from functools import lru_cache

from games.wizwar.simulator.engine.proving.case import Checks, MoveMade
from games.wizwar.simulator.engine.proving.fighting import FIGHTING
from games.wizwar.simulator.engine.proving.owning import OWNING
from games.wizwar.simulator.engine.proving.walking import WALKING
from games.wizwar.simulator.engine.state import State
from simulator.engine.game import Move, Proposition, Seat

CHECKS: Checks = {**FIGHTING, **OWNING, **WALKING}

_made = lru_cache(maxsize=32)(MoveMade)  # all that is said of a move is looked up in the same few worlds


def holds(world: State, seat: Seat, move: Move, said: Proposition) -> bool:
    """Whether it is so. Raises KeyError for a code that there isn't."""
    return CHECKS[said.code](_made(world, seat, move), said.params)
