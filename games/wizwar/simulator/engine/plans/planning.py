"""The plans of a hint: what the guarding bot prefers comes first, what the search has found worse last.

Like a bot it sees a view alone: it plans in a world dealt from it.
"""

from collections.abc import Iterable
from typing import Any

from games.wizwar.simulator.engine.bots import policy
from games.wizwar.simulator.engine.guarding import GUARDING
from games.wizwar.simulator.engine.places import SEAT_OF
from games.wizwar.simulator.engine.plans.answers import ANSWERS, OpenFrame
from games.wizwar.simulator.engine.plans.intents import Intent, OwnTurn, beside_the_way, finish, intents
from games.wizwar.simulator.engine.rules import asking, legal_moves, to_act
from games.wizwar.simulator.engine.state import CREATURES, Act, State, creature_name
from games.wizwar.simulator.engine.view import View, world
from simulator.engine.game import Hint, Move, MovePlan, Why

MOST, ENOUGH = 3, 2
BESIDES = frozenset({"plan_chase", "plan_object", "plan_hide", "plan_seize"})  # on the way to something else


def plans(view: View, hint: Hint) -> tuple[MovePlan, ...]:
    """At most three with different goals; none where there is no choice."""
    state, seat = world(view, hint.seed), view.seat
    if seat is None or seat not in to_act(state):
        return ()
    frame, moves = asking(state, seat), legal_moves(state, seat)
    if len(moves) < 2:
        return ()
    preferred = policy(state, moves, first_of_equals, GUARDING, seat)
    if type(frame) is Act:
        turn = OwnTurn(state, frame, moves, preferred)
        meant = [*intents(turn)]
        if not _is_worse(hint, preferred):
            meant = beside_the_way(turn, meant)
        found = _chosen(state, meant, hint, preferred)
        return found if len(found) >= ENOUGH else _chosen(state, [*meant, *finish(turn)], hint, preferred)
    answer = ANSWERS.get(type(frame))
    if not answer:
        return ()
    return _chosen(state, answer(OpenFrame(state, frame, moves, preferred)), hint, preferred)


def _chosen(state: State, found: Iterable[Intent], hint: Hint, preferred: Move) -> tuple[MovePlan, ...]:
    """Those to show, the best first: each begins with the best of its moves."""
    place = {row.move: n for n, row in enumerate(hint.estimates)}
    made: dict[tuple[Any, ...], MovePlan] = {}
    for intent in found:
        move = preferred if preferred in intent.moves else min(intent.moves, key=lambda it: place.get(it, 0))
        said = tuple(_called(state, why) for why in intent.said)
        plan = MovePlan(move, _called(state, intent.goal), said)
        made.setdefault((plan.goal.code, *plan.goal.params.values()), plan)

    def place_of(plan: MovePlan) -> tuple[bool, bool, bool]:
        return _is_worse(hint, plan.move), plan.move != preferred, plan.goal.code in BESIDES

    return tuple(sorted(made.values(), key=place_of)[:MOST])


def first_of_equals() -> float:
    """No lot: of treasures that are equally near it stays the same one from step to step."""
    return 0.0


def _is_worse(hint: Hint, move: Move) -> bool:
    """Whether the search can tell a move from the best."""
    place = next((n for n, row in enumerate(hint.estimates) if row.move == move), 0)
    return place >= hint.alike > 0


def _called(state: State, goal: Why) -> Why:
    """A creature by its card, as the keys of the table call it."""
    who = SEAT_OF.get(str(goal.params.get("target")), -1)
    return (
        goal
        if who < CREATURES
        else goal._replace(params={**goal.params, "target": creature_name(state, who)})
    )
