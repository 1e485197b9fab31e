"""The open question: whose decision it is and what for, the cards to choose from, the plan so far. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simulator.engine.game import Move
from simulator.games.alchemists.deduction.data import INGREDIENTS
from simulator.games.alchemists.engine.data import AREAS, CUSTODIAN, PLACE, STUDENT
from simulator.games.alchemists.engine.state import (
    ASSISTANTS,
    ASSOCIATES,
    Act,
    Claim,
    Planning,
    Promise,
    Publishing,
    Sale,
    top,
)
from simulator.games.alchemists.engine.view import View
from simulator.games.alchemists.table.faces import Drawer, Face, Sign
from simulator.games.alchemists.table.field import student_price
from simulator.games.alchemists.table.keys import DECLINE, Key, draw_keys
from simulator.games.alchemists.table.people import acting

PAIR_VERBS = frozenset({"mix", "discard", "test"})
THEORY_KINDS = frozenset({"debunk", "publish", "immediate", "token", "seal", "claim", "grant"})
# The rule behind each question.
CLAUSES: Mapping[str, str] = {
    "keep": "setup.favours",
    "space": "order.choose",
    "plan": "planning.sequence",
    "planning": "planning.cubes",
    "assistants": "assistant.cube",
    "associates": "associate.row",
    "bid": "sell.discount",
    "forage": "forage.take",
    "transmute": "transmute.do",
    "custodian": "custodian.card",
    "sell": "sell.order",
    "guarantee": "sell.guarantee",
    "barmaids": "barmaid.level",
    "sale": "sell.make",
    "buy_artifact": "artifact.buy",
    "debunk": "debunk.when",
    "claim": "debunk.master",
    "publish": "publish.new",
    "token": "publish.token",
    "seal": "seals.stars",
    "immediate": "debunk.immediate",
    "student": "experiment.steps",
    "drink": "drink.effects",
    "exhibition": "exhibition.promise",
    "promise": "exhibition.make",
    "grant": "grants.take",
    "herbalist": "herbalist.any",
    "cap": "cap.tests",
    "altar": "artifact.effect",
    "peek": "periscope.when",
    "mortar": "mortar.random",
}


class Tile(NamedTuple):
    """A card to choose for a pair; `n` copies stand behind one tile, unless every card is its own."""

    face: Face
    n: int


class Planned(NamedTuple):
    """An area in the plan so far: `n` actions (None: not asked yet); `state` is done, now or ahead."""

    face: Face
    n: int | None
    state: str


class Question(NamedTuple):
    """`kind` is the area of an action, or the kind of the frame. `nth` of `of` actions, which takes `cubes`.

    `tiles`: cards to choose two of; `plan`: the plan so far. `wants`: which part of the table it is about;
    `price`: the gold that the student wants.
    """

    kind: str
    clause: str
    seats: tuple[Sign, ...]
    mine: bool
    area: Face | None
    nth: int
    of: int
    cubes: int
    about: tuple[Face, ...]
    keys: tuple[Key, ...]
    tiles: tuple[Tile, ...]
    plan: tuple[Planned, ...]
    declines: bool
    wants: str
    boots: bool
    price: int


def draw_question(drawer: Drawer, view: View, words: Mapping[Move, str]) -> Question | None:
    """What is asked now, of whomever; with keys for the viewer alone. None where nothing is asked."""
    frame, seats = top(view.agenda), acting(view)
    if frame is None:
        return None
    kind = kind_of(frame)
    base = view.agenda[0]
    act = base if isinstance(base, Act) else None
    nth, of, cubes = _action(view, act)
    keys = tuple(draw_keys(drawer, view, frame, words)) if words else ()
    return Question(
        kind=kind,
        clause=CLAUSES[kind],
        seats=drawer.signs(seats),
        mine=bool(words),
        area=_area(drawer, frame, act),
        nth=nth,
        of=of,
        cubes=frame.cubes if isinstance(frame, Planning) else cubes,
        about=_about(drawer, view, frame),
        keys=keys,
        tiles=_tiles(drawer, view, keys),
        plan=_plan(drawer, view, frame) if isinstance(frame, Planning) else (),
        declines=any(move.verb == DECLINE for move in words),
        wants="theories" if kind in THEORY_KINDS else "field",
        boots=bool(act and act.boots),
        price=student_price(view) if kind == STUDENT else 0,
    )


def kind_of(frame: Any) -> str:
    """The area of an action, the part of a plan, else the frame's own name in small letters."""
    if isinstance(frame, Act):
        return str(frame.area)
    if isinstance(frame, Planning):
        return {ASSISTANTS: "assistants", ASSOCIATES: "associates"}.get(frame.area, "planning")
    if isinstance(frame, Sale):
        return "guarantee" if not frame.level else "barmaids" if frame.barmaids < 0 else "sale"
    if isinstance(frame, Publishing):
        return "seal" if frame.token else "token"
    return type(frame).__name__.lower()


def _area(drawer: Drawer, frame: Any, act: Act | None) -> Face | None:
    if isinstance(frame, Planning) and 0 <= frame.area < len(AREAS):
        return drawer.area(AREAS[frame.area].id)
    return drawer.area(act.area) if act else None


def _action(view: View, act: Act | None) -> tuple[int, int, int]:
    """Which of how many actions of a row this is, and its cubes."""
    row = next((row for row in view.rows[PLACE[act.area]] if row.seat == act.seat), None) if act else None
    if act is None or row is None or act.boots:
        return 0, 0, 0
    return row.over + 1, row.actions, AREAS[PLACE[act.area]].cubes[view.players][row.over]


def _about(drawer: Drawer, view: View, frame: Any) -> tuple[Face, ...]:
    """The cards that the question is about."""
    if isinstance(frame, Sale | Promise):
        level = frame.level if isinstance(frame, Sale) else ""
        return drawer.faces(filter(None, (frame.potion, level)))
    if isinstance(frame, Claim):
        return drawer.faces(frame.pair)
    if isinstance(frame, Publishing):
        return (drawer.face(frame.ingredient),)
    if kind_of(frame) == "mortar" and view.own and view.own.drawn:
        return (drawer.face(view.own.drawn),)
    return ()


# --- The plan so far ---------------------------------------------------------------------------------------


def _plan(drawer: Drawer, view: View, frame: Planning) -> tuple[Planned, ...]:
    found = []
    for place, area in enumerate(AREAS):
        n = frame.actions[place]
        if view.round not in area.rounds or (n == 0 and area.id == CUSTODIAN and place != frame.area):
            continue
        state = "now" if place == frame.area else "done" if place < frame.area else "ahead"
        found.append(Planned(drawer.area(area.id), n if place < frame.area else None, state))
    return tuple(found)


def _tiles(drawer: Drawer, view: View, keys: Sequence[Key]) -> tuple[Tile, ...]:
    """What a pair is chosen from: all ingredients for a question, the kinds of the hand for a mix, its
    single cards where two alike may go.
    """
    verbs = {key.verb for key in keys}
    if not verbs or not verbs <= PAIR_VERBS:
        return ()
    if "test" in verbs:
        return tuple(Tile(drawer.face(code), 1) for code in INGREDIENTS)
    hand = sorted(view.hand, key=INGREDIENTS.index)
    if "discard" in verbs:
        return tuple(Tile(drawer.face(code), 1) for code in hand)
    return tuple(Tile(drawer.face(code), hand.count(code)) for code in dict.fromkeys(hand))
