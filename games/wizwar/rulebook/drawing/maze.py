"""The maze as geometry: sectors, layouts and what stands on edges, as parts of an SVG. Pure.

A unit is the side of a square; x runs east and y south, a sector's left upper corner lies at its origin. A
drawing is a `MazePicture`, parts in the order in which they are painted. How a part looks is the painter's:
classes on a page (`CLASSES`), inks in print (`inks`). The live board is put together from the same parts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from rulebook.drawing.icons import icon_group

Point = tuple[float, float]

SIDES = "nesw"
# The way out of a square over each side: steps east and south.
OUTWARDS: Mapping[str, tuple[int, int]] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
COLUMNS = "abcde"
SEAT_COLOURS = ("red", "blue", "green", "ochre", "purple", "teal")  # a letter always stands with them
# Kinds of parts, from the ground up. Style sheets and inks have a line for each.
KINDS = (
    "floor", "grid", "seam", "place", "home", "treasure", "wall", "door", "lock", "open", "fire", "illusion",
    "gap", "warp", "arrow", "sign", "letter", "label",
)  # fmt: skip
EXIT_SIGN = 0.42  # radius of the circle around an exit's letter
EXIT_AWAY = 0.78  # from the side of a sector to the middle of that circle
BORDER = 0.2  # around a drawing, for the thickness of its walls


class WallLine(NamedTuple):
    """A side of a square or a whole wall, from left to right or from above down."""

    x1: int
    y1: int
    x2: int
    y2: int

    @property
    def across(self) -> bool:
        """Whether it runs from west to east."""
        return self.y1 == self.y2

    @property
    def middle(self) -> Point:
        return (self.x1 + self.x2) / 2, (self.y1 + self.y2) / 2

    @property
    def before(self) -> tuple[int, int]:
        """The square north or west of its beginning."""
        return (self.x1, self.y1 - 1) if self.across else (self.x1 - 1, self.y1)

    @property
    def after(self) -> tuple[int, int]:
        """The square south or east of its beginning."""
        return (self.x1, self.y1)


class Shape(NamedTuple):
    """A path."""

    kind: str
    d: str


class Letter(NamedTuple):
    """Words around (x, y), `size` high."""

    kind: str
    words: str
    x: float
    y: float
    size: float


class Icon(NamedTuple):
    """An icon of the house in a square of `size` around (x, y)."""

    kind: str
    name: str
    x: float
    y: float
    size: float


Part = Shape | Letter | Icon


class MazePicture(NamedTuple):
    """Parts and the box that holds them."""

    parts: tuple[Part, ...]
    x: float
    y: float
    width: float
    height: float


class SectorPlan(NamedTuple):
    """A sector: lines of walls, doors and exits; squares of the home and the treasures as (x, y)."""

    size: int
    walls: tuple[WallLine, ...]
    doors: tuple[WallLine, ...]
    exits: tuple[WallLine, ...]
    home: tuple[int, int]
    treasures: tuple[tuple[int, int], ...]


class End(NamedTuple):
    """A side of a place of a layout: «1W» is the west side of place 1."""

    place: int
    side: str


class WayOut(NamedTuple):
    """A way out of a square; `door` if it is locked, `out` if it leaves the sector."""

    side: str
    door: bool
    out: bool


def square_name(x: int, y: int) -> str:
    """A square of a sector at the origin: «b3» is the second from the west, the third from the north."""
    return f"{COLUMNS[x]}{y + 1}"


def side_line(x: int, y: int, side: str, length: int = 1) -> WallLine:
    """A side of the square (x, y), or of whatever is `length` wide and has its left upper corner there."""
    x1, y1 = x + (length if side == "e" else 0), y + (length if side == "s" else 0)
    across = side in "ns"
    return WallLine(x1, y1, x1 + (length if across else 0), y1 + (0 if across else length))


def plan(data: Mapping[str, Any], constants: Mapping[str, Any]) -> SectorPlan:
    """A sector as its card describes it; `size` and `home` are constants of the game."""
    size: int = constants["size"]
    home_row, home_column = constants["home"]
    middle = size // 2
    exits = [
        side_line(x, y, side)
        for side, (x, y) in zip(
            SIDES, ((middle, 0), (size - 1, middle), (middle, size - 1), (0, middle)), strict=True
        )
    ]
    around = {line for side in SIDES for line in cut(side_line(0, 0, side, size))}
    return SectorPlan(
        size,
        tuple(sorted((around - set(exits)) | set(_inner(data, "walls")))),
        tuple(sorted(_inner(data, "doors"))),
        tuple(sorted(exits)),
        (home_column, home_row),
        tuple((column, row) for row, column in data["treasures"]),
    )


def _inner(data: Mapping[str, Any], name: str) -> list[WallLine]:
    """Edges inside a sector: `_h` lie below a square, `_v` to its right."""
    below = [side_line(column, row, "s") for row, column in data[f"{name}_h"]]
    return below + [side_line(column, row, "e") for row, column in data[f"{name}_v"]]


def moved(sector: SectorPlan, x: int, y: int) -> SectorPlan:
    """The same sector with its corner at (x, y)."""

    def shift(lines: Iterable[WallLine]) -> tuple[WallLine, ...]:
        return tuple(WallLine(a + x, b + y, c + x, d + y) for a, b, c, d in lines)

    return sector._replace(
        walls=shift(sector.walls),
        doors=shift(sector.doors),
        exits=shift(sector.exits),
        home=(sector.home[0] + x, sector.home[1] + y),
        treasures=tuple((a + x, b + y) for a, b in sector.treasures),
    )


def turned(sector: SectorPlan, quarters: int) -> SectorPlan:
    """The sector turned clockwise by quarters around its middle; its corner must be at the origin."""
    for _ in range(quarters % 4):
        sector = _quarter(sector)
    return sector


def _quarter(sector: SectorPlan) -> SectorPlan:
    size = sector.size

    def turn(lines: Iterable[WallLine]) -> tuple[WallLine, ...]:
        ends = (((size - y1, x1), (size - y2, x2)) for x1, y1, x2, y2 in lines)
        return tuple(sorted(WallLine(*min(pair), *max(pair)) for pair in ends))

    def square(place: tuple[int, int]) -> tuple[int, int]:
        return (size - 1 - place[1], place[0])

    return sector._replace(
        walls=turn(sector.walls),
        doors=turn(sector.doors),
        exits=turn(sector.exits),
        home=square(sector.home),
        treasures=tuple(square(place) for place in sector.treasures),
    )


def ways(sector: SectorPlan, x: int, y: int) -> tuple[WayOut, ...]:
    """The sides over which one leaves the square (x, y) of a sector at the origin, from the north on."""
    walls, doors, exits = set(sector.walls), set(sector.doors), set(sector.exits)
    lines = ((side, side_line(x, y, side)) for side in SIDES)
    return tuple(WayOut(side, line in doors, line in exits) for side, line in lines if line not in walls)


def cut(line: WallLine) -> list[WallLine]:
    """A line in pieces of one unit."""
    x1, y1, x2, y2 = line
    if line.across:
        return [WallLine(x, y1, x + 1, y1) for x in range(x1, x2)]
    return [WallLine(x1, y, x1, y + 1) for y in range(y1, y2)]


def runs(lines: Iterable[WallLine]) -> list[WallLine]:
    """Pieces that follow one another, as long lines; the same piece twice is one."""
    across: dict[int, list[WallLine]] = {}
    down: dict[int, list[WallLine]] = {}
    for line in sorted(set(lines)):
        rows, place = (across, line.y1) if line.across else (down, line.x1)
        row = rows.setdefault(place, [])
        if row and (row[-1].x2, row[-1].y2) == (line.x1, line.y1):
            row[-1] = WallLine(*row[-1][:2], *line[2:])
        else:
            row.append(line)
    return [line for rows in (across, down) for row in rows.values() for line in row]


def path(lines: Iterable[WallLine]) -> str:
    """Lines across and down as the `d` of a path."""
    return "".join(
        f"M{line.x1:g} {line.y1:g}" + (f"H{line.x2:g}" if line.across else f"V{line.y2:g}") for line in lines
    )


def wall(lines: Iterable[WallLine]) -> Shape:
    return Shape("wall", path(runs(lines)))


def floor(x: float, y: float, width: float, height: float, kind: str = "floor") -> Shape:
    return Shape(kind, f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z")


def grid(x: int, y: int, size: int) -> Shape:
    """The lines between the squares of a sector."""
    inner = range(1, size)
    across = [WallLine(x, y + n, x + size, y + n) for n in inner]
    return Shape("grid", path(across + [WallLine(x + n, y, x + n, y + size) for n in inner]))


# What may stand on one edge besides a wall. A point of it is said as (along, across): from 0 to 1 from the
# edge's beginning to its end, and from its line to the right of one who walks along it.


def _on(line: WallLine, along: float, across: float) -> str:
    """A point beside an edge of one unit, in words of a path."""
    if line.across:
        return f"{line.x1 + along:g} {line.y1 + across:g}"
    return f"{line.x1 - across:g} {line.y1 + along:g}"


def _strip(line: WallLine, begin: float, end: float, half: float) -> str:
    """A bar along an edge, `half` to both sides of it."""
    corners = ((begin, -half), (end, -half), (end, half), (begin, half))
    return "M" + "L".join(_on(line, *corner) for corner in corners) + "z"


def _points(line: WallLine, points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(_on(line, *point) for point in points)


def _posts(line: WallLine, width: float = 0.16) -> Shape:
    """What is left of a wall at both ends of an edge."""
    return Shape("wall", _points(line, ((0, 0), (width, 0))) + _points(line, ((1 - width, 0), (1, 0))))


def _dot(line: WallLine, along: float, across: float, radius: float) -> str:
    turn = f"a{radius:g} {radius:g} 0 1 1"
    return f"M{_on(line, along, across)}m{-radius:g} 0{turn} {2 * radius:g} 0{turn} {-2 * radius:g} 0z"


def door(line: WallLine) -> tuple[Shape, ...]:
    """A shut door with its lock."""
    return (*unlocked(line), Shape("lock", _dot(line, 0.5, 0, 0.07)))


def unlocked(line: WallLine) -> tuple[Shape, ...]:
    """A shut door without a lock."""
    return (_posts(line), Shape("door", _strip(line, 0.16, 0.84, 0.11)))


def jammed(line: WallLine) -> tuple[Shape, ...]:
    """A shut door whose lock is jammed: a cross instead of the lock."""
    cross = _points(line, ((0.41, -0.09), (0.59, 0.09))) + _points(line, ((0.41, 0.09), (0.59, -0.09)))
    return (*unlocked(line), Shape("open", cross))


def open_door(line: WallLine) -> tuple[Shape, ...]:
    """A door that stands open for this turn: its leaf points aside."""
    leaf = _points(line, ((0.16, 0), (0.38, 0.42))) + _points(line, ((0.84, 0), (0.62, 0.42)))
    return (_posts(line), Shape("open", leaf))


def fire(line: WallLine) -> tuple[Shape, ...]:
    """A wall of fire: tongues along the edge."""
    steps = [(n / 8, 0.13 if n % 2 else -0.13) for n in range(1, 8)]
    return (Shape("fire", _points(line, [(0, 0), *steps, (1, 0)])),)


def illusion(line: WallLine) -> tuple[Shape, ...]:
    """A wall that isn't there: dashes in two rows."""
    rows = [((n / 4 + 0.03, across), (n / 4 + 0.17, across)) for across in (-0.06, 0.06) for n in range(4)]
    return (Shape("illusion", "".join(_points(line, row) for row in rows)),)


