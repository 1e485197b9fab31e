"""A plan that is only drafted: cubes set in any order and taken back, while nothing is asked or made.

A draft is told by the moves that answer the questions of a plan, in any order; of several about an area the
last one counts. What comes of it are the answers that the engine asks for, one after another.
"""

from collections.abc import Iterable, Iterator

from games.alchemists.simulator.engine import rules
from games.alchemists.simulator.engine.data import AREA_IDS, AREAS, ASSISTANT, PLACE
from games.alchemists.simulator.engine.planning import (
    NONE,
    answered,
    associate_refusal,
    closed,
    cost_of,
    next_asked,
    too_few_held,
    too_many,
)
from games.alchemists.simulator.engine.state import ASSISTANTS, ASSOCIATES, Planning, State
from simulator.engine.game import Move
from simulator.engine.tuples import replaced
from web.refusal import Refusal


def drafted(state: State, begun: Planning, moves: Iterable[Move]) -> tuple[Planning, Refusal | None]:
    """The plan that these make of one that has begun, and why the last of those that can't be is left out."""
    draft, refusal = begun, None
    for move in moves:
        found = _changed(state, begun, draft, move)
        if isinstance(found, Refusal):
            refusal = found
        else:
            draft = found
    return draft, refusal


def _changed(state: State, begun: Planning, draft: Planning, move: Move) -> Planning | Refusal:
    verb = rules.QUESTIONS[Planning.__name__].verbs.get(move.verb)
    if verb is None:
        return rules.not_asked(state, begun.seat, move)
    if tuple(map(type, move.args)) != verb.args:
        return rules.unreadable(move)
    if move.verb == "assistant":
        return _with_assistants(state, begun, draft, move.arg)
    if move.verb == "plan":
        return _with_actions(state, begun, draft, move)
    return _with_associate(state, begun, draft, move.arg)


def _with_assistants(state: State, begun: Planning, draft: Planning, n: int) -> Planning | Refusal:
    """Assistants can't be taken back from under cubes that stand."""
    if begun.area != ASSISTANTS:
        return Refusal("favour_time", "favour.play", {"card": ASSISTANT})
    if refusal := too_few_held(state, draft.seat, ASSISTANT, n):
        return refusal
    then = draft._replace(assistants=n, cubes=draft.cubes + n - draft.assistants)
    if then.cubes >= 0:
        return then
    last = max(place for place, actions in enumerate(draft.actions) if actions)
    return too_many(state, _emptied(state, then, last), last, draft.actions[last]) or draft


def _with_actions(state: State, begun: Planning, draft: Planning, move: Move) -> Planning | Refusal:
    """So many actions in an area, with the cubes that all others leave."""
    name, n = move.args
    if name not in PLACE:
        return Refusal("no_such_area", "planning.cubes", {"text": name})
    place = PLACE[name]
    if state.round not in AREAS[place].rounds:
        return closed(state, name)
    if place < begun.area:
        return Refusal("other_asked", "planning.sequence", {"text": str(move)})
    empty = _emptied(state, draft, place)
    if refusal := too_many(state, empty, place, n):
        return refusal
    kept = tuple(each for each in draft.associates if n or each != name)
    return answered(state, empty._replace(area=place), move)._replace(area=begun.area, associates=kept)


def _emptied(state: State, draft: Planning, place: int) -> Planning:
    """A plan without its cubes in an area."""
    cubes = draft.cubes + cost_of(state, place, draft.actions[place])
    return draft._replace(cubes=cubes, actions=replaced(draft.actions, place, 0))


def _with_associate(state: State, begun: Planning, draft: Planning, name: str) -> Planning | Refusal:
    """An Associate more, or none but those that are played."""
    if name == NONE:
        return draft._replace(associates=begun.associates)
    if refusal := associate_refusal(state, draft, name):
        return refusal
    if begun.associates and PLACE[name] < PLACE[begun.associates[-1]]:
        return Refusal("other_asked", "planning.sequence", {"text": f"associate {name}"})
    return draft._replace(associates=tuple(sorted((*draft.associates, name), key=AREA_IDS.index)))


def settings(begun: Planning, draft: Planning) -> Iterator[Move]:
    """What a draft sets besides what is answered already, in short."""
    if draft.assistants != begun.assistants:
        yield Move("assistant", (draft.assistants,))
    for place, n in enumerate(draft.actions):
        if n and place >= begun.area:
            yield Move("plan", (AREA_IDS[place], n))
    for name in draft.associates[len(begun.associates) :]:
        yield Move("associate", (name,))


def answers(state: State, begun: Planning, draft: Planning) -> Iterator[Move]:
    """The answers that make a draft of what has begun: to every question that the engine asks, as whoever
    has no Associate is asked about one, too (ruling 107).
    """
    place: int | None = begun.area
    asked = begun
    while place is not None:
        asked = asked._replace(area=place)
        move = _answer(asked, draft)
        yield move
        if move.args == (NONE,):
            return
        asked = answered(state, asked, move)
        place = next_asked(state, asked)


def _answer(asked: Planning, draft: Planning) -> Move:
    if asked.area == ASSISTANTS:
        return Move("assistant", (draft.assistants,))
    if asked.area == ASSOCIATES:
        further = draft.associates[len(asked.associates) :]
        return Move("associate", further[:1] or (NONE,))
    return Move("plan", (AREA_IDS[asked.area], draft.actions[asked.area]))
