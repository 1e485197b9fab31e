"""The board in short forms (cases/README.md): sectors, their places, what differs from what is printed."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.wizwar.scoring.points import IN
from games.wizwar.simulator.engine.board import (
    BUSH,
    BUSHES,
    DOOR,
    DUST,
    FIRE,
    ILLUSION,
    OOZE,
    OPEN,
    ROSE,
    STONE,
    WALL,
    Board,
    Mark,
    Sectors,
    Thing,
    home,
    lay_out,
    printed,
)
from games.wizwar.simulator.engine.cards.made import MAKES
from games.wizwar.simulator.engine.data import BUSH_HP, DOOR_HP, RECOMMENDED, SECTORS, WALL_HP
from games.wizwar.simulator.engine.geometry import Join, Layout, Place, net, one_block, relocated
from games.wizwar.simulator.engine.places import (
    SEAT_OF,
    SQUARES,
    WIZARDS,
    edge_text,
    read_edge,
    read_square,
    square_text,
)
from games.wizwar.simulator.engine.state import CREATURES
from simulator.engine.comparing import At, Pairs, Way
from simulator.engine.refusal import BadPosition
from simulator.engine.shortform import malformed
from web.refusal import Refusal

CREATE_DOOR = "create_door"  # of a box
UNLAID = "-"  # a place whose sector is still to be chosen
REMOVED, JAMMED = "removed", "jammed"
ITEM = re.compile(
    r"(?P<place>[^:@=]+)(?::(?P<hp>\d{1,4}))?(?:@(?P<by>w[1-6]))?(?:=(?P<beliefs>[?bsS]{2,6}[?bsSB]{0,9}))?"
)
JOIN = re.compile(r"(?P<letter>[A-Z]|warp):(?P<one>[1-6][NESW])-(?P<other>[1-6][NESW])")
HIDDEN = "*"  # a belief that the viewer doesn't know; written as one that isn't settled


def no_place(code: str, text: str) -> BadPosition:
    """`code` is one of pos_square, pos_edge, pos_place, pos_sector."""
    clause = {"pos_sector": "setup.sectors", "pos_place": "create.where"}.get(code, "maze.exits")
    return BadPosition([Refusal(code, clause, {"text": text[:40]})])


class PlacedItem(NamedTuple):
    """A place with what is told of it: the points left, a seat, beliefs by seat; None where it isn't told."""

    place: int
    hp: int | None = None
    by: int | None = None
    beliefs: str | None = None


# --- Sectors and their places -------------------------------------------------------------------------------


def read_sectors(text: Any, players: int) -> tuple[Sectors, tuple[int, ...]]:
    """`s1 s2:1 -`: (the sector and its quarter turns in every slot, slots still to be laid)."""
    if text is None:
        return tuple((sector, 0) for sector in RECOMMENDED[players]), ()
    words = text.split() if isinstance(text, str) else []
    if len(words) != players:
        raise no_place("pos_sector", str(text))
    sectors, unlaid = [], []
    for slot, word in enumerate(words):
        if word == UNLAID:
            unlaid.append(slot)
            sectors.append((RECOMMENDED[players][slot], 0))
        else:
            sectors.append(_read_sector(word))
    named = [sector for slot, (sector, _) in enumerate(sectors) if slot not in unlaid]
    if len(set(named)) < len(named):
        raise no_place("pos_sector", str(text))
    return tuple(sectors), tuple(unlaid)


def _read_sector(word: str) -> tuple[str, int]:
    sector, colon, turn = word.partition(":")
    if sector not in SECTORS or (colon and turn not in ("0", "1", "2", "3")):
        raise no_place("pos_sector", word)
    return sector, int(turn or 0)


def sectors_text(sectors: Sectors, unlaid: Sequence[int] = ()) -> str:
    return " ".join(
        UNLAID if slot in unlaid else f"{sector}:{turn}" if turn else sector
        for slot, (sector, turn) in enumerate(sectors)
    )


