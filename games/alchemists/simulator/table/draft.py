"""A plan as it is drafted on the board: what stands in each area, and what a tap there makes of it. Pure.

A tap is a link to the same page with another draft; what can't be set is refused there, with its clause.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.alchemists.simulator.engine import drafting
from games.alchemists.simulator.engine.bots.known import stand_in
from games.alchemists.simulator.engine.data import AREA_IDS, AREAS, ASSISTANT, ASSOCIATE, CUSTODIAN, PLACE
from games.alchemists.simulator.engine.goods import held
from games.alchemists.simulator.engine.planning import NONE, cost_of
from games.alchemists.simulator.engine.state import ASSISTANTS, ASSOCIATES, Planning, State, top
from games.alchemists.simulator.engine.text import parse
from games.alchemists.simulator.engine.view import View
from games.alchemists.simulator.table.faces import Drawer, Face
from simulator.engine.evolve import evolve
from simulator.engine.game import Move
from web.refusal import Refusal

Texts = tuple[str, ...]  # of moves, with semicolons between them once they are sent


class Slot(NamedTuple):
    """The cubes of an action, a string to loop over: set, or free to be."""

    cubes: str
    is_set: bool


class AreaDraft(NamedTuple):
    """An area of the plan: `n` actions. `more` and `less` are drafts that a tap leads to, `less` empty where
    there is nothing; `cost`: the cubes of one more action, 0 where there is no room; `helped`: by an
    Associate.
    """

    n: int
    slots: tuple[Slot, ...]
    cost: int
    more: Texts
    less: Texts
    helped: bool


class HelpDraft(NamedTuple):
    """An area where an Associate helps, or may: `texts` is the draft in which it is the other way."""

    face: Face
    texts: Texts
    helped: bool


class PlanDraft(NamedTuple):
    """A plan that is being made: `texts` are the draft, `moves` what makes it. Of `cubes` in all so many are
    `left`. `held` Assistants may be played, `more` and `less` do that; `helps` are for Associates; `areas`
    are those with cubes.
    """

    texts: Texts
    moves: Texts
    cubes: int
    left: int
    assistants: int
    held: int
    more: Texts
    less: Texts
    helps: tuple[HelpDraft, ...]
    areas: tuple[tuple[Face, int], ...]

    @property
    def placed(self) -> int:
        return self.cubes - self.left


def is_drafted(state: State) -> bool:
    return isinstance(top(state.agenda), Planning)


def drafted(view: View, draft: Sequence[str]) -> tuple[View, Refusal | None]:
    """The view with the draft on top of the plan that has begun."""
    state, begun = stand_in(view), top(view.agenda)
    assert isinstance(begun, Planning)
    moves = [parse(state, begun.seat, text) for text in draft]
    plan, refusal = drafting.drafted(state, begun, moves)
    return evolve(view, agenda=(*view.agenda, plan)), refusal


class Drafting(NamedTuple):
    """What a seat drafts upon: its own plan, as it is answered and as it is drafted."""

    view: View
    state: State
    begun: Planning
    draft: Planning

    def texts(self, *changes: Move) -> Texts:
        """The draft, with changes that may be refused."""
        return tuple(map(str, (*drafting.settings(self.begun, self.draft), *changes)))


def drafting_of(view: View) -> Drafting | None:
    """The plan that the viewer may draft now; None where another one makes it, or only an Associate is asked
    about.
    """
    plans = [frame for frame in view.agenda if isinstance(frame, Planning) and frame.seat == view.seat]
    if not plans or plans[0].area == ASSOCIATES:
        return None
    return Drafting(view, stand_in(view), plans[0], plans[-1])


def draw_area(plan: Drafting, area: str) -> AreaDraft | None:
    """What may be set in an area; None where it is answered already, or closed."""
    place = PLACE[area]
    if place < plan.begun.area or plan.view.round not in AREAS[place].rounds:
        return None
    costs = AREAS[place].cubes[plan.view.players][: _room(plan, area)]
    n = plan.draft.actions[place]
    return AreaDraft(
        n=n,
        slots=tuple(Slot("#" * cost, at < n) for at, cost in enumerate(costs)),
        cost=costs[n] if n < len(costs) else 0,
        more=plan.texts(Move("plan", (area, n + 1))),
        less=plan.texts(Move("plan", (area, n - 1))) if n else (),
        helped=area in plan.draft.associates,
    )


def _held(plan: Drafting, favour: str) -> int:
    return held(plan.state.screens[plan.begun.seat], favour)


def _room(plan: Drafting, area: str) -> int:
    """How many actions an area has room for: cells of the board, or cards in the hand."""
    cells = len(AREAS[PLACE[area]].cubes[plan.view.players])
    return _held(plan, CUSTODIAN) if area == CUSTODIAN else cells


def _helps(drawer: Drawer, plan: Drafting) -> Iterator[HelpDraft]:
    """The areas with own cubes where an Associate helps, or may while one is left."""
    played = plan.draft.associates
    for area, n in zip(AREA_IDS, plan.draft.actions, strict=True):
        if area in played:
            others = (Move("associate", (each,)) for each in played if each != area)
            yield HelpDraft(drawer.area(area), plan.texts(Move("associate", (NONE,)), *others), helped=True)
        elif n and area != CUSTODIAN and _held(plan, ASSOCIATE) > len(played):
            yield HelpDraft(drawer.area(area), plan.texts(Move("associate", (area,))), helped=False)


def draw_draft(drawer: Drawer, plan: Drafting) -> PlanDraft:
    begun, draft = plan.begun, plan.draft
    spent = sum(cost_of(plan.state, place, n) for place, n in enumerate(draft.actions))
    there = _held(plan, ASSISTANT) if begun.area == ASSISTANTS else 0
    n = draft.assistants
    return PlanDraft(
        texts=plan.texts(),
        moves=tuple(map(str, drafting.answers(plan.state, begun, draft))),
        cubes=draft.cubes + spent,
        left=draft.cubes,
        assistants=n,
        held=there,
        more=plan.texts(Move("assistant", (n + 1,))) if n < there else (),
        less=plan.texts(Move("assistant", (n - 1,))) if n and there else (),
        helps=tuple(_helps(drawer, plan)),
        areas=tuple((drawer.area(area.id), n) for area, n in zip(AREAS, draft.actions, strict=True) if n),
    )