def gap(line: WallLine) -> tuple[Shape, ...]:
    """What a destroyed wall or door leaves: stumps and rubble."""
    stones = ((0.32, 0.07, 0.05), (0.47, -0.08, 0.04), (0.6, 0.09, 0.035), (0.7, -0.04, 0.05))
    return (_posts(line, 0.12), Shape("gap", "".join(_dot(line, *stone) for stone in stones)))


def solid(line: WallLine) -> tuple[Shape, ...]:
    return (wall([line]),)


EDGES: Mapping[str, Callable[[WallLine], tuple[Shape, ...]]] = {
    "wall": solid,
    "door": door,
    "unlocked": unlocked,
    "jammed": jammed,
    "open": open_door,
    "fire": fire,
    "illusion": illusion,
    "gap": gap,
}


def middle(square: tuple[int, int]) -> tuple[float, float]:
    return (square[0] + 0.5, square[1] + 0.5)


def ring(kind: str, x: float, y: float, radius: float) -> Shape:
    """A circle around (x, y)."""
    turn = f"a{radius:g} {radius:g} 0 1 1"
    return Shape(kind, f"M{x - radius:g} {y:g}{turn} {2 * radius:g} 0{turn} {-2 * radius:g} 0z")


def sector_parts(sector: SectorPlan) -> tuple[Part, ...]:
    """A sector on its ground: grid, home, treasures, walls, doors."""
    x, y = (sector.home[n] - sector.home[n] % sector.size for n in (0, 1))
    chests = (Icon("treasure", "chest", *middle(square), 0.72) for square in sector.treasures)
    return (
        floor(x, y, sector.size, sector.size),
        grid(x, y, sector.size),
        Icon("home", "home", *middle(sector.home), 0.8),
        *chests,
        wall(sector.walls),
        *(shape for line in sector.doors for shape in door(line)),
    )