def read_layout(rows: Any, exits: Any, usual: Layout) -> Layout:
    """Where the sectors lie after some have been moved, and the letters of the exits.

    Without `exits` a plane that is the usual one has its usual exits, any other those of the general rule.
    """
    places = usual.places if rows is None else _read_places(rows, len(usual.places))
    if exits is None:
        return usual if places == usual.places else _by_the_rule(places, ())
    joins = _read_exits(exits)
    if places == usual.places and joins == usual.joins:
        return usual
    layout = _by_the_rule(places, joins)
    if layout.joins != joins:
        raise malformed(f"exits: {exits!s:.60}")
    return layout


def _by_the_rule(places: tuple[Place, ...], joins: tuple[Join, ...]) -> Layout:
    """Each row and column of sectors closed on itself; pairs of sides named in `joins` keep their letter."""
    return relocated(Layout(places, joins), 0, places[0])


def _read_places(rows: Any, players: int) -> tuple[Place, ...]:
    """Rows of slot numbers from 1, a point where no sector lies."""
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise malformed("places")
    lies: dict[str, Place] = {
        word: (r, c) for r, row in enumerate(rows) for c, word in enumerate(row.split()) if word != "."
    }
    slots = [str(slot + 1) for slot in range(players)]
    laid = [word for row in rows for word in row.split() if word != "."]
    if sorted(laid) != slots or not one_block(list(lies.values())):
        raise malformed(f"places: {rows!s:.60}")
    top, left = min(r for r, _ in lies.values()), min(c for _, c in lies.values())
    return tuple((lies[slot][0] - top, lies[slot][1] - left) for slot in slots)


def _read_exits(text: Any) -> tuple[Join, ...]:
    found = [JOIN.fullmatch(word) for word in text.split()] if isinstance(text, str) else [None]
    joins = [(m["letter"], m["one"], m["other"]) for m in found if m]
    if len(joins) != len(found) or len({letter for letter, _, _ in joins}) < len(joins):
        raise malformed(f"exits: {text!s:.60}")
    return tuple(joins)


def places_rows(layout: Layout) -> list[str]:
    """The rows of `places`."""
    slots = {place: str(slot + 1) for slot, place in enumerate(layout.places)}
    height, width = (1 + max(place[axis] for place in layout.places) for axis in (0, 1))
    return [" ".join(slots.get((r, c), ".") for c in range(width)) for r in range(height)]


def _exits_in_order(joins: Iterable[Join]) -> str:
    """The same whichever side of an exit is named first, and whichever exit."""
    return _joins_text(sorted((letter, *sorted(sides)) for letter, *sides in joins))


def _joins_text(joins: Iterable[Sequence[str]]) -> str:
    return " ".join(f"{letter}:{one}-{other}" for letter, one, other in joins)


# --- Things on edges and squares ----------------------------------------------------------------------------


def read_items(text: Any, layout: Layout, key: str) -> list[PlacedItem]:
    """`1b3e:7@w2`, `1b3`…: places with what is told of them; edges by their canonical number."""
    if not isinstance(text, str):
        raise malformed(f"{key}: {text!s:.40}")
    edges = key not in THINGS
    items = [_read_item(word, layout, edges) for word in text.split()]
    places = [(item.place, item.by) for item in items]
    if len(set(places)) < len(places):
        raise no_place("pos_place", text)
    return items


def _read_item(word: str, layout: Layout, edges: bool) -> PlacedItem:
    found, players = ITEM.fullmatch(word), len(layout.places)
    place = (read_edge if edges else read_square)(found["place"]) if found else None
    if found is None or place is None or place >= players * SQUARES * (4 if edges else 1):
        raise no_place("pos_edge" if edges else "pos_square", word)
    hp, by, beliefs = found["hp"], found["by"], found["beliefs"]
    odd = beliefs and len(beliefs) != players and len(beliefs) <= CREATURES
    if odd or (by and SEAT_OF[by] >= players):
        raise no_place("pos_place", word)
    canonical = net(layout).edge[place] if edges else place
    return PlacedItem(canonical, int(hp) if hp else None, SEAT_OF[by] if by else None, beliefs)


def read_square_on(text: Any, players: int) -> int:
    """The number of a square of this board. Raises BadPosition."""
    square = read_square(text) if isinstance(text, str) else None
    if square is None or square >= players * SQUARES:
        raise no_place("pos_square", str(text))
    return square


