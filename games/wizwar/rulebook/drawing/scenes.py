"""A part of a maze with who and what is in it, as figures show it: from the position of a scenario. Pure.

A unit is a square, and the origin the north-western corner of the whole maze, as in `maze`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from games.wizwar.rulebook.drawing import maze
from games.wizwar.rulebook.drawing.maze import CLASSES, COLUMNS, SIDES, Part, Point, SectorPlan, WallLine
from rulebook.content.entries import Card, GameContent
from rulebook.drawing.figures import path, tinted, words

Square = tuple[int, int]
PLACE = re.compile(r"([1-6])([a-e])([1-5])([nesw])?")  # «1b3», «1b3e», whatever is told of it behind
# What stands on an edge in place of what is printed, by the key of a position: names of `maze.EDGES`.
EDGES: Mapping[str, str] = {
    "gaps": "gap",
    "walls": "wall",
    "fire": "fire",
    "illusion": "illusion",
    "unlocked": "unlocked",
    "jammed": "jammed",
    "ajar": "open",
}
FILLINGS: Mapping[str, str] = {  # their icons
    "bush": "bush",
    "stone": "stone-block",
    "rosebush": "ww-rosebush",
    "dust": "ww-dust-cloud",
    "ooze": "ww-killer-ooze",
}
RIM = 0.62  # room for coordinates above and to the left of what is shown
RIM_SIZE = 0.44
EDGE = 0.12  # around what is shown, for the thickness of its walls


class Crop(NamedTuple):
    """The squares that a picture shows: from (left, top) to before (right, bottom)."""

    left: int
    top: int
    right: int
    bottom: int

    def has(self, square: Square) -> bool:
        return self.left <= square[0] < self.right and self.top <= square[1] < self.bottom

    def holds(self, line: WallLine) -> bool:
        across = self.left <= line.x1 and line.x2 <= self.right
        return across and self.top <= line.y1 and line.y2 <= self.bottom


class Scene(NamedTuple):
    """A maze as a position has it. `corners` are those of its places, `at` the squares of the wizards by the
    names of their players in the position, `chests` those of the treasures that nobody carries, `fillings`
    pairs of a square and an icon.
    """

    plans: tuple[SectorPlan, ...]
    corners: tuple[Square, ...]
    at: Mapping[str, Square]
    chests: tuple[Square, ...]
    marks: tuple[tuple[str, WallLine], ...]
    fillings: tuple[tuple[Square, str], ...]

    @property
    def walls(self) -> set[WallLine]:
        changed = {line for _, line in self.marks}
        return {line for plan in self.plans for line in plan.walls} - changed

    @property
    def doors(self) -> set[WallLine]:
        changed = {line for _, line in self.marks}
        return {line for plan in self.plans for line in plan.doors} - changed

    def square(self, text: str) -> Square:
        """Where a square lies that a case names: «1b3»."""
        found = PLACE.match(text)
        if not found:
            raise ValueError(text)
        x, y = self.corners[int(found[1]) - 1]
        return x + COLUMNS.index(found[2]), y + int(found[3]) - 1

    def edge(self, text: str) -> WallLine:
        """Where an edge lies: «1b3e»."""
        return maze.side_line(*self.square(text), text[3])

    def slot(self, square: Square) -> int:
        """In which place a square lies, from 0."""
        size = self.plans[0].size
        return next(
            n
            for n, (x, y) in enumerate(self.corners)
            if x <= square[0] < x + size and y <= square[1] < y + size
        )

    def name(self, square: Square, *, whole: bool = False) -> str:
        """What a square is called in its sector, «b3», or on the board: «1-b3»."""
        slot = self.slot(square)
        x, y = self.corners[slot]
        said = maze.square_name(square[0] - x, square[1] - y)
        return f"{slot + 1}\u2011{said}" if whole else said


def layout_of(game: GameContent, position: Mapping[str, Any]) -> Card:
    """The layout that a position is played on."""
    players, variant = players_of(position), position.get("options", {}).get("two_players", "")
    return next(
        card
        for card in game.cards
        if card.kind == "layout"
        and card.data["players"] == len(players)
        and card.data["variant"] == ("" if variant == "straight" else variant)
    )


def players_of(position: Mapping[str, Any]) -> list[str]:
    players = position["players"]
    return [str(n + 1) for n in range(players)] if isinstance(players, int) else list(players)


def scene(game: GameContent, position: Mapping[str, Any]) -> Scene:
    """What a position says of the maze; wizards that it doesn't place stand at home."""
    size: int = game.constants["size"]
    names, places = players_of(position), maze.slots(layout_of(game, position).data["grid"], size)
    recommended = " ".join(game.constants["recommended_sectors"][str(len(names))])
    sectors = position.get("sectors", recommended).split()
    corners = tuple(places[n] for n in sorted(places))
    plans = tuple(_laid(game, word, corner) for word, corner in zip(sectors, corners, strict=True))
    bare = Scene(plans, corners, {}, (), (), ())
    homes = dict(zip(names, (plan.home for plan in plans), strict=True))
    stands = {name: bare.square(text) for name, text in position.get("at", {}).items()}
    return bare._replace(
        at={**homes, **stands},
        chests=tuple(_chests(bare, position)),
        marks=tuple(
            (kind, bare.edge(word)) for key, kind in EDGES.items() for word in position.get(key, "").split()
        ),
        fillings=tuple(
            (bare.square(word), icon)
            for key, icon in FILLINGS.items()
            for word in position.get(key, "").split()
        ),
    )