def exits_by_side(sector: SectorPlan) -> tuple[WallLine, ...]:
    """The exits of a sector at the origin, clockwise from the north."""
    size = sector.size
    edges = {side: cut(side_line(0, 0, side, size)) for side in SIDES}
    return tuple(next(line for line in sector.exits if line in edges[side]) for side in SIDES)


def arrow(line: WallLine, side: str, size: float, away: float) -> Shape:
    """A small arrowhead that points out of a side, its foot `away` from the edge."""
    dx, dy = OUTWARDS[side]
    x, y = (line.x1 + line.x2) / 2 + dx * away, (line.y1 + line.y2) / 2 + dy * away
    half = size * 0.6
    left, right = (f"{x + sign * dy * half:g} {y - sign * dx * half:g}" for sign in (1, -1))
    return Shape("arrow", f"M{left}L{x + dx * size:g} {y + dy * size:g}L{right}")


def end(text: str) -> End:
    """«1W»: place 1, its west side."""
    return End(int(text[:-1]), text[-1].lower())


def slots(rows: Sequence[Sequence[int]], size: int) -> dict[int, tuple[int, int]]:
    """Where the places of a layout have their left upper corners; 0 in `rows` is no place."""
    return {
        place: (column * size, row * size)
        for row, places in enumerate(rows)
        for column, place in enumerate(places)
        if place
    }


