"""Rows of cubes on the board: whose action is next, and where the cubes of an action go afterwards."""

from games.alchemists.simulator.engine.data import AREAS, BOOTS, PLACE
from games.alchemists.simulator.engine.goods import Events, change_board
from games.alchemists.simulator.engine.state import Act, Row, State
from simulator.engine.evolve import evolve
from simulator.engine.game import Event, Seat
from simulator.engine.tuples import replaced


def row_of(state: State, seat: Seat, place: int) -> Row | None:
    """A seat's row in an area, if it has one."""
    return next((row for row in state.rows[place] if row.seat == seat), None)


def next_row(state: State, place: int) -> Row | None:
    """Whose action is next: all first ones from the top down, then all second ones… (planning.second)."""
    found = None
    for row in state.rows[place]:
        if row.over < row.actions and (found is None or row.over < found.over):
            found = row
    return found


def cubes_of(state: State, place: int, row: Row) -> int:
    """The cubes of a row's next action."""
    return AREAS[place].cubes[state.players][row.over]


def _change_row(state: State, place: int, row: Row, then: Row) -> State:
    rows = state.rows[place]
    changed = replaced(rows, rows.index(row), then)
    return evolve(state, rows=replaced(state.rows, place, changed))


def performed(state: State, frame: Act) -> State:
    """An action is performed: its cubes come back; the Boots take none and are used for the round."""
    place = PLACE[frame.area]
    row = row_of(state, frame.seat, place)
    assert row is not None  # nobody acts where they have no row
    if frame.boots:
        used = evolve(state, used=(*state.used, BOOTS), agenda=())
        return _change_row(used, place, row, row._replace(done=row.done + 1))
    return take_back(evolve(state, agenda=()), frame.seat, place, row)


def take_back(state: State, seat: Seat, place: int, row: Row) -> State:
    """The next action of a row is done, and its cubes return to the player."""
    cubes = state.boards[seat].cubes + cubes_of(state, place, row)
    state = _change_row(state, place, row, row._replace(over=row.over + 1, done=row.done + 1))
    return change_board(state, seat, cubes=cubes)


def declined(state: State, frame: Act, events: Events) -> State:
    """The cubes of this action alone go to the unused ones; nobody is told why (rulings 106 and 107)."""
    seat, place = frame.seat, PLACE[frame.area]
    if frame.boots:
        events.append(Event("waived", "planning.decline", {"seat": seat, "artifact": BOOTS}))
        return evolve(state, agenda=())
    row = row_of(state, seat, place)
    assert row is not None
    cubes = cubes_of(state, place, row)
    events.append(Event("declined", "planning.decline", {"seat": seat, "area": frame.area, "n": cubes}))
    state = _change_row(evolve(state, agenda=()), place, row, row._replace(over=row.over + 1))
    return change_board(state, seat, unused=state.boards[seat].unused + cubes)