class Edges(NamedTuple):
    """The half-edges of a board as they are printed, and who has made what stands there without a maker."""

    printed: bytes
    maker: int
    players: int
    boxed: bool

    def mark(self, item: PlacedItem, kind: int) -> Mark:
        """What stands on an edge: what somebody has made, or what is printed, gone or with fewer points."""
        printed, card = self.printed[item.place], MAKES.get(kind, "")
        if kind == WALL == printed and item.by is None:
            card = ""
        elif kind == DOOR and item.by is not None and self.boxed:
            card = CREATE_DOOR
        if not card and (printed == OPEN if kind == OPEN else printed != kind):
            raise no_place("pos_place", edge_text(item.place))
        beliefs = tuple(item.beliefs or "?" * self.players) if kind == ILLUSION else ()
        if len(beliefs) > self.players and not self.boxed:
            raise no_place("pos_place", "".join(beliefs))
        mark = Mark(item.place, kind, _points(item, MOST_POINTS.get(kind, 0), edge_text))
        by = self.maker if item.by is None else item.by
        return mark._replace(card=card, by=by, beliefs=beliefs) if card else mark


def _points(item: PlacedItem, most: int, place: Callable[[int], str]) -> int:
    """The points left, all by default; what has none may say any."""
    if not most or item.hp is None:
        return most
    if not 1 <= item.hp <= most:
        raise no_place("pos_place", f"{place(item.place)}:{item.hp}")
    return item.hp


MOST_POINTS = {WALL: WALL_HP, ILLUSION: WALL_HP, DOOR: DOOR_HP}
MARKS = {"gaps": OPEN, "walls": WALL, "doors": DOOR, "fire": FIRE, "illusion": ILLUSION}
LOCKS = {"unlocked": REMOVED, "jammed": JAMMED}
BOX_THINGS = {"rosebush": ROSE, "dust": DUST, "ooze": OOZE}
THINGS = {"bush": BUSH, "stone": STONE, **BOX_THINGS}
EDGE_KEYS = (*MARKS, *LOCKS, "ajar", "held")


def read_board(
    data: Mapping[str, Any], layout: Layout, sectors: Sectors, maker: int, outs: Sequence[str], boxed: bool
) -> Board:
    """The board of a short form; `maker`: the seat that has made what names no maker.

    Nothing stands on a home (create.where); that of a wizard who is out, by `outs`, is none (death.home).
    """
    edges = Edges(printed(layout, sectors), maker, len(sectors), boxed)
    marks: dict[int, Mark] = {}
    for key, kind in MARKS.items():
        for item in read_items(data.get(key, ""), layout, key):
            if item.place in marks:
                raise no_place("pos_place", edge_text(item.place))
            marks[item.place] = edges.mark(item, kind)
    for key, lock in LOCKS.items():
        for item in read_items(data.get(key, ""), layout, key):
            mark = marks.get(item.place) or edges.mark(PlacedItem(item.place), DOOR)
            if mark.kind != DOOR or mark.lock:
                raise no_place("pos_place", edge_text(item.place))
            marks[item.place] = mark._replace(lock=lock)
    changed = [
        mark
        for edge, mark in marks.items()
        if mark != Mark(edge, edges.printed[edge], MOST_POINTS.get(mark.kind, 0))
    ]
    kinds = lay_out(layout, sectors, changed).kinds
    ajar = [
        (item.place, maker if item.by is None else item.by)
        for item in read_items(data.get("ajar", ""), layout, "ajar")
    ]
    held = []
    for item in read_items(data.get("held", ""), layout, "held"):
        if item.by is None:  # a door is held for somebody
            raise no_place("pos_place", edge_text(item.place))
        held.append((item.place, item.by))
    for edge, _ in (*ajar, *held):
        if kinds[edge] != DOOR:
            raise no_place("pos_place", edge_text(edge))
    homes = [home(seat) for seat, out in enumerate(outs) if out == IN]
    return lay_out(layout, sectors, changed, _read_things(data, layout, maker, homes), ajar, held)


def _read_things(data: Mapping[str, Any], layout: Layout, maker: int, homes: Collection[int]) -> list[Thing]:
    things: dict[int, Thing] = {}
    for key, kind in THINGS.items():
        for item in read_items(data.get(key, ""), layout, key):
            if item.place in things or item.place in homes:
                raise no_place("pos_place", square_text(item.place))
            hp = _points(item, BUSH_HP if kind in BUSHES else 0, square_text)
            by = maker if item.by is None else item.by
            things[item.place] = Thing(item.place, kind, hp, by)
    return list(things.values())


