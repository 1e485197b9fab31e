"""How the sectors lie and join: the plane of sectors, the exits, the way over every side of a square. Pure.

A square is `slot*25 + row*5 + column` (slot from 0, as the sector lies now), a half-edge `square*4 + side`
(0 north, 1 east, 2 south, 3 west), an edge the smaller of its two half-edges. Every side of the board is
joined to another, so there is always a square beyond a half-edge (maze.exits).
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from string import ascii_uppercase
from typing import NamedTuple

from games.wizwar.simulator.engine.data import GAME
from rulebook.content.entries import Card

SIZE: int = GAME.constants["size"]
SQUARES = SIZE * SIZE  # of a sector
LAST = SIZE - 1
HEADINGS = NORTH, EAST, SOUTH, WEST = range(4)
SIDES = "NESW"
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # (rows, columns) of a step over each side
WARP = "warp"  # the letter of the auto-warp's sides

Place = tuple[int, int]  # row and column in the plane of sectors
Join = tuple[str, str, str]  # letter, and the two sides it joins: ("A", "1W", "2E"); slots are printed from 1


class Layout(NamedTuple):
    """Where each slot lies, and which outer sides are joined; sides of neighbours need no join."""

    places: tuple[Place, ...]
    joins: tuple[Join, ...]


class Net(NamedTuple):
    """Everything about half-edges, by their number.

    `next`: the square one comes to; `twin`: the same edge from there; `edge`: its canonical number;
    `turn`: quarter turns to the right that a heading makes in crossing; `letter`: of the exit, or WARP, or ""
    inside a sector and between neighbours.
    """

    next: tuple[int, ...]
    twin: tuple[int, ...]
    edge: tuple[int, ...]
    turn: tuple[int, ...]
    letter: tuple[str, ...]


# --- Layouts ------------------------------------------------------------------------------------------------


@cache
def layout_for(players: int, crossed: bool = False) -> Layout:
    """The printed layout; `crossed` is a variant for two. Raises LookupError where there is none."""
    variant = "crossed" if crossed else ""
    for card in GAME.cards:
        if card.kind == "layout" and (card.data["players"], card.data["variant"]) == (players, variant):
            return _read(card.data["grid"], card.data["exits"], card.data.get("auto_warp"))
    raise LookupError(f"no layout for {players} players {variant}")


@cache
def former_layout(players: int, crossed: bool) -> Layout:
    """The layout of rules 1, where places weren't numbered clockwise: the same plane with other numbers."""
    layout = layout_for(players, crossed)
    grid = next((card.data["former_grid"] for card in GAME.cards if _was_renumbered(card, players)), None)
    if grid is None:
        return layout
    lies = _lies(grid)
    former = {str(layout.places.index(place) + 1): str(number) for number, place in lies.items()}
    joins = tuple((letter, former[a[0]] + a[1], former[b[0]] + b[1]) for letter, a, b in layout.joins)
    return Layout(tuple(lies[number] for number in sorted(lies)), joins)


def _was_renumbered(card: Card, players: int) -> bool:
    return card.kind == "layout" and card.data["players"] == players and "former_grid" in card.data


def _lies(grid: Sequence[Sequence[int]]) -> dict[int, Place]:
    """Where each place of a grid lies; 0 is no place."""
    return {number: (r, c) for r, line in enumerate(grid) for c, number in enumerate(line) if number}


def _read(
    grid: Sequence[Sequence[int]], exits: Sequence[dict[str, str]], warp: dict[str, str] | None
) -> Layout:
    lies = _lies(grid)
    joins = [(str(e["letter"]), e["ends"][0], e["ends"][1]) for e in exits]
    if warp:
        joins.append((WARP, warp["ends"][0], warp["ends"][1]))
    return Layout(tuple(lies[number] for number in sorted(lies)), tuple(joins))


def free_places(layout: Layout, slot: int) -> tuple[Place, ...]:
    """Where a sector may be moved to, in the present plane; rows and columns may be -1 (ruling 69).

    It must touch another along a full side, and all of them together must be one block again.
    """
    others = [place for other, place in enumerate(layout.places) if other != slot]
    beside = {place for other in others for place in _beside(other)} - set(layout.places)
    return tuple(sorted(place for place in beside if one_block([*others, place])))


def relocated(layout: Layout, slot: int, place: Place) -> Layout:
    """The layout with a sector moved; rows and columns are counted from 0 again.

    The auto-warp and crossed exits are gone: now each row and column of sectors closes on itself. A pair of
    sides that stays joined keeps its letter, a new pair gets the first free one, in the order of slots.
    """
    places = [place if s == slot else old for s, old in enumerate(layout.places)]
    top, left = min(r for r, _ in places), min(c for _, c in places)
    moved = tuple((r - top, c - left) for r, c in places)
    old = {frozenset((one, other)): letter for letter, one, other in layout.joins if letter != WARP}
    pairs = list(_closing_pairs(moved))
    kept = {old[frozenset(pair)] for pair in pairs if frozenset(pair) in old}
    free = (letter for letter in ascii_uppercase if letter not in kept)
    joins = [(old.get(frozenset(pair)) or next(free), *pair) for pair in pairs]
    return Layout(moved, tuple(sorted(joins)))


