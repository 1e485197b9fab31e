"""The board in short forms (docs/cases.md): sectors, their places, and what differs from what is printed."""

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
ITEM = re.compile(r"([^:@=]+)(?::(\d{1,4}))?(?:@(w[1-6]))?(?:=([?bsS]{2,6}[?bsSB]{0,9}))?")
JOIN = re.compile(r"([A-Z]|warp):([1-6][NESW])-([1-6][NESW])")
HIDDEN = "*"  # a belief that the viewer doesn't know; written as one that isn't settled


def no_place(code: str, text: str) -> BadPosition:
    """`code` is one of pos_square, pos_edge, pos_place, pos_sector."""
    clause = {"pos_sector": "setup.sectors", "pos_place": "create.where"}.get(code, "maze.exits")
    return BadPosition([Refusal(code, clause, {"text": text[:40]})])


class Item(NamedTuple):
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
    joins = [(m[1], m[2], m[3]) for m in found if m]
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


def read_items(text: Any, layout: Layout, key: str) -> list[Item]:
    """`1b3e:7@w2`, `1b3`…: places with what is told of them; edges by their canonical number."""
    if not isinstance(text, str):
        raise malformed(f"{key}: {text!s:.40}")
    edges = key not in THINGS
    items = [_read_item(word, layout, edges) for word in text.split()]
    places = [(item.place, item.by) for item in items]
    if len(set(places)) < len(places):
        raise no_place("pos_place", text)
    return items


def _read_item(word: str, layout: Layout, edges: bool) -> Item:
    found = ITEM.fullmatch(word)
    place = (read_edge if edges else read_square)(found[1]) if found else None
    players = len(layout.places)
    if found is None or place is None or place >= players * SQUARES * (4 if edges else 1):
        raise no_place("pos_edge" if edges else "pos_square", word)
    by = SEAT_OF[found[3]] if found[3] else None
    beliefs = found[4]
    odd = beliefs and len(beliefs) != players and len(beliefs) <= CREATURES
    if odd or (by is not None and by >= players):
        raise no_place("pos_place", word)
    hp = int(found[2]) if found[2] else None
    return Item(net(layout).edge[place] if edges else place, hp, by, beliefs)


def read_square_on(text: Any, players: int) -> int:
    """The number of a square of this board. Raises BadPosition."""
    square = read_square(text) if isinstance(text, str) else None
    if square is None or square >= players * SQUARES:
        raise no_place("pos_square", str(text))
    return square


class _Makings(NamedTuple):
    """What marks are made from: what is printed on half-edges, who makes what is given no maker."""

    printed: bytes
    maker: int
    players: int
    boxed: bool = False


def _points(item: Item, most: int) -> int:
    """The points left, all by default."""
    if item.hp is None:
        return most
    if not 1 <= item.hp <= most:
        raise no_place("pos_place", f"{edge_text(item.place)}:{item.hp}")
    return item.hp


def _gap(item: Item, makings: _Makings) -> Mark:
    """A printed wall or door that is gone."""
    if makings.printed[item.place] == OPEN:
        raise no_place("pos_place", edge_text(item.place))
    return Mark(item.place, OPEN)


def _wall(item: Item, makings: _Makings) -> Mark:
    """A created wall; where one is printed and no maker is named, that one with fewer points."""
    if makings.printed[item.place] == WALL and item.by is None:
        return Mark(item.place, WALL, _points(item, WALL_HP))
    by = makings.maker if item.by is None else item.by
    return Mark(item.place, WALL, _points(item, WALL_HP), "", MAKES[WALL], by)


def _door(item: Item, makings: _Makings) -> Mark:
    if item.by is not None and makings.boxed:
        return Mark(item.place, DOOR, _points(item, DOOR_HP), "", CREATE_DOOR, item.by)
    if makings.printed[item.place] != DOOR:
        raise no_place("pos_place", edge_text(item.place))
    return Mark(item.place, DOOR, _points(item, DOOR_HP))


def _fire(item: Item, makings: _Makings) -> Mark:
    by = makings.maker if item.by is None else item.by
    return Mark(item.place, FIRE, 0, "", MAKES[FIRE], by)