def _chests(scene: Scene, position: Mapping[str, Any]) -> Iterator[Square]:
    """Where the treasures lie: «T2a» is the first of place 2."""
    moved = position.get("treasures", {})
    for slot, plan in enumerate(scene.plans, start=1):
        for letter, square in zip("ab", plan.treasures, strict=True):
            said = moved.get(f"T{slot}{letter}")
            if said is None:
                yield square
            elif PLACE.match(said):
                yield scene.square(said)


def _laid(game: GameContent, word: str, corner: Square) -> SectorPlan:
    """«s1:2»: a sector turned by two quarters, at its place."""
    sector, _, quarters = word.partition(":")
    plan = maze.plan(game.card_by_id[sector].data, game.constants)
    return maze.moved(maze.turned(plan, int(quarters or 0)), *corner)


def joined(layout: Card, end: str) -> tuple[str, str]:
    """The letter at a side of a place, «1W», and the side that it leads to; the auto-warp has none."""
    ways = [(one["letter"], one["ends"]) for one in layout.data["exits"]]
    if warp := layout.data.get("auto_warp"):
        ways.append(("", warp["ends"]))
    return next((letter, ends[ends[0] == end]) for letter, ends in ways if end in ends)


def unfolded(game: GameContent, scene: Scene, position: Mapping[str, Any], end: str) -> tuple[str, Scene]:
    """The maze with the place beyond a side laid behind it, as a line of sight has it, and its letter."""
    letter, other = joined(layout_of(game, position), end)
    here, there = maze.end(end), maze.end(other)
    size = scene.plans[0].size
    (x, y), (dx, dy) = scene.corners[here.place - 1], maze.OUTWARDS[here.side]
    was, now = scene.corners[there.place - 1], (x + dx * size, y + dy * size)
    shift = (now[0] - was[0], now[1] - was[1])

    def move(square: Square) -> Square:
        return (square[0] + shift[0], square[1] + shift[1])

    slot = there.place - 1
    return letter, scene._replace(
        plans=tuple(maze.moved(plan, *shift) if n == slot else plan for n, plan in enumerate(scene.plans)),
        corners=tuple(now if n == slot else corner for n, corner in enumerate(scene.corners)),
        chests=tuple(move(at) if scene.slot(at) == slot else at for at in scene.chests),
        at={name: move(at) if scene.slot(at) == slot else at for name, at in scene.at.items()},
    )


def seam(scene: Scene, crop: Crop, end: str, letter: str) -> str:
    """The line where an unfolded place begins, with the letter on both sides of its exit."""
    here, size = maze.end(end), scene.plans[0].size
    edge = maze.side_line(*scene.corners[here.place - 1], here.side, size)
    x, y = (edge.x1 + edge.x2) / 2, (edge.y1 + edge.y2) / 2
    across, away = ((0.3, 0.0), (0.0, -1.15)) if here.side in "ew" else ((0.0, 0.3), (1.15, 0.14))
    signs = (
        words(letter, x + away[0] + n * across[0], y + away[1] + n * across[1], 0.42, "mz-letter")
        for n in (-1, 1)
    )
    shown = [piece for piece in maze.cut(edge) if crop.holds(piece)]
    return maze.paint([maze.Shape("seam", maze.path(maze.runs(shown)))], CLASSES) + "".join(signs)


# --- What is drawn ------------------------------------------------------------------------------------------


def around(scene: Scene, squares: Iterable[Square], least: tuple[int, int] = (3, 3)) -> Crop:
    """The squares of one or more places that hold all of these, at least so many across and down."""
    shown = list(squares)
    size, slots = scene.plans[0].size, {scene.slot(square) for square in shown}
    corners = [scene.corners[slot] for slot in slots]
    ends = []
    for axis in (0, 1):
        low, high = min(square[axis] for square in shown), max(square[axis] for square in shown) + 1
        first, last = min(corner[axis] for corner in corners), max(corner[axis] for corner in corners) + size
        while high - low < min(least[axis], last - first):
            if high < last:
                high += 1
            if high - low < least[axis] and low > first:
                low -= 1
        ends.append((low, high))
    (left, right), (top, bottom) = ends
    return Crop(left, top, right, bottom)


