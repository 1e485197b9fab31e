"""Where monsters can be led in a turn, as `table.routes` has it for wizards. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from games.wizwar.simulator.boxes.monsters.engine.creatures import creature, living
from games.wizwar.simulator.boxes.monsters.engine.marches import WALK, check_walk, command_refusal
from games.wizwar.simulator.engine.board import FIRE
from games.wizwar.simulator.engine.places import FIGURES, SIDES, square_text
from games.wizwar.simulator.engine.state import Act, State, creature_name
from games.wizwar.simulator.engine.view import View
from games.wizwar.simulator.table import boxes
from games.wizwar.simulator.table.faces import Drawer, Role, within
from games.wizwar.simulator.table.routes import Route, as_moves, spread
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from simulator.engine.tuples import replaced


def turn_of(view: View) -> Act | None:
    """The turn that is under way, whoever is asked at the moment."""
    return next((frame for frame in view.agenda if type(frame) is Act), None)


def _own_turn(view: View) -> Act | None:
    """The viewer's turn, if nothing is asked in it."""
    top = view.agenda[-1] if view.agenda else None
    return top if type(top) is Act and top.seat == view.seat else None


def leads(view: View, state: State) -> Mapping[int, Sequence[str]]:
    """By square the monsters there that the viewer may have walk now."""
    act, found = _own_turn(view), dict[int, list[str]]()
    if act is None:
        return found
    for number, one in living(state):
        if _steps(state, act, number):
            found.setdefault(one.at, []).append(FIGURES[number])
    return found


def ways(drawer: Drawer, view: View, state: State) -> Iterator[tuple[str, Role]]:
    """Every square within reach of a monster, with all its steps there."""
    act = _own_turn(view)
    for number, _ in living(state) if act else ():
        assert act is not None
        who = creature_name(state, number)
        for square, route in _spread(state, act, number).items():
            place = square_text(square)
            said = drawer.say("walk_monster", monster=who, square=place, n=len(route))
            here = state.wizards[number].at if len(route) == 1 else -1
            ends = boxes.treads(state, number, here, square)
            words = f"{said}: {within(drawer.say(ends))}" if ends else said
            yield place, Role(as_moves(route), words, "arrow-right", quiet=True, by=FIGURES[number])


def _spread(state: State, act: Act, number: int) -> dict[int, Route]:
    """The shortest way to every square; what hurts or ends walking is entered last."""
    if command_refusal(state, act, FIGURES[number]) is not None:
        return {}
    start, squares = state.wizards[number].at, len(state.board.filled)
    found, hurtful = spread(
        start, lambda square, steps: _steps(_standing(state, number, square, steps), act, number), squares
    )
    return {square: route for square, route in (hurtful | found).items() if square != start}


def _standing(state: State, number: int, square: int, steps: int) -> State:
    one = creature(state, number)
    moved = one._replace(at=square, used=one.used + steps)
    return evolve(state, wizards=replaced(state.wizards, number, moved))


def _steps(state: State, act: Act, number: int) -> list[tuple[Move, int, bool]]:
    """Legal steps from where it stands: the move, where one is then, whether the way ends there."""
    here, text, board = state.wizards[number].at, FIGURES[number], state.board
    found = []
    for side, sign in enumerate(SIDES):
        if check_walk(state, act, text, sign) is None:
            half_edge = here * 4 + side
            to = board.net.next[half_edge]
            ends = board.kinds[half_edge] == FIRE or boxes.treads(state, number, here, to) != ""
            found.append((Move(WALK, (text, sign)), to, ends))
    return found
