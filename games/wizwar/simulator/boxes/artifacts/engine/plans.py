"""What a wizard may be out for with the box: artifacts of others; and how a strike with one is let pass."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.wizwar.simulator.boxes.artifacts.engine.artifacts import COST, SEIZE, WISH, Wishing
from games.wizwar.simulator.boxes.artifacts.engine.forms import carries_nothing
from games.wizwar.simulator.boxes.artifacts.engine.kept import ARTIFACTS, kept_by
from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.places import WIZARDS
from games.wizwar.simulator.engine.plans.answers import OpenFrame
from games.wizwar.simulator.engine.plans.intents import Intent, OwnTurn, way
from simulator.engine.game import Why


def intents(turn: OwnTurn) -> Iterator[Intent]:
    """Taken in passing where one has walked in, else the nearest first (artifacts.take)."""
    for move in turn.legal(SEIZE):
        yield Intent((move,), Why("plan_seize", {"target": move.args[0], "card": move.args[1]}))
    state = turn.state
    if carries_nothing(state, turn.seat):
        return
    held = [
        (turn.ways.to(state.wizards[other].at), other, card)
        for other in range(state.players)
        if turn.is_foe(other) and other not in kept_by(state).robbed
        for card in state.wizards[other].shown
        if card in ARTIFACTS
    ]
    for _, other, card in sorted(held):
        found = way(turn, state.wizards[other].at)
        if found is not None:
            goal = Why("plan_seize", {"target": WIZARDS[other], "card": card})
            yield Intent(found.moves, goal, found.said)


def on_wishing(asked: OpenFrame) -> Iterator[Intent]:
    """To let an artifact strike, or to wish one away for its price (artifacts.price)."""
    for move in asked.ordered:
        if move == PASS:
            yield Intent((move,), Why("plan_let_strike", {"card": asked.frame.card}))
        elif move.verb == WISH:
            yield Intent((move,), Why("plan_wish", {"card": move.args[0], "n": COST}))


ANSWERS: Mapping[type[Any], Callable[[OpenFrame], Iterator[Intent]]] = {Wishing: on_wishing}