def _beside(place: Place) -> list[Place]:
    return [(place[0] + dr, place[1] + dc) for dr, dc in STEPS]


def one_block(places: Sequence[Place]) -> bool:
    """Whether sectors in these places touch along full sides."""
    reached, todo = {places[0]}, [places[0]]
    while todo:
        new = [place for place in _beside(todo.pop()) if place in places and place not in reached]
        reached.update(new)
        todo += new
    return len(reached) == len(places)


def _closing_pairs(places: Sequence[Place]) -> Iterator[tuple[str, str]]:
    """Outer sides that the general rule joins: out on one side, in on the other of that row or column."""
    for slot, (row, column) in enumerate(places):
        for side in (NORTH, WEST):
            axis = 0 if side == NORTH else 1
            line = [p for p in places if p[1 - axis] == (column, row)[axis]]
            line.sort(key=lambda p: p[axis])
            before = line[line.index((row, column)) - 1]
            if before[axis] != (row, column)[axis] - 1:
                yield f"{slot + 1}{SIDES[side]}", f"{places.index(before) + 1}{SIDES[(side + 2) % 4]}"


# --- The net of half-edges ----------------------------------------------------------------------------------


def half_edges(square: int) -> range:
    """Of its four sides."""
    return range(square * 4, square * 4 + 4)


@lru_cache(maxsize=256)
def net(layout: Layout) -> Net:
    """What lies beyond every half-edge."""
    sides = _joined_sides(layout)
    twins, turns, letters = [], [], []
    for square in range(SQUARES * len(layout.places)):
        for side in HEADINGS:
            twin, turn, letter = _cross(square, side, sides)
            twins.append(twin)
            turns.append(turn)
            letters.append(letter)
    return Net(
        next=tuple(twin // 4 for twin in twins),
        twin=tuple(twins),
        edge=tuple(min(half, twin) for half, twin in enumerate(twins)),
        turn=tuple(turns),
        letter=tuple(letters),
    )


def _joined_sides(layout: Layout) -> dict[tuple[int, int], tuple[int, int, str]]:
    """For each (slot, side): the slot and side beyond, and the letter."""
    sides = {}
    for letter, *ends in layout.joins:
        (a, b) = [(int(end[0]) - 1, SIDES.index(end[1])) for end in ends]
        sides[a], sides[b] = (*b, letter), (*a, letter)
    slot_at = {place: slot for slot, place in enumerate(layout.places)}
    for slot, place in enumerate(layout.places):
        for side, beside in enumerate(_beside(place)):
            if beside in slot_at:
                sides[slot, side] = (slot_at[beside], (side + 2) % 4, "")
    return sides


def _cross(
    square: int, side: int, sides: dict[tuple[int, int], tuple[int, int, str]]
) -> tuple[int, int, str]:
    """The half-edge on the other side, the heading's quarter turns and the letter."""
    slot, here = divmod(square, SQUARES)
    row, column = divmod(here, SIZE)
    to_row, to_column = row + STEPS[side][0], column + STEPS[side][1]
    if 0 <= to_row < SIZE and 0 <= to_column < SIZE:
        return (slot * SQUARES + to_row * SIZE + to_column) * 4 + (side + 2) % 4, 0, ""
    to_slot, to_side, letter = sides[slot, side]
    # Walking along a side with the board at one's left one comes on its twin the other way round.
    along = LAST - _along(side, row, column)
    return (to_slot * SQUARES + _on_side(to_side, along)) * 4 + to_side, (to_side + 2 - side) % 4, letter


def _along(side: int, row: int, column: int) -> int:
    """The place of a square on an outer side, counted clockwise round its sector."""
    return (column, row, LAST - column, LAST - row)[side]


def _on_side(side: int, along: int) -> int:
    """The square of a sector at this place of a side."""
    row = (0, along, LAST, LAST - along)[side]
    column = (along, LAST, LAST - along, 0)[side]
    return row * SIZE + column


# --- Squares ------------------------------------------------------------------------------------------------


def turned(square: int, quarters: int) -> int:
    """The square that this one becomes when its sector is turned to the right."""
    slot, here = divmod(square, SQUARES)
    row, column = divmod(here, SIZE)
    for _ in range(quarters % 4):
        row, column = column, LAST - row
    return slot * SQUARES + row * SIZE + column


@lru_cache(maxsize=4096)
def within(layout: Layout, square: int, steps: int) -> frozenset[int]:
    """The squares at most so many steps away, walls ignored, over exits too; with the square itself."""
    beyond = net(layout).next
    reached = edge = {square}
    for _ in range(steps):
        edge = {to for at in edge for to in beyond[at * 4 : at * 4 + 4]} - reached
        reached = reached | edge
    return frozenset(reached)