def _illusion(item: Item, makings: _Makings) -> Mark:
    """Nobody has judged it yet unless beliefs are given."""
    by = makings.maker if item.by is None else item.by
    beliefs = tuple(item.beliefs or "?" * makings.players)
    if len(beliefs) > makings.players and not makings.boxed:
        raise no_place("pos_place", "".join(beliefs))
    return Mark(item.place, ILLUSION, _points(item, WALL_HP), "", MAKES[ILLUSION], by, beliefs)


MARKS: Mapping[str, Callable[[Item, _Makings], Mark]] = {
    "gaps": _gap,
    "walls": _wall,
    "doors": _door,
    "fire": _fire,
    "illusion": _illusion,
}
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
    players = len(sectors)
    makings = _Makings(printed(layout, sectors), maker, players, boxed)
    marks: dict[int, Mark] = {}
    for key, mark_of in MARKS.items():
        for item in read_items(data.get(key, ""), layout, key):
            if item.place in marks:
                raise no_place("pos_place", edge_text(item.place))
            marks[item.place] = mark_of(item, makings)
    for key, lock in LOCKS.items():
        for item in read_items(data.get(key, ""), layout, key):
            mark = marks.get(item.place) or _door(Item(item.place), makings)
            if mark.kind != DOOR or mark.lock:
                raise no_place("pos_place", edge_text(item.place))
            marks[item.place] = mark._replace(lock=lock)
    usual = {WALL: WALL_HP, DOOR: DOOR_HP}
    changed = [
        mark
        for mark in marks.values()
        if mark != Mark(mark.edge, makings.printed[mark.edge], usual.get(mark.kind, 0))
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
            hp = _points_of_bush(item) if kind in BUSHES else 0
            by = maker if item.by is None else item.by
            things[item.place] = Thing(item.place, kind, hp, by)
    return list(things.values())


def _points_of_bush(item: Item) -> int:
    if item.hp is not None and not 1 <= item.hp <= BUSH_HP:
        raise no_place("pos_place", f"{square_text(item.place)}:{item.hp}")
    return BUSH_HP if item.hp is None else item.hp


# --- Writing and comparing ----------------------------------------------------------------------------------

KIND_OF_KEY = {"gaps": OPEN, "walls": WALL, "doors": DOOR, "fire": FIRE, "illusion": ILLUSION}


def items_on(board: Board, key: str) -> list[Item]:
    """What stands on the board under one of EDGE_KEYS or THINGS, with all that can be told."""
    if key in ("ajar", "held"):
        return [Item(edge, None, seat) for edge, seat in getattr(board, key)]
    if key in LOCKS:
        return [Item(mark.edge) for mark in board.marks if mark.lock == LOCKS[key]]
    if key in THINGS:
        return [
            Item(thing.square, thing.hp or None, _maker(thing.by))
            for thing in board.things
            if thing.kind == THINGS[key]
        ]
    return [_item_of(mark) for mark in board.marks if _stands_under(key, mark)]


def _stands_under(key: str, mark: Mark) -> bool:
    """A door with all its points is marked for its lock alone."""
    return mark.kind == KIND_OF_KEY[key] and not (mark.kind == DOOR and mark.hp == DOOR_HP and not mark.card)


def _item_of(mark: Mark) -> Item:
    known = "".join(mark.beliefs).replace(HIDDEN, "?")  # behind the seats those of monsters
    beliefs = known if mark.kind == ILLUSION else None
    return Item(mark.edge, mark.hp or None, _maker(mark.by) if mark.card else None, beliefs)


def _maker(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _item_text(item: Item, key: str) -> str:
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


def _as_told(item: Item, told: Mapping[int, Item]) -> Item:
    """An item with no more told of it than of the same place."""
    other = told.get(item.place, Item(item.place))
    untold: dict[str, Any] = {name: value for name, value in other._asdict().items() if value is None}
    return item._replace(**untold)


KEYS: Mapping[str, Way] = {  # without boxes
    "sectors": _sectors,
    "places": _places,
    "exits": _exits,
    **dict.fromkeys((*EDGE_KEYS, "bush", "stone"), items),
}
