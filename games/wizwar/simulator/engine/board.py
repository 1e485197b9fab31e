"""The maze as it stands: sectors in their slots, and what differs from what is printed. Pure.

Every function that changes something returns a new `Board`. Edges may be given by either of their
half-edges; a mark stands only where an edge differs in any way from the printed one (ruling 47).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from games.wizwar.simulator.engine.data import DOOR_HP, GAME, WALL_HP
from games.wizwar.simulator.engine.geometry import (
    EAST,
    HEADINGS,
    LAST,
    SIZE,
    SOUTH,
    SQUARES,
    STEPS,
    Layout,
    Net,
    Place,
    net,
    relocated,
    turned,
)
from simulator.engine.evolve import evolve, make

OPEN, WALL, DOOR, ILLUSION, FIRE, AJAR = range(6)  # AJAR: a door that stands open; sight passes it
EMPTY, BUSH, STONE, DUST, ROSE, GIANT, OOZE = range(7)  # the last four are of boxes; ooze fills nothing
BUSHES, SOLID = frozenset((BUSH, ROSE)), frozenset((STONE, GIANT))  # what is hewn down, where nobody enters
HIDES = frozenset((BUSH, ROSE, DUST))  # whoever stands in it isn't seen
PRINTED_HP = (0, WALL_HP, DOOR_HP, 0, 0, DOOR_HP)
MIDDLE = SIZE // 2  # of an outer side: its exit
SECTOR: dict[str, Mapping[str, Any]] = {card.id: card.data for card in GAME.cards if card.kind == "sector"}
HOME: int = GAME.constants["home"][0] * SIZE + GAME.constants["home"][1]

Sectors = tuple[tuple[str, int], ...]  # (sector, quarter turns to the right) of each slot


class Mark(NamedTuple):
    """An edge that differs from the printed one.

    `hp`: points left, 0 where it has none; `lock`: "", "removed" or "jammed"; `card` and `by` (a seat, or -1)
    tell who made it; `beliefs` about an illusion by seat: "?" not known yet, "b" believes, "s" sees through,
    "S" does so openly.
    """

    edge: int
    kind: int
    hp: int = 0
    lock: str = ""
    card: str = ""
    by: int = -1
    beliefs: tuple[str, ...] = ()


class Thing(NamedTuple):
    """What fills a square, or lies all over it."""

    square: int
    kind: int
    hp: int = 0
    by: int = -1


@dataclass(frozen=True, eq=False)
class Board:
    """Marks, things and open doors, as (edge, seat), are sorted; the last four fields follow from the rest.

    `ajar`: a door that its opener may pass, until the end of the turn. `held`: one held open for a wizard,
    until the end of that wizard's next turn (door.others). `kinds` holds what stands on each half-edge,
    `filled` what fills each square. `net` says which squares are neighbours. `memo` is for what others have
    worked out about these, so boards share it that differ in nothing else.
    """

    layout: Layout
    sectors: Sectors
    marks: tuple[Mark, ...]
    things: tuple[Thing, ...]
    ajar: tuple[tuple[int, int], ...]
    held: tuple[tuple[int, int], ...]
    kinds: bytes
    filled: bytes
    net: Net
    memo: dict[str, Any]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or (
            self.kinds == other.kinds
            and self.marks == other.marks
            and self.things == other.things
            and self.ajar == other.ajar
            and self.held == other.held
            and self.sectors == other.sectors
            and self.layout == other.layout
        )

    def __hash__(self) -> int:
        """Bytes remember their hash, so this is cheap; boards that differ in points left may share one."""
        return hash((self.kinds, self.filled))


# --- What is printed ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def printed(layout: Layout, sectors: Sectors) -> bytes:
    """What is printed on each half-edge: OPEN, WALL or DOOR."""
    kinds = bytearray(SQUARES * 4 * len(sectors))
    twin = net(layout).twin
    for slot, (sector, turn) in enumerate(sectors):
        for half, kind in _printed_on(sector):
            here = turned_half(slot * SQUARES * 4 + half, turn)
            kinds[here] = kinds[twin[here]] = kind
    return bytes(kinds)


@cache
def _printed_on(sector: str) -> tuple[tuple[int, int], ...]:
    """(half-edge, kind) of all that is printed on a sector, as it is drawn."""
    data, found = SECTOR[sector], []
    for name, kind in (("walls", WALL), ("doors", DOOR)):
        found += [((row * SIZE + column) * 4 + SOUTH, kind) for row, column in data[f"{name}_h"]]
        found += [((row * SIZE + column) * 4 + EAST, kind) for row, column in data[f"{name}_v"]]
    return (*found, *((half, WALL) for half in _rim(0) if not _is_exit(half)))


def _rim(slot: int) -> list[int]:
    """The half-edges of a sector's four outer sides."""
    first = slot * SQUARES
    return [(first + here) * 4 + side for here in range(SQUARES) for side in HEADINGS if _leaves(here, side)]


