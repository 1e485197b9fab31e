"""The open question: whose decision it is and what for, the cards to choose from, the plan so far. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.alchemists.simulator.deduction.data import INGREDIENTS
from games.alchemists.simulator.engine.data import (
    ALTAR,
    AREAS,
    CAP,
    CUSTODIAN,
    MORTAR,
    PERISCOPE,
    PLACE,
    STUDENT,
    TRANSMUTE,
)
from games.alchemists.simulator.engine.gathering import TRANSMUTED
from games.alchemists.simulator.engine.state import (
    ASSOCIATES,
    Act,
    Claim,
    Planning,
    Promise,
    Publishing,
    Sale,
    top,
)
from games.alchemists.simulator.engine.view import View
from games.alchemists.simulator.table.barred import Barred, barred
from games.alchemists.simulator.table.draft import PlanDraft, drafting_of, draw_draft
from games.alchemists.simulator.table.faces import Drawer, Face, Sign
from games.alchemists.simulator.table.field import student_price
from games.alchemists.simulator.table.keys import DECLINE, Key, draw_keys, merchants_gold
from games.alchemists.simulator.table.people import acting
from simulator.engine.game import Move

ON_BOARD = frozenset({"space", "planning"})  # what is answered by touching the board, without keys
PAIR_VERBS = frozenset({"mix", "discard", "test"})
THEORY_KINDS = frozenset({"debunk", "publish", "immediate", "token", "seal", "claim", "grant"})
# The rule behind each question.
CLAUSES: Mapping[str, str] = {
    "keep": "setup.favours",
    "space": "order.choose",
    "plan": "planning.sequence",
    "planning": "planning.cubes",
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


ASKING = {"peek": PERISCOPE, "mortar": MORTAR, "cap": CAP, "altar": ALTAR}  # artifacts, by their questions


class Tile(NamedTuple):
    """A card to choose for a pair; `n` copies stand behind one tile, unless every card is its own."""

    face: Face
    n: int


class Planned(NamedTuple):
    """An area in the plan: `n` actions."""

    face: Face
    n: int


class Question(NamedTuple):
    """`kind` is the area of an action, or the kind of the frame. `nth` of `of` actions, which takes `cubes`.

    `tiles`: cards to choose two of; `draft`: a plan that is made on the board, without keys; `plan`: what of
    it is there when only an Associate is asked about. `wants`: which part of the table it is about;
    `price`: the gold that the student wants; `gold`: what an ingredient or the Merchants of an order bring;
    `barmaids`: those that lift the potion to be sold; `only`: the verb of all keys, where they have the same;
    `rule`: what the artifact does that asks; `barred`: why nothing can be done but declining.
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
    draft: PlanDraft | None
    plan: tuple[Planned, ...]
    declines: bool
    wants: str
    on_board: bool
    boots: bool
    price: int
    gold: int
    barmaids: int
    only: str
    rule: str
    barred: Barred | None


def draw_question(drawer: Drawer, view: View, words: Mapping[Move, str]) -> Question | None:
    """What is asked now, of whomever; with keys for the viewer alone. None where nothing is asked."""
    frame, seats = top(view.agenda), acting(view)
    if frame is None:
        return None
    kind = kind_of(frame)
    base = view.agenda[0]
    act = base if isinstance(base, Act) else None
    nth, of, cubes = _action(view, act)
    plan = drafting_of(view) if words else None
    keyed = bool(words) and kind not in ON_BOARD
    keys = tuple(draw_keys(drawer, view, frame, words)) if keyed else ()
    none = barred(drawer, view, kind) if keyed and not keys else None
    return Question(
        kind=kind,
        clause=none.clause if none else CLAUSES[kind],
        seats=drawer.signs(seats),
        mine=bool(words),
        area=drawer.area(act.area) if act else None,
        nth=nth,
        of=of,
        cubes=frame.cubes if isinstance(frame, Planning) else cubes,
        about=_about(drawer, view, frame),
        keys=keys,
        tiles=_tiles(drawer, view, keys),
        draft=draw_draft(drawer, plan) if plan else None,
        plan=_plan(drawer, view, frame) if kind == "associates" else (),
        declines=any(move.verb == DECLINE for move in words),
        wants="theories" if kind in THEORY_KINDS else "field",
        on_board=kind in ON_BOARD,
        boots=bool(act and act.boots),
        price=student_price(view) if kind == STUDENT else 0,
        gold=_gold(view, frame, kind),
        barmaids=max(0, frame.barmaids) if isinstance(frame, Sale) else 0,
        only=keys[0].verb if len({key.verb for key in keys}) == 1 else "",
        rule=drawer.face(ASKING[kind]).rule if kind in ASKING else "",
        barred=none,
    )


def kind_of(frame: Any) -> str:
    """The area of an action, the part of a plan, else the frame's own name in small letters."""
    if isinstance(frame, Act):
        return str(frame.area)
    if isinstance(frame, Planning):
        return "associates" if frame.area == ASSOCIATES else "planning"
    if isinstance(frame, Sale):
        return "guarantee" if not frame.level else "barmaids" if frame.barmaids < 0 else "sale"
    if isinstance(frame, Publishing):
        return "seal" if frame.token else "token"
    return type(frame).__name__.lower()


def _action(view: View, act: Act | None) -> tuple[int, int, int]:
    """Which of how many actions of a row this is, and its cubes."""
    row = next((row for row in view.rows[PLACE[act.area]] if row.seat == act.seat), None) if act else None
    if act is None or row is None or act.boots:
        return 0, 0, 0
    return row.over + 1, row.actions, AREAS[PLACE[act.area]].cubes[view.players][row.over]


def _gold(view: View, frame: Any, kind: str) -> int:
    if isinstance(frame, Sale):
        return merchants_gold(view, frame.merchants)
    return TRANSMUTED if kind == TRANSMUTE else 0


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
    there = (area for area in AREAS if view.round in area.rounds)
    return tuple(
        Planned(drawer.area(area.id), frame.actions[PLACE[area.id]])
        for area in there
        if area.id != CUSTODIAN or _has_custodian(view)
    )


def _has_custodian(view: View) -> bool:
    """A card in hand is an area to be planned; it stays there until the plan is shown."""
    return view.own is not None and CUSTODIAN in view.own.favours


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
