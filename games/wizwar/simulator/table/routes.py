"""Where a wizard can walk in his turn: the squares within his steps, and the steps to each. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from games.wizwar.simulator.engine.board import BUSH, FIRE, home
from games.wizwar.simulator.engine.geometry import net
from games.wizwar.simulator.engine.moving import (
    is_airy,
    phase_refusal,
    step_refusal,
    steps_left,
    walk_refusal,
)
from games.wizwar.simulator.engine.places import SIDES
from games.wizwar.simulator.engine.plans.ways import Ways
from games.wizwar.simulator.engine.state import Act, State
from games.wizwar.simulator.engine.view import View
from games.wizwar.simulator.table import boxes
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from simulator.engine.tuples import replaced

STEP, PHASE = "step", "phase"
Route = tuple[Move, ...]  # steps; through walls as often as Pass Through Wall allows
N = TypeVar("N")
Node = tuple[int, int]  # a square, and how often one may still go through a wall


def routes(view: View, state: State) -> Mapping[int, Route]:
    """The shortest way to every square within reach, through no wall where there is another; what hurts or
    ends walking is entered last, if at all.

    `state` is any world that agrees with the view: everything that walking depends on is in both.
    """
    act = view.agenda[-1] if view.agenda else None
    if type(act) is not Act or act.seat != view.seat:
        return {}
    if walk_refusal(state, act) is not None:
        return {}
    return _spread(state, act, max(1, steps_left(state, act)))


def ways_ahead(view: View, state: State) -> Mapping[int, list[int]]:
    """In one's own turn, by square that a plan may lead to, the squares of the way there: treasures, homes,
    others, things on the floor.
    """
    act = view.agenda[-1] if view.agenda else None
    if type(act) is not Act or act.seat != view.seat:
        return {}
    ways = Ways(state, act.seat)
    goals = {chest for chest in view.chests if chest >= 0} | {home(seat) for seat in range(view.players)}
    goals |= {wizard.at for wizard in view.wizards if not wizard.out} | {square for square, _ in view.floor}
    return {goal: ways.way(goal) for goal in sorted(goals) if ways.to(goal) > 0}


def spread(
    start: N, moves_from: Callable[[N, int], Iterable[tuple[Move, N, bool]]], most: int
) -> tuple[dict[N, Route], dict[N, Route]]:
    """The shortest ways of at most so many steps, and those whose last step hurts or ends walking.

    `moves_from(place, steps)`: what may follow after so many steps: the move, where one is then, whether
    it hurts or ends walking.
    """
    found: dict[N, Route] = {start: ()}
    hurtful: dict[N, Route] = {}
    layer = [start]
    for steps in range(most):
        beyond = []
        for place in layer:
            for move, to, hurts in moves_from(place, steps):
                route = (*found[place], move)
                if hurts:
                    hurtful.setdefault(to, route)
                elif to not in found:
                    found[to] = route
                    beyond.append(to)
        layer = beyond
    return found, hurtful


def _spread(state: State, act: Act, steps: int) -> dict[int, Route]:
    start = (state.wizards[act.seat].at, act.phases)
    found, hurtful = spread(start, lambda node, _: _moves_from(state, act, node), steps)
    best: dict[int, Route] = {}
    for phases in range(act.phases + 1):  # what comes later is preferred
        for nodes in (hurtful, found):
            best |= {square: route for (square, left), route in nodes.items() if left == phases}
    return {square: route for square, route in best.items() if square != start[0]}


def _moves_from(state: State, act: Act, node: Node) -> Iterator[tuple[Move, Node, bool]]:
    """Legal steps from a square: the move, where one is then, and whether one gets hurt."""
    square, phases = node
    moved = state.wizards[act.seat]._replace(at=square)
    there = evolve(state, wizards=replaced(state.wizards, act.seat, moved))
    turn, graph, board = act._replace(phases=phases), net(state.board.layout), state.board
    airy = is_airy(state, act.seat)
    for side, sign in enumerate(SIDES):
        half_edge = square * 4 + side
        to = graph.next[half_edge]
        ends = (board.filled[to] == BUSH and not airy) or boxes.treads(state, act.seat, square, to) != ""
        if step_refusal(there, turn, side) is None:
            burns = board.kinds[half_edge] == FIRE and not airy
            yield Move(STEP, (sign,)), (to, phases), ends or burns
        if phases and phase_refusal(there, turn, side) is None:
            yield Move(PHASE, (sign,)), (to, phases - 1), ends


def goes_through(route: Route) -> bool:
    """Whether it takes a spell that leads through a wall."""
    return any(move.verb == PHASE for move in route)


def as_moves(route: Route) -> str:
    """The steps as one text, one move after another."""
    return ";".join(map(str, route))