def sign(words: str, corner: tuple[int, int], side: str, size: int) -> tuple[Part, ...]:
    """The letter of an exit in a circle outside the middle of a side of the place at `corner`."""
    line = side_line(*corner, side, size)
    dx, dy = OUTWARDS[side]
    x, y = (line.x1 + line.x2) / 2 + dx * EXIT_AWAY, (line.y1 + line.y2) / 2 + dy * EXIT_AWAY
    return (ring("sign", x, y, EXIT_SIGN), Letter("letter", words, x, y, 0.56))


def warp_bend(first: WallLine, second: WallLine) -> tuple[Shape, ...]:
    """The auto-warp between the middles of two sides with a common corner: a quarter ring."""
    corner = next(point for point in (first[:2], first[2:]) if point in (second[:2], second[2:]))
    ends = [_ring_ends(line, corner) for line in (first, second)]
    (near, far), (near2, far2) = ends
    turn = _sweep(corner, near, near2)
    inner, outer = (_arc(corner, a, b, turn) for a, b in ((near, near2), (far, far2)))
    ground = f"M{_said(far)}{outer}L{_said(near2)}{_arc(corner, near2, near, 1 - turn)}z"
    half = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in ends]
    return (
        Shape("warp", ground),
        Shape("wall", f"M{_said(near)}{inner}M{_said(far)}{outer}"),
        Shape("arrow", f"M{_said(half[0])}{_arc(corner, half[0], half[1], turn)}"),
    )


def _said(point: Point) -> str:
    return f"{point[0]:g} {point[1]:g}"