def _leaves(here: int, side: int) -> bool:
    row, column = here // SIZE + STEPS[side][0], here % SIZE + STEPS[side][1]
    return not (0 <= row <= LAST and 0 <= column <= LAST)


def _is_exit(half: int) -> bool:
    row, column = divmod(half // 4, SIZE)
    return MIDDLE in (row, column)


def home(slot: int) -> int:
    """The home square, in the middle of its sector."""
    return slot * SQUARES + HOME


def is_own_door(board: Board, slot: int, edge: int) -> bool:
    """Whether a door stands between squares of a sector: none is printed on a seam, and one made there is
    nobody's.
    """
    return all(side // 4 // SQUARES == slot for side in (edge, board.net.twin[edge]))


def treasures_of(board: Board, slot: int) -> tuple[int, int]:
    """The two squares of a sector where its treasures lie at the start."""
    sector, turn = board.sectors[slot]
    first, second = (
        turned(slot * SQUARES + row * SIZE + column, turn) for row, column in SECTOR[sector]["treasures"]
    )
    return first, second


def turned_half(half: int, quarters: int) -> int:
    """The half-edge that this one becomes when its sector is turned to the right."""
    square, side = divmod(half, 4)
    return turned(square, quarters) * 4 + (side + quarters) % 4


# --- Making and reading boards ------------------------------------------------------------------------------


def lay_out(
    layout: Layout,
    sectors: Sectors,
    marks: Iterable[Mark] = (),
    things: Iterable[Thing] = (),
    ajar: Iterable[tuple[int, int]] = (),
    held: Iterable[tuple[int, int]] = (),
) -> Board:
    """A board; fresh, or with all that has changed on it. Marks, things and open doors come in any order."""
    marks, things = tuple(sorted(marks)), tuple(sorted(things))
    ajar, held = tuple(sorted(ajar)), tuple(sorted(held))
    kinds, filled = bytearray(printed(layout, sectors)), bytearray(SQUARES * len(sectors))
    graph = net(layout)
    twin = graph.twin
    for mark in marks:
        kinds[mark.edge] = kinds[twin[mark.edge]] = mark.kind
    for edge, _ in (*ajar, *held):
        kinds[edge] = kinds[twin[edge]] = AJAR
    for thing in things:
        if thing.kind != OOZE:
            filled[thing.square] = thing.kind
    fields = {
        "layout": layout,
        "sectors": sectors,
        "marks": marks,
        "things": things,
        "ajar": ajar,
        "held": held,
    }
    return make(Board, {**fields, "kinds": bytes(kinds), "filled": bytes(filled), "net": graph, "memo": {}})


@lru_cache(maxsize=64)
def bare_board(layout: Layout) -> Board:
    """Nothing but floor, to follow lines that no wall stops."""
    size = SQUARES * len(layout.places)
    none: tuple[()] = ()
    fields = dict.fromkeys(("sectors", "marks", "things", "ajar", "held"), none) | {"layout": layout}
    derived = {"kinds": bytes(size * 4), "filled": bytes(size), "net": net(layout), "memo": {}}
    return make(Board, {**fields, **derived})


def mark_at(board: Board, edge: int) -> Mark | None:
    """The mark on an edge, if it differs from the printed one."""
    if not board.marks:
        return None
    edge = board.net.edge[edge]
    for mark in board.marks:
        if mark.edge == edge:
            return mark
    return None


def illusions(board: Board) -> list[Mark]:
    return [mark for mark in board.marks if mark.kind == ILLUSION] if ILLUSION in board.kinds else []


def thing_at(board: Board, square: int) -> Thing | None:
    """What fills a square."""
    return next((thing for thing in board.things if thing.square == square), None)


def hp(board: Board, edge: int) -> int:
    """The points that an edge has left; 0 where nothing on it can be broken down."""
    mark = mark_at(board, edge)
    return mark.hp if mark else PRINTED_HP[board.kinds[edge]]


# --- Changing edges -----------------------------------------------------------------------------------------


def put(
    board: Board, edge: int, kind: int, card: str, by: int, hp: int = 0, beliefs: tuple[str, ...] = ()
) -> Board:
    """Creates something on an open edge. Raises ValueError on any other (create.taken)."""
    if board.kinds[edge] != OPEN:
        raise ValueError(f"edge {edge} isn't open")
    return _marked(board, Mark(board.net.edge[edge], kind, hp, "", card, by, beliefs))


def clear(board: Board, edge: int) -> Board:
    """Opens an edge for good: what is printed there or was created is gone."""
    return _marked(board, Mark(board.net.edge[edge], OPEN))


def damage(board: Board, edge: int, points: int) -> tuple[Board, int]:
    """Takes points from a wall or a door; with none left the edge is open. The board and the points left."""
    left = max(0, hp(board, edge) - points)
    return (_marked(board, _present(board, edge)._replace(hp=left)) if left else clear(board, edge)), left


def lock(board: Board, edge: int, state: str) -> Board:
    """A door's lock becomes "removed", "jammed" or "" (as it was). Raises ValueError where no door is."""
    if board.kinds[edge] not in (DOOR, AJAR):
        raise ValueError(f"no door on edge {edge}")
    return _marked(board, _present(board, edge)._replace(lock=state))


def open_door(board: Board, edge: int, seat: int) -> Board:
    """A door stands ajar, opened by a seat. Raises ValueError where no door is."""
    if board.kinds[edge] not in (DOOR, AJAR):
        raise ValueError(f"no door on edge {edge}")
    return _changed(board, ajar={*board.ajar, (board.net.edge[edge], seat)})


def hold_door(board: Board, edge: int, seat: int) -> Board:
    """A door that stands open is held for a seat. Raises ValueError where no open door is."""
    if board.kinds[edge] != AJAR:
        raise ValueError(f"no open door on edge {edge}")
    return _changed(board, held={*board.held, (board.net.edge[edge], seat)})


def is_opener(board: Board, edge: int, seat: int) -> bool:
    """Whether this seat has opened a door this turn, and hasn't gone through it yet."""
    return (board.net.edge[edge], seat) in board.ajar


def lets_through(board: Board, edge: int, seat: int) -> bool:
    """Whether a door stands open for this seat: by its own hand, or held for it."""
    return is_opener(board, edge, seat) or (board.net.edge[edge], seat) in board.held


def pass_door(board: Board, edge: int, seat: int) -> Board:
    """A door shuts behind whoever it stood open for, but for others for whom it is held."""
    door = (board.net.edge[edge], seat)
    ajar = [other for other in board.ajar if other[0] != door[0]] if door in board.ajar else board.ajar
    return _changed(board, ajar=ajar, held=[other for other in board.held if other != door])


def close_doors(board: Board) -> Board:
    """A turn is over: all doors shut but those held for somebody."""
    return _changed(board, ajar=()) if board.ajar else board


def let_go(board: Board, seat: int) -> Board:
    """No door is held for a seat any more."""
    held = [door for door in board.held if door[1] != seat]
    return board if len(held) == len(board.held) else _changed(board, held=held)


def believe(board: Board, edge: int, seat: int, belief: str) -> Board:
    """What a seat now thinks of an illusion. Raises ValueError where none stands."""
    beliefs = _present(board, edge).beliefs
    return with_beliefs(board, edge, (*beliefs[:seat], belief, *beliefs[seat + 1 :]))


def with_beliefs(board: Board, edge: int, beliefs: tuple[str, ...]) -> Board:
    """What each seat thinks of an illusion. Raises ValueError where none stands."""
    mark = _present(board, edge)
    if mark.kind != ILLUSION:
        raise ValueError(f"no illusion on edge {edge}")
    believed = mark._replace(beliefs=beliefs)
    return evolve(board, marks=tuple([believed if old is mark else old for old in board.marks]))


def _present(board: Board, edge: int) -> Mark:
    """The mark on an edge, or one that tells what is printed there."""
    edge = board.net.edge[edge]
    return mark_at(board, edge) or _as_printed(board.layout, board.sectors, edge)


def _as_printed(layout: Layout, sectors: Sectors, edge: int) -> Mark:
    kind = printed(layout, sectors)[edge]
    return Mark(edge, kind, PRINTED_HP[kind])


def _marked(board: Board, mark: Mark) -> Board:
    """The board with this mark, or without one where it just tells what is printed; only doors are ajar."""
    marks = [old for old in board.marks if old.edge != mark.edge]
    if mark != _as_printed(board.layout, board.sectors, mark.edge):
        marks.append(mark)
    if board.kinds[mark.edge] == mark.kind:  # points, a lock or beliefs: the board stands as it stood
        return evolve(board, marks=tuple(sorted(marks)))
    ajar, held = (
        [door for door in doors if door[0] != mark.edge or mark.kind == DOOR]
        for doors in (board.ajar, board.held)
    )
    return _changed(board, marks=marks, ajar=ajar, held=held)


def _changed(board: Board, **changes: Any) -> Board:
    same = {"marks": board.marks, "things": board.things, "ajar": board.ajar, "held": board.held}
    return lay_out(board.layout, board.sectors, **{**same, **changes})


# --- Changing squares ---------------------------------------------------------------------------------------


def fill(board: Board, square: int, kind: int, hp: int, by: int) -> Board:
    """A bush or stone fills an empty square. Raises ValueError on a filled one."""
    if board.filled[square] != EMPTY:
        raise ValueError(f"square {square} is filled")
    return _changed(board, things=[*board.things, Thing(square, kind, hp, by)])


def hew(board: Board, square: int, points: int) -> tuple[Board, int]:
    """Takes points from what fills a square; with none left it is gone. Raises ValueError on an empty one."""
    thing = thing_at(board, square)
    if thing is None:
        raise ValueError(f"square {square} is empty")
    left = max(0, thing.hp - points)
    cleared = empty(board, square)
    if left:
        cleared = _changed(cleared, things=[*cleared.things, thing._replace(hp=left)])
    return cleared, left


def empty(board: Board, square: int) -> Board:
    """Takes away what fills a square."""
    return _changed(board, things=[thing for thing in board.things if thing.square != square])


# --- Turning and moving sectors -----------------------------------------------------------------------------


def seams(board: Board, slot: int) -> tuple[int, ...]:
    """The edges on a sector's outer sides that carry a mark: each gets its roll when it turns (ruling 67)."""
    edge, marked = board.net.edge, {mark.edge for mark in board.marks}
    return tuple(sorted({edge[half] for half in _rim(slot)} & marked))


def parted(board: Board, slot: int, place: Place) -> tuple[int, ...]:
    """The edges with a mark that come apart when a sector moves there; others' sides may be among them."""
    old, new = board.net.twin, net(relocated(board.layout, slot, place)).twin
    return tuple(mark.edge for mark in board.marks if old[mark.edge] != new[mark.edge])


def rotate(
    board: Board, slot: int, quarters: int, keeps: Mapping[int, bool]
) -> tuple[Board, tuple[int, ...]]:
    """Turns a sector to the right with all that is on it; the board, and the new number of every square.

    `keeps`, by edge of `seams`: whether the change there goes with the turning sector, as one not named does,
    or stays with the other. Where the sector joins itself True means the side of the smaller half-edge.
    """
    size = len(board.filled)
    squares = tuple(turned(s, quarters) if s // SQUARES == slot else s for s in range(size))
    sector, turn = board.sectors[slot]
    sectors = (*board.sectors[:slot], (sector, (turn + quarters) % 4), *board.sectors[slot + 1 :])

    def carry(edge: int) -> int:
        half = _keeping_half(board, slot, edge, keeps)
        return turned_half(half, quarters) if half // 4 // SQUARES == slot else half

    things = [thing._replace(square=squares[thing.square]) for thing in board.things]
    return _carried(board, slot, board.layout, sectors, things, carry), squares


def relocate(
    board: Board, slot: int, place: Place, keeps: Mapping[int, bool]
) -> tuple[Board, tuple[int, ...]]:
    """Moves a sector to a free place; the board, and the number of every square, which stays.

    `keeps`, by edge of `parted`, as in `rotate`; on an edge between two other sectors True means the side
    of its smaller half-edge.
    """
    layout = relocated(board.layout, slot, place)

    def carry(edge: int) -> int:
        return _keeping_half(board, slot, edge, keeps)

    return _carried(board, slot, layout, board.sectors, board.things, carry), tuple(range(len(board.filled)))


def _keeping_half(board: Board, slot: int, edge: int, keeps: Mapping[int, bool]) -> int:
    """The half-edge of an edge that its change goes with."""
    half, other = edge, board.net.twin[edge]
    if half // 4 // SQUARES != slot == other // 4 // SQUARES:
        half, other = other, half
    return half if keeps.get(edge, True) else other


def _carried(
    board: Board,
    slot: int,
    layout: Layout,
    sectors: Sectors,
    things: Iterable[Thing],
    carry: Callable[[int], int],
) -> Board:
    """The board with everything on its edges carried along; `carry` gives the half-edge where an edge goes.

    Where two changes meet a created thing beats damage, and that an opening; of equals the one on the side of
    the sector that was turned or moved stays.
    """
    edge = net(layout).edge
    winners: dict[int, tuple[int, bool, Mark]] = {}
    for mark in board.marks:
        half = carry(mark.edge)
        moved = mark._replace(edge=edge[half])
        claim = (_weight(mark), half // 4 // SQUARES == slot, moved)
        winners[moved.edge] = max(claim, winners.get(moved.edge, claim))
    marks = [mark for _, _, mark in winners.values() if mark != _as_printed(layout, sectors, mark.edge)]
    kinds = lay_out(layout, sectors, marks).kinds
    ajar, held = (
        {(edge[carry(door)], seat) for door, seat in doors if kinds[edge[carry(door)]] == DOOR}
        for doors in (board.ajar, board.held)
    )
    return lay_out(layout, sectors, marks, things, ajar, held)


def _weight(mark: Mark) -> int:
    if mark.kind == OPEN:
        return 0
    return 2 if mark.card else 1