# --- Writing and comparing ----------------------------------------------------------------------------------


def items_on(board: Board, key: str) -> list[PlacedItem]:
    """What stands on the board under one of EDGE_KEYS or THINGS, with all that can be told."""
    if key in ("ajar", "held"):
        return [PlacedItem(edge, None, seat) for edge, seat in getattr(board, key)]
    if key in LOCKS:
        return [PlacedItem(mark.edge) for mark in board.marks if mark.lock == LOCKS[key]]
    if key in THINGS:
        return [
            PlacedItem(thing.square, thing.hp or None, _maker(thing.by))
            for thing in board.things
            if thing.kind == THINGS[key]
        ]
    return [_item_of(mark) for mark in board.marks if _stands_under(key, mark)]


def _stands_under(key: str, mark: Mark) -> bool:
    """A door with all its points is marked for its lock alone."""
    return mark.kind == MARKS[key] and not (mark.kind == DOOR and mark.hp == DOOR_HP and not mark.card)


def _item_of(mark: Mark) -> PlacedItem:
    known = "".join(mark.beliefs).replace(HIDDEN, "?")  # behind the seats those of monsters
    beliefs = known if mark.kind == ILLUSION else None
    return PlacedItem(mark.edge, mark.hp or None, _maker(mark.by) if mark.card else None, beliefs)


def _maker(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _item_text(item: PlacedItem, key: str) -> str:
    place = square_text(item.place) if key in THINGS else edge_text(item.place)
    hp = "" if item.hp is None else f":{item.hp}"
    by = "" if item.by is None else f"@{WIZARDS[item.by]}"
    return f"{place}{hp}{by}" + ("" if item.beliefs is None else f"={item.beliefs}")


def board_texts(board: Board, usual: Layout, unlaid: Sequence[int] = ()) -> dict[str, Any]:
    """The keys of a short form that tell of the board, those that say nothing left out."""
    data: dict[str, Any] = {"sectors": sectors_text(board.sectors, unlaid)}
    if board.layout != usual:
        data |= {"places": places_rows(board.layout), "exits": _joins_text(board.layout.joins)}
    for key in (*EDGE_KEYS, *THINGS):
        if there := items_on(board, key):
            data[key] = " ".join(_item_text(item, key) for item in there)
    return data


def _sectors(at: At, wanted: Any, there: str) -> Pairs:
    if UNLAID not in there.split():
        wanted = sectors_text(read_sectors(wanted, len(at.names))[0])
    return [(at.what, wanted, there)]


def _places(at: At, wanted: Any, there: Any) -> Pairs:
    layout = at.seen.board.layout
    expected = layout._replace(places=_read_places(wanted, len(layout.places)))
    return [(at.what, places_rows(expected), places_rows(layout))]


def _exits(at: At, wanted: Any, there: Any) -> Pairs:
    return [(at.what, _exits_in_order(_read_exits(wanted)), _exits_in_order(at.seen.board.layout.joins))]


def items(at: At, wanted: Any, there: Any) -> Pairs:
    """In any order; of an item only what is expected of it counts."""
    layout, key = at.seen.board.layout, at.what
    wanted_items = read_items(wanted, layout, key)
    told = {item.place: item for item in wanted_items[::-1]}
    lies = [_as_told(item, told) for item in read_items(there or "", layout, key)]
    expected, actual = (
        " ".join(sorted(_item_text(item, key) for item in row)) for row in (wanted_items, lies)
    )
    return [(key, expected, actual)]


def _as_told(item: PlacedItem, told: Mapping[int, PlacedItem]) -> PlacedItem:
    """An item with no more told of it than of the same place."""
    other = told.get(item.place, PlacedItem(item.place))
    untold: dict[str, Any] = {name: value for name, value in other._asdict().items() if value is None}
    return item._replace(**untold)


KEYS: Mapping[str, Way] = {  # without boxes
    "sectors": _sectors,
    "places": _places,
    "exits": _exits,
    **dict.fromkeys((*EDGE_KEYS, "bush", "stone"), items),
}
