"""Lines of sight and ways by themselves, without a card or a turn: what cases may ask (cases/README.md)."""

from games.wizwar.simulator.engine import sight
from games.wizwar.simulator.engine.board import HIDES
from games.wizwar.simulator.engine.moving import distances, own_distances
from games.wizwar.simulator.engine.places import SEAT_OF, read_edge
from games.wizwar.simulator.engine.positions.short_board import no_place, read_square_on
from games.wizwar.simulator.engine.state import GONE, State
from simulator.engine.game import Seat


def sees(state: State, origin: Seat | str, target: Seat | str) -> bool:
    """From a wizard or a square to a wizard, a square, filled or not, or a side (sight.line, sight.edge)."""
    here, other = _square(state, origin), _wizard(target)
    if other is not None:
        there = _square(state, other)
        return state.board.filled[there] not in HIDES and sight.sees(state.board, here, there)
    edge = read_edge(str(target))
    if edge is None:
        return sight.sees_into(state.board, here, _square(state, target))
    if edge >= len(state.board.kinds):
        raise no_place("pos_edge", str(target))
    return sight.sees_edge(state.board, here, edge)


def steps(state: State, origin: Seat | str, target: Seat | str) -> int | None:
    """A wizard goes by the ways open to him, from a mere square all doors are shut (move.steps)."""
    wizard, here = _wizard(origin), _square(state, origin)
    found = distances(state.board, here) if wizard is None else own_distances(state, wizard)
    n = found[_square(state, target)]
    return None if n < 0 else n


def _wizard(place: Seat | str) -> Seat | None:
    return SEAT_OF.get(place) if isinstance(place, str) else place


def _square(state: State, place: Seat | str) -> int:
    wizard = _wizard(place)
    if wizard is None:
        return read_square_on(place, state.players)
    if wizard >= state.players or state.wizards[wizard].at == GONE:  # out, or no sector lies yet
        raise no_place("pos_square", str(place))
    return state.wizards[wizard].at
