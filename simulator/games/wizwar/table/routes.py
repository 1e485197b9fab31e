"""Where a wizard can walk in his turn: the squares within his steps, and the steps to each. Pure."""

from collections.abc import Mapping

from simulator.engine.evolve import evolve
from simulator.engine.tuples import replaced
from simulator.games.wizwar.engine.board import BUSH, FIRE
from simulator.games.wizwar.engine.geometry import net
from simulator.games.wizwar.engine.moving import steps_left, why_not_step, why_not_walk
from simulator.games.wizwar.engine.places import SIDES
from simulator.games.wizwar.engine.state import Act, State
from simulator.games.wizwar.engine.view import View

Route = tuple[int, ...]  # the sides of the steps


def routes(view: View, state: State) -> Mapping[int, Route]:
    """The shortest way to every square within reach; what hurts or ends walking is entered last, if at all.

    `state` is any world that agrees with the view: everything that walking depends on is in both.
    """
    act = view.agenda[-1] if view.agenda else None
    if type(act) is not Act or act.seat != view.seat:
        return {}
    if why_not_walk(state, act) is not None:
        return {}
    return _spread(state, act, max(1, steps_left(state, act)))


def _spread(state: State, act: Act, steps: int) -> dict[int, Route]:
    start = state.at[act.seat]
    found: dict[int, Route] = {start: ()}
    hurtful: dict[int, Route] = {}
    layer = [start]
    for _ in range(steps):
        beyond = []
        for square in layer:
            for side, to, hurts in _steps_from(state, act, square):
                route = (*found[square], side)
                if hurts:
                    hurtful.setdefault(to, route)
                elif to not in found:
                    found[to] = route
                    beyond.append(to)
        layer = beyond
    return {square: route for square, route in {**hurtful, **found}.items() if square != start}


def _steps_from(state: State, act: Act, square: int) -> list[tuple[int, int, bool]]:
    """Legal steps from a square: the side, the square beyond, and whether one gets hurt."""
    there = evolve(state, at=replaced(state.at, act.seat, square))
    graph, board = net(state.board.layout), state.board
    steps = []
    for side in range(4):
        if why_not_step(there, act, side) is None:
            to = graph.next[square * 4 + side]
            hurts = board.kinds[square * 4 + side] == FIRE or board.filled[to] == BUSH
            steps.append((side, to, hurts))
    return steps


def as_moves(route: Route) -> str:
    """The steps as one text, one move after another."""
    return ";".join(f"step {SIDES[side]}" for side in route)
