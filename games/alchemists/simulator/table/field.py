"""The board: areas with their cubes, the order track, open ingredients, buyer, artifacts on sale. Pure."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from games.alchemists.simulator.engine.data import (
    ADVENTURERS,
    AREAS,
    CONFERENCES,
    CUSTODIAN,
    PRICES,
    ROUNDS,
    SALE_CELLS,
    STUDENT,
    STUDENT_PRICE,
    TRACKS,
    Area,
)
from games.alchemists.simulator.engine.state import Act, Planning, Row, top
from games.alchemists.simulator.engine.turns import END, RESOLVE
from games.alchemists.simulator.engine.turns import OVER as FINISHED
from games.alchemists.simulator.engine.view import View
from games.alchemists.simulator.table.draft import AreaDraft, Drafting, drafting_of, draw_area
from games.alchemists.simulator.table.faces import Drawer, Face, Sign, printed_points
from simulator.engine.game import Move

# What becomes of the cubes of an action: they wait, it is its turn, it is over; or it is only being planned.
WAITS, NOW, OVER, DRAFT = "waits", "now", "over", "draft"
CLOSED = "closed"


class Action(NamedTuple):
    """The cubes of one action, and what becomes of it; `cubes` is a string to loop over."""

    cubes: str
    state: str


class AreaRow(NamedTuple):
    """A player's cubes in an area. `left`, `done` count actions; `top`: by an Associate."""

    sign: Sign
    actions: tuple[Action, ...]
    planned: int
    left: int
    top: bool
    draft: bool


class Place(NamedTuple):
    """An area, in the order of resolving. `state` is waits, now, over or closed (not in this round).

    `costs` are the cubes of its first, second… action; `price`: the gold that an unhappy student wants;
    `draft`: what its cubes are in the plan that the viewer makes.
    """

    id: str
    face: Face
    state: str
    costs: tuple[int, ...]
    rows: tuple[AreaRow, ...]
    price: int
    draft: AreaDraft | None


class TrackSpace(NamedTuple):
    """A space of the order track, with who stands there; `move` takes it, where the viewer is to take one and
    whether it `may` be this.
    """

    id: str
    price: int
    ingredients: int
    favours: int
    green: bool
    closed: bool
    signs: tuple[Sign, ...]
    move: str
    may: bool


class Order(NamedTuple):
    """A potion that is wanted: sold by whom, or closed by the sale of another."""

    potion: Face
    sold: Sign | None
    closed: bool


class Buyer(NamedTuple):
    """An adventurer with the orders from left to right; `cells` groups those that one sale closes."""

    face: Face
    orders: tuple[Order, ...]
    cells: tuple[int, ...]


class OnSale(NamedTuple):
    """An artifact: its price, its points (None: they are worked out), whose it is."""

    face: Face
    price: int
    points: int | None
    owner: Sign | None
    used: bool


class Period(NamedTuple):
    """The artifacts of some rounds, such as 1 to 3; `now`: they may be bought."""

    first: int
    last: int
    now: bool
    cards: tuple[OnSale, ...]


class Field(NamedTuple):
    places: tuple[Place, ...]
    track: tuple[TrackSpace, ...]
    sequence: tuple[Sign, ...]
    row: tuple[Face, ...]
    deck: int
    discard: int
    favours: int
    buyer: Buyer | None
    coming: Buyer | None
    sale: tuple[OnSale, ...]
    periods: tuple[Period, ...]


def draw_field(drawer: Drawer, view: View, words: Mapping[Move, str]) -> Field:
    """`words`: the legal moves of the viewer; those that the board shows are made by touching it."""
    periods = tuple(_periods(drawer, view))
    current = next((period for period in periods if period.now), periods[-1])
    return Field(
        places=tuple(_places(drawer, view, drafting_of(view) if words else None)),
        track=tuple(_steps(drawer, view, {str(move) for move in words if move.verb == "space"})),
        sequence=drawer.signs(view.sequence),
        row=drawer.faces(view.row),
        deck=view.deck_size,
        discard=len(view.cleared) + sum(thrown.size for thrown in view.thrown),
        favours=view.favours_size,
        buyer=_buyer(drawer, view, view.round - 2),
        coming=_buyer(drawer, view, view.round - 1),
        sale=tuple(card for card in current.cards if card.owner is None),
        periods=periods,
    )


# --- Areas -------------------------------------------------------------------------------------------------