def _ring_ends(line: WallLine, corner: Point) -> tuple[Point, Point]:
    """Both ends of the middle unit of a side, the one nearer to `corner` first."""
    length = abs(line.x2 - line.x1) + abs(line.y2 - line.y1)
    other = line[2:] if line[:2] == corner else line[:2]
    parts = ((length - 1) / 2 / length, (length + 1) / 2 / length)
    near, far = (
        (corner[0] + (other[0] - corner[0]) * part, corner[1] + (other[1] - corner[1]) * part)
        for part in parts
    )
    return near, far


def _sweep(corner: Point, a: Point, b: Point) -> int:
    """1 if one turns clockwise around the corner from a to b, else 0."""
    return int((a[0] - corner[0]) * (b[1] - corner[1]) - (a[1] - corner[1]) * (b[0] - corner[0]) > 0)


def _arc(corner: Point, a: Point, b: Point, sweep: int) -> str:
    radius = abs(a[0] - corner[0]) + abs(a[1] - corner[1])
    return f"A{radius:g} {radius:g} 0 0 {sweep} {_said(b)}"


def seams(places: Mapping[int, tuple[int, int]], size: int) -> list[tuple[tuple[int, int], str]]:
    """The sides where two places touch, each once: the corner of the first place and its side."""
    corners = set(places.values())
    return [
        (corner, side)
        for corner in sorted(corners)
        for side in "es"
        if (corner[0] + OUTWARDS[side][0] * size, corner[1] + OUTWARDS[side][1] * size) in corners
    ]


# Painting: with classes on a page, with inks in print.

CLASSES: Mapping[str, str] = {kind: f'class="mz-{kind}"' for kind in KINDS}


def inks(ink: str, paper: str, accent: str, *, font: str = "") -> Mapping[str, str]:
    """Attributes of each kind of part for print, in colours that the paper can have."""

    def line(width: float, colour: str = ink, more: str = "") -> str:
        return f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"{more}'

    said = f'font-family="{font}" text-anchor="middle"'
    return {
        "floor": f'fill="{paper}"',
        "warp": f'fill="{paper}"',
        "grid": line(0.012, more=' stroke-dasharray=".06 .1"'),
        "seam": line(0.03, accent, ' stroke-dasharray=".14 .12"'),
        "place": f'{said} fill="{ink}"',
        "home": f'fill="none" stroke="{accent}" stroke-width=".05" color="{accent}"',
        "treasure": f'color="{ink}"',
        "wall": line(0.13),
        "door": f'fill="{paper}" stroke="{ink}" stroke-width=".05" stroke-linejoin="round"',
        "lock": f'fill="{ink}"',
        "open": line(0.06),
        "fire": line(0.08, accent),
        "illusion": line(0.05),
        "gap": f'fill="{ink}"',
        "arrow": line(0.05, accent, ' stroke-linejoin="round"'),
        "sign": f'fill="{paper}" stroke="{accent}" stroke-width=".05"',
        "letter": f'{said} fill="{accent}"',
        "label": f'{said} fill="{ink}"',
    }


def paint(parts: Iterable[Part], style: Mapping[str, str]) -> str:
    """Parts as SVG; `style` says the attributes of each kind."""
    return "".join(_painted(part, style[part.kind]) for part in parts)


def _painted(part: Part, look: str) -> str:
    if isinstance(part, Shape):
        return f'<path {look} d="{part.d}"/>'
    if isinstance(part, Letter):
        y = part.y + part.size * 0.34
        return f'<text {look} x="{part.x:g}" y="{y:g}" font-size="{part.size:g}">{escape(part.words)}</text>'
    drawn = icon_group(part.name, part.x - part.size / 2, part.y - part.size / 2, part.size)
    return f"<g {look}>{drawn}</g>"


def svg(picture: MazePicture, label: str, *, classes: str = "", style: Mapping[str, str] = CLASSES) -> str:
    """A whole drawing that reads as `label`; without one it is hidden from readers."""
    named = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="maze {escape(classes)}"'
        f' viewBox="{picture.x:g} {picture.y:g} {picture.width:g} {picture.height:g}"'
        f" {named}>{paint(picture.parts, style)}</svg>"
    )