def box(crop: Crop) -> tuple[float, float, float, float]:
    """The box of a picture with coordinates on its rim."""
    width, height = crop.right - crop.left, crop.bottom - crop.top
    return crop.left - RIM, crop.top - RIM, width + RIM + EDGE, height + RIM + EDGE


def ground(scene: Scene, crop: Crop, high: float = RIM_SIZE) -> str:
    """Floor, walls, doors and whatever else stands on edges and squares, with coordinates on the rim that are
    so `high`.
    """
    pieces = maze.paint(_ground(scene, crop, high), CLASSES)
    icons = (
        path(filled((x, y)), "fg-soft")
        + maze.paint([maze.Icon("treasure", icon, x + 0.5, y + 0.5, 0.84)], {"treasure": 'class="fg-ink"'})
        for (x, y), icon in scene.fillings
        if crop.has((x, y))
    )
    return pieces + "".join(icons) + maze.paint(_edges(scene, crop), CLASSES)


def _ground(scene: Scene, crop: Crop, high: float) -> Iterator[Part]:
    size, shown = scene.plans[0].size, []
    for x, y in scene.corners:
        left, top = max(x, crop.left), max(y, crop.top)
        right, bottom = min(x + size, crop.right), min(y + size, crop.bottom)
        if left < right and top < bottom:
            yield maze.floor(left, top, right - left, bottom - top)
            yield maze.Shape("grid", maze.path(_grid(left, top, right, bottom)))
            shown.append(((x, y), Crop(left, top, right, bottom)))
    for place in shown:
        yield from _coordinates(place, shown, high)
    for square in filter(crop.has, scene.chests):
        yield maze.Icon("treasure", "chest", *maze.middle(square), 0.66)
    for plan in scene.plans:
        if crop.has(plan.home):
            yield maze.Icon("home", "home", *maze.middle(plan.home), 0.8)


def _grid(left: int, top: int, right: int, bottom: int) -> list[WallLine]:
    """Between squares, and where the picture ends though the maze goes on."""
    across = [WallLine(left, y, right, y) for y in range(top, bottom + 1)]
    return across + [WallLine(x, top, x, bottom) for x in range(left, right + 1)]


def _coordinates(place: tuple[Square, Crop], shown: list[tuple[Square, Crop]], high: float) -> Iterator[Part]:
    """The letters of columns above the first part of a column of sectors, the numbers of rows at the left of
    the first of a row.
    """
    (x, y), part = place
    if part.top == min(other.top for (column, _), other in shown if column == x):
        for n in range(part.left, part.right):
            yield maze.Letter("label", COLUMNS[n - x], n + 0.5, part.top - high * 0.8, high)
    if part.left == min(other.left for (_, row), other in shown if row == y):
        for n in range(part.top, part.bottom):
            yield maze.Letter("label", str(n - y + 1), part.left - high * 0.8, n + 0.5, high)


def _edges(scene: Scene, crop: Crop) -> Iterator[Part]:
    yield maze.wall(line for line in scene.walls if crop.holds(line))
    for line in sorted(line for line in scene.doors if crop.holds(line)):
        yield from maze.door(line)
    for kind, line in scene.marks:
        if crop.holds(line):
            yield from maze.EDGES[kind](line)


def wizard(
    game: GameContent, scene: Scene, name: str, lang: str, at: Square | None = None, high: float = 0.42
) -> str:
    """A wizard with the first letter of the player's name, where it stands or at another square."""
    x, y = maze.middle(at or scene.at[name])
    said = game.people.get(name, name) if lang == "en" else name
    ring = path(maze.ring("", x, y, max(0.31, high * 0.64)).d, "fg-tint-fill")
    tint = maze.SEAT_COLOURS[list(scene.at).index(name)]
    return tinted(tint, ring + words(said[:1], x, y + high * 0.35, high, "fg-on-tint"))


def numbers(scene: Scene, crop: Crop, high: float) -> str:
    """The numbers of the places, each in its first square."""
    return "".join(
        words(str(n), x + high * 0.45, y + high * 0.85, high, "mz-place")
        for n, (x, y) in enumerate(scene.corners, start=1)
        if crop.has((x, y))
    )


def cross(at: Point, look: str = "fg-bad", size: float = 0.17) -> str:
    """✕ around a point, on a ground of its own."""
    x, y = at
    ring = path(maze.ring("", x, y, size * 1.5).d, "fg-paper")
    lines = f"M{x - size:g} {y - size:g}l{2 * size:g} {2 * size:g}m0 {-2 * size:g}l{-2 * size:g} {2 * size:g}"
    return ring + path(lines, look, 0.1)


def filled(square: Square) -> str:
    """A frame within a square, as the `d` of a path."""
    return maze.floor(square[0] + 0.06, square[1] + 0.06, 0.88, 0.88).d


def sides(square: Square) -> list[WallLine]:
    return [maze.side_line(*square, side) for side in SIDES]