def _places(drawer: Drawer, view: View, plan: Drafting | None) -> Iterator[Place]:
    """The areas of this round in their order; the Custodian's card only where it lies or may be played."""
    planning = _own_plan(view)
    for place, area in enumerate(AREAS):
        draft = draw_area(plan, area.id) if plan else None
        rows = tuple(_rows(drawer, view, place, area, None if draft else planning))
        is_there = rows or (draft and draft.slots)
        if (area.id == CUSTODIAN and not is_there) or _is_elsewhere(view, area):
            continue
        yield Place(
            area.id,
            drawer.area(area.id),
            _state(view, place, area),
            area.cubes[view.players][:1] if area.id == CUSTODIAN else area.cubes[view.players],
            rows,
            student_price(view) if area.id == STUDENT else 0,
            draft,
        )


def student_price(view: View) -> int:
    """The gold that a test on the student costs now."""
    return STUDENT_PRICE if view.unhappy else 0


def _is_elsewhere(view: View, area: Area) -> bool:
    """Whether another area stands in its place: the exhibition's comes with the last round."""
    return view.round > max(area.rounds) or view.round < min(area.rounds) == ROUNDS


def _own_plan(view: View) -> Planning | None:
    """The plan that the viewer is making; of others' nothing is seen before it is complete."""
    frame = top(view.agenda)
    return frame if isinstance(frame, Planning) and frame.seat == view.seat else None


def _state(view: View, place: int, area: Area) -> str:
    if view.round not in area.rounds:
        return CLOSED
    if view.phase != RESOLVE:
        return OVER if view.phase in (END, FINISHED) else WAITS
    return NOW if place == view.at else OVER if place < view.at else WAITS


def _rows(drawer: Drawer, view: View, place: int, area: Area, planning: Planning | None) -> Iterator[AreaRow]:
    acting = _acting(view, place)
    if planning and planning.actions[place]:
        drafted = Row(planning.seat, planning.actions[place], area.id in planning.associates)
        yield _row(drawer, area.cubes[view.players], drafted, None, draft=True)
    for row in view.rows[place]:
        yield _row(drawer, area.cubes[view.players], row, acting)


def _acting(view: View, place: int) -> int | None:
    """Whose action of an area is open now."""
    base = view.agenda[0] if view.agenda else None
    if isinstance(base, Act) and AREAS[place].id == base.area and not base.boots:
        return base.seat
    return None


def _row(
    drawer: Drawer, costs: tuple[int, ...], row: Row, acting: int | None, *, draft: bool = False
) -> AreaRow:
    actions = []
    for n, cost in enumerate(costs[: row.actions]):
        now = NOW if acting == row.seat and n == row.over else WAITS
        state = DRAFT if draft else OVER if n < row.over else now
        actions.append(Action("#" * cost, state))
    return AreaRow(drawer.sign(row.seat), tuple(actions), row.actions, row.actions - row.over, row.top, draft)


# --- The order track ---------------------------------------------------------------------------------------


def _steps(drawer: Drawer, view: View, moves: Collection[str]) -> Iterator[TrackSpace]:
    for space in TRACKS[view.players]:
        move = f"space {space.id}"
        seats = [seat for seat, name in enumerate(view.spaces) if name == space.id]
        if not space.choosable:
            seats = [seat for seat in view.paralysed if seat in seats]
        yield TrackSpace(
            space.id,
            space.price,
            space.ingredients,
            space.favours,
            not space.choosable,
            view.players < space.least,
            drawer.signs(seats),
            move if moves else "",
            move in moves,
        )


# --- Buyers and artifacts ----------------------------------------------------------------------------------


def _buyer(drawer: Drawer, view: View, place: int) -> Buyer | None:
    """The adventurer of a round, if there is one and it lies face up; what is sold counts for this round."""
    if not 0 <= place < len(view.adventurers):
        return None
    code = view.adventurers[place]
    cells = SALE_CELLS[view.players]
    sold = view.orders if place == view.round - 2 else ()
    wanted = ADVENTURERS[code]
    closed = {cells[wanted.index(taken)] for taken in sold if taken in wanted}
    orders = tuple(
        Order(
            drawer.face(potion),
            drawer.sign(sold.index(potion)) if potion in sold else None,
            cells[n] in closed,
        )
        for n, potion in enumerate(wanted)
    )
    return Buyer(drawer.face(code), orders, cells)


def _periods(drawer: Drawer, view: View) -> Iterator[Period]:
    """All nine lie face up from the beginning; each deck is on sale between two conferences."""
    ends = [*sorted(CONFERENCES), ROUNDS]
    first = 1
    for last, codes in zip(ends, view.dealt, strict=True):
        cards = tuple(on_sale(drawer, view, code) for code in codes)
        yield Period(first, last, first <= view.round <= last, cards)
        first = last + 1


def on_sale(drawer: Drawer, view: View, code: str) -> OnSale:
    owner = next((seat for seat, board in enumerate(view.boards) if code in board.artifacts), None)
    return OnSale(
        drawer.face(code),
        PRICES[code],
        printed_points(code),
        None if owner is None else drawer.sign(owner),
        code in view.used,
    )
