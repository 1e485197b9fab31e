"""The maze of «Маго-бой» as a drawing: the board as it stands, who and what is where, a name for each square.

Put together from the parts of the rulebook’s `drawing.maze`; a unit is the side of a square. Everything that
has a colour has a number, a letter or a shape besides. Pure.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple, TypeVar

from games.wizwar.rulebook.drawing import maze
from games.wizwar.rulebook.drawing.maze import WallLine
from games.wizwar.rulebook.words import SIDES as SIDE_WORDS
from games.wizwar.simulator.engine.board import (
    AJAR,
    BUSH,
    DOOR,
    DUST,
    FIRE,
    GIANT,
    ILLUSION,
    OOZE,
    OPEN,
    PRINTED_HP,
    ROSE,
    STONE,
    WALL,
    Board,
    Mark,
    home,
    printed,
)
from games.wizwar.simulator.engine.geometry import SIZE, SQUARES, WARP, Layout, net
from games.wizwar.simulator.engine.places import SIDES, TREASURES, edge_text, square_text
from games.wizwar.simulator.engine.view import View
from rulebook.content.entries import GameContent
from rulebook.drawing.icons import icon_group
from rulebook.wording.sentences import join, render
from web.names import initials

T = TypeVar("T")
COLOURS = maze.SEAT_COLOURS
AROUND = 1.3  # for the letters of exits
RIM_AWAY, RIM_SIZE = 0.22, 0.44  # from a wall to the middle of a coordinate, and its height
BOARDS_KEPT = 64  # of which what stands on them is drawn and told already: a step changes none of it
LEAST_UNIT = 28  # pixels of a square where the whole maze needn't fit on the screen
PARTS: Mapping[int, str] = {WALL: "wall", DOOR: "door", ILLUSION: "illusion", FIRE: "fire", AJAR: "open"}
LOCKS: Mapping[str, str] = {"removed": "unlocked", "jammed": "jammed"}
# Where wizards and others stand in one square, by how many there are: centres and the radius of each. They
# overlap a little, and stand over the sides of the square, so that each can be told on a phone.
STANDS: Mapping[int, tuple[float, tuple[tuple[float, float], ...]]] = {
    1: (0.33, ((0.5, 0.5),)),
    2: (0.29, ((0.23, 0.42), (0.77, 0.42))),
    3: (0.29, ((0.23, 0.24), (0.77, 0.24), (0.5, 0.72))),
    4: (0.28, ((0.23, 0.23), (0.77, 0.23), (0.23, 0.77), (0.77, 0.77))),
    5: (0.25, ((0.1, 0.24), (0.5, 0.24), (0.9, 0.24), (0.28, 0.73), (0.72, 0.73))),
    6: (0.25, ((0.1, 0.25), (0.5, 0.25), (0.9, 0.25), (0.1, 0.75), (0.5, 0.75), (0.9, 0.75))),
}
FEW = 2  # in one square; of more each shows who it is, and the square, tapped, its team and its life
ROW = 4  # of more than those
BANNER, LEAST_BANNER = 0.42, 0.1  # the radius of a team's sign: of that of its wizard, and at least
OWN_PARTS = ("made", "crack", "bush", "stone", "dust", "rose", "ooze", "giant", "thing")
CLASSES: Mapping[str, str] = {**maze.CLASSES, **{part: f'class="mz-{part}"' for part in OWN_PARTS}}


class Filling(NamedTuple):
    """What fills a square or lies all over it: the class of its ground, its icon, "" for none; the word for
    it among the marks.
    """

    part: str
    icon: str
    word: str


FILLINGS: Mapping[int, Filling] = {
    BUSH: Filling("bush", "bush", "spot_bush"),
    STONE: Filling("stone", "stone-block", "spot_stone"),
    ROSE: Filling("rose", "ww-rosebush", "spot_rose"),
    DUST: Filling("dust", "ww-dust-cloud", "spot_dust"),
    OOZE: Filling("ooze", "ww-killer-ooze", "spot_ooze"),
    GIANT: Filling("giant", "", "spot_giant"),  # the wizard stands in it, larger than life
}


class Banner(NamedTuple):
    """The sign of a team, and a colour that no player has; never the colour alone."""

    sign: str
    colour: str


BANNERS = (Banner("▲", "plum"), Banner("●", "umber"), Banner("■", "ink"))  # by the number of the team


class BoardFigure(NamedTuple):
    """Who stands on the board besides wizards: whose colour and sign ("": nobody's), an icon, the life left;
    `words` say all of it. `own`: it obeys the viewer; `banner` is that of its owner's team.
    """

    square: int
    colour: str
    sign: str
    icon: str
    life: int
    words: str
    own: bool
    banner: Banner | None = None


class Strewn(NamedTuple):
    """What lies open all over a square, with its own icon."""

    square: int
    thing: str
    icon: str


class Token(NamedTuple):
    """A thing on the floor that has a token of its own; `words` say what it is."""

    square: int
    thing: str
    icon: str
    words: str


class Badge(NamedTuple):
    """What everybody is to see on a wizard, at a corner of theirs, from (-1, -1), left above, to (1, 1);
    `kind` is its class.
    """

    seat: int
    kind: str
    corner: tuple[float, float]
    icon: str
    words: str


class BoardContents(NamedTuple):
    """Who and what is on the board. `at` by seat (-1: out), `chests` by treasure as in the engine's view.

    `banners` by seat, none where everybody plays for themselves.
    """

    at: Sequence[int] = ()
    chests: Sequence[int] = ()
    floor: Sequence[tuple[int, str]] = ()
    own: int | None = None
    acts: int | None = None
    figures: Sequence[BoardFigure] = ()
    strewn: Sequence[Strewn] = ()
    tokens: Sequence[Token] = ()
    badges: Sequence[Badge] = ()
    banners: tuple[Banner, ...] = ()

    def banner(self, seat: int) -> Banner | None:
        return self.banners[seat] if self.banners else None


def pieces_of(view: View) -> BoardContents:
    banners = tuple(BANNERS[team] for team in view.teams)
    return BoardContents([wizard.at for wizard in view.wizards], view.chests, view.floor, banners=banners)


class Spot(NamedTuple):
    """A square: its code, where it lies, its name; in words who and what is there, and what bounds it."""

    square: int
    text: str
    x: int
    y: int
    name: str
    held: tuple[str, ...]
    bounds: tuple[str, ...]

    @property
    def about(self) -> tuple[str, ...]:
        return self.held + self.bounds

    @property
    def label(self) -> str:
        return ". ".join((self.name, *self.about))


class Rim(NamedTuple):
    """An edge that may be tapped: its code and the line, once for each place where it shows."""

    text: str
    lines: tuple[WallLine, ...]

    @property
    def path(self) -> str:
        """Without its ends, which belong to other edges, too."""
        return "".join(_middle_part(line) for line in self.lines)


class Maze(NamedTuple):
    """A drawing in layers: `ground`, then the squares, then `things`. Lengths in units, `width` in pixels."""

    view_box: str
    width: int
    height: int
    ground: str
    things: str
    spots: tuple[Spot, ...]


# --- Where things lie ---------------------------------------------------------------------------------------


def corner(layout: Layout, slot: int) -> tuple[int, int]:
    """The left upper corner of a sector, as (x, y)."""
    row, column = layout.places[slot]
    return column * SIZE, row * SIZE


def place_of(layout: Layout, square: int) -> tuple[int, int]:
    """The left upper corner of a square."""
    slot, here = divmod(square, SQUARES)
    x, y = corner(layout, slot)
    return x + here % SIZE, y + here // SIZE


def line_of(layout: Layout, half_edge: int) -> WallLine:
    """Where a half-edge is drawn."""
    square, side = divmod(half_edge, 4)
    return maze.side_line(*place_of(layout, square), SIDES[side])


def frame_of(layout: Layout, square: int) -> str:
    """A frame within a square, as path data."""
    x, y = place_of(layout, square)
    return f"M{x + 0.1} {y + 0.1}h.8v.8h-.8z"


def rim(layout: Layout, edge: int) -> Rim:
    """An edge, which shows in two places where it lies on two joined outer sides."""
    lines = dict.fromkeys((line_of(layout, edge), line_of(layout, net(layout).twin[edge])))
    return Rim(edge_text(edge), tuple(lines))


@lru_cache(maxsize=4096)
def edge_name(layout: Layout, half_edge: int) -> str:
    """The text of an edge as it is called. One that is drawn once has one name, as an east or a south side;
    of two sides joined over the rim of the board each is called by its own square.
    """
    twin = net(layout).twin[half_edge]
    once = line_of(layout, half_edge) == line_of(layout, twin)
    return edge_text(twin if once and SIDES[half_edge % 4] in "nw" else half_edge)


def _middle_part(line: WallLine) -> str:
    cut = 0.2
    x, y = (cut, 0.0) if line.y1 == line.y2 else (0.0, cut)
    return f"M{line.x1 + x:g} {line.y1 + y:g}L{line.x2 - x:g} {line.y2 - y:g}"


def box(layout: Layout) -> tuple[float, float]:
    """Width and height of a drawing, in units; its left upper corner is at (-AROUND, -AROUND)."""
    columns = max(column for _, column in layout.places) + 1
    rows = max(row for row, _ in layout.places) + 1
    return columns * SIZE + 2 * AROUND, rows * SIZE + 2 * AROUND


def view_box(layout: Layout) -> str:
    width, height = box(layout)
    return f"{-AROUND:g} {-AROUND:g} {width:g} {height:g}"


# --- What is drawn ------------------------------------------------------------------------------------------


def draw(
    content: GameContent, lang: str, names: Sequence[str], board: Board, pieces: BoardContents | None = None
) -> Maze:
    """The board with what is on it. Without `pieces` homes have the numbers of their sectors."""
    pieces = pieces or BoardContents()
    width, height = box(board.layout)
    signs = initials(names) if names else tuple(str(slot + 1) for slot in range(len(board.sectors)))
    things = maze.paint(_fillings(board), CLASSES) + _edges(board)
    return Maze(
        view_box(board.layout),
        round(width * LEAST_UNIT),
        round(height * LEAST_UNIT),
        _ground(board.layout, signs, pieces.banners),
        things + "".join(_pieces(board.layout, pieces, signs)),
        tuple(_spots(content, lang, tuple(names), board, pieces)),
    )


@lru_cache(maxsize=64)
def _ground(layout: Layout, signs: tuple[str, ...], banners: tuple[Banner, ...]) -> str:
    """Floor, homes, letters of exits and the auto-warp, coordinates: what changes only with the sectors'
    places.
    """
    corners = {slot: corner(layout, slot) for slot in range(len(layout.places))}
    parts = (
        *_exits(layout, corners),
        *(maze.floor(*at, SIZE, SIZE) for at in corners.values()),
        *(maze.grid(*at, SIZE) for at in corners.values()),
        *(
            maze.Shape("seam", maze.path([maze.side_line(*at, side, SIZE)]))
            for at, side in maze.seams(corners, SIZE)
        ),
    )
    homes = (_home(layout, slot, sign) for slot, sign in enumerate(signs))
    of_teams = (_home_banner(layout, slot, banner) for slot, banner in enumerate(banners))
    labels = maze.paint(_coordinates(corners), CLASSES)
    return maze.paint(parts, CLASSES) + "".join((*homes, *of_teams)) + labels


def _coordinates(corners: Mapping[int, tuple[int, int]]) -> Iterator[maze.Part]:
    """What squares are called by: the number of each place in its first square, letters above the first
    sector of a column, numbers beside the first of a row.
    """
    for slot, (x, y) in corners.items():
        yield maze.Letter("place", str(slot + 1), x + 0.22, y + 0.26, 0.36)
    tops, lefts = defaultdict(list), defaultdict(list)
    for x, y in corners.values():
        tops[x].append(y)
        lefts[y].append(x)
    for x, above in tops.items():
        for n, letter in enumerate(maze.COLUMNS):
            yield maze.Letter("label", letter, x + n + 0.5, min(above) - RIM_AWAY, RIM_SIZE)
    for y, before in lefts.items():
        for n in range(SIZE):
            yield maze.Letter("label", str(n + 1), min(before) - RIM_AWAY, y + n + 0.5, RIM_SIZE)


def _exits(layout: Layout, corners: Mapping[int, tuple[int, int]]) -> Iterator[maze.Part]:
    for letter, *ends in layout.joins:
        sides = [(corners[int(end[0]) - 1], end[1].lower()) for end in ends]
        if letter != WARP:
            for at, side in sides:
                yield from maze.sign(letter, at, side, SIZE)
            continue
        lines = [maze.side_line(*at, side, SIZE) for at, side in sides]
        yield from maze.warp_bend(*lines)


def _home(layout: Layout, slot: int, sign: str) -> str:
    x, y = place_of(layout, home(slot))
    return (
        f'<g class="mz-own-home k-{COLOURS[slot]}">'
        f'<rect x="{x + 0.07:g}" y="{y + 0.07:g}" width=".86" height=".86" rx=".12"/>'
        f"{icon_group('home', x + 0.2, y + 0.2, 0.6)}"
        f'<text x="{x + 0.14:g}" y="{y + 0.32:g}" font-size=".26">{escape(sign)}</text></g>'
    )


def _home_banner(layout: Layout, slot: int, banner: Banner) -> str:
    x, y = place_of(layout, home(slot))
    return _banner(x + 0.78, y + 0.22, 0.14, banner)


def _fillings(board: Board) -> Iterator[maze.Part]:
    """Bushes, stones, and what boxes have of the kind."""
    for thing in board.things:
        x, y = place_of(board.layout, thing.square)
        filling = FILLINGS[thing.kind]
        yield maze.floor(x + 0.06, y + 0.06, 0.88, 0.88, filling.part)
        if filling.icon:
            yield maze.Icon("thing", filling.icon, x + 0.5, y + 0.5, 0.8)


@lru_cache(maxsize=BOARDS_KEPT)
def _edges(board: Board) -> str:
    return maze.paint(_edges_of(board), CLASSES)


def _edges_of(board: Board) -> Iterator[maze.Part]:
    """All that stands on edges; the printed and created walls first, as long lines."""
    by_part: defaultdict[str, set[WallLine]] = defaultdict(set)
    for half_edge, part in enumerate(edge_parts(board)):
        if part:
            by_part[part].add(line_of(board.layout, half_edge))
    yield maze.wall(by_part.pop("wall", ()))
    for line in sorted(by_part.pop("made", ())):
        yield maze.Shape("made", maze.path([line]))
    for part, lines in sorted(by_part.items()):
        for line in sorted(lines):
            yield from maze.EDGES[part](line)
    yield from _cracks(board)


@lru_cache(maxsize=BOARDS_KEPT)
def edge_parts(board: Board) -> tuple[str, ...]:
    """What stands on each half-edge: a name of `maze.EDGES`, «made» for a wall somebody created, or ""."""
    twin, before = board.net.twin, printed(board.layout, board.sectors) if board.marks else b""
    marks = {half: mark for mark in board.marks for half in (mark.edge, twin[mark.edge])}
    return tuple(
        _marked_part(kind, marks[half], before[half]) if half in marks else PARTS.get(kind, "")
        for half, kind in enumerate(board.kinds)
    )


def _marked_part(kind: int, mark: Mark, before: int) -> str:
    """What stands on an edge that isn't as it was printed before."""
    if kind == OPEN:
        return "" if before == OPEN else "gap"
    if kind in (FIRE, ILLUSION, AJAR):
        return PARTS[kind]
    return "made" if kind == WALL and mark.card else LOCKS.get(mark.lock, PARTS[kind])


def _cracks(board: Board) -> Iterator[maze.Part]:
    """How many points a damaged wall or door has left."""
    for mark in board.marks:
        if mark.kind in (WALL, DOOR) and mark.hp and mark.hp < PRINTED_HP[mark.kind]:
            for line in rim(board.layout, mark.edge).lines:
                x, y = (line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2
                yield maze.ring("crack", x, y, 0.19)
                yield maze.Letter("crack", str(mark.hp), x, y, 0.24)


# --- Wizards, chests, objects -------------------------------------------------------------------------------


def _pieces(layout: Layout, pieces: BoardContents, signs: Sequence[str]) -> Iterator[str]:
    """Wizards and other figures, and what lies in their squares."""
    seats: list[tuple[int, int | BoardFigure]] = [(square, seat) for seat, square in enumerate(pieces.at)]
    standing = _by_square([*seats, *((figure.square, figure) for figure in pieces.figures)])
    chests = _by_square((square, treasure) for treasure, square in enumerate(pieces.chests))
    strewn = {each.square: each.icon for each in pieces.strewn}
    apart = {(each.square, each.thing) for each in pieces.strewn}
    apart |= {(each.square, each.thing) for each in pieces.tokens}
    objects = _by_square(lying for lying in pieces.floor if lying not in apart)
    tokens = _by_square((each.square, each.icon) for each in pieces.tokens)
    for square in sorted({*standing, *chests, *objects, *strewn, *tokens}):
        x, y = place_of(layout, square)
        lying = [square in there for there in (chests, objects, tokens)]
        crowded = square in standing or square in strewn or sum(lying) > 1
        if square in strewn:
            yield f'<g class="mz-strewn">{icon_group(strewn[square], x + 0.1, y + 0.1, 0.8)}</g>'
        yield from _standing(x, y, standing.get(square, ()), pieces, signs)
        for n, treasure in enumerate(chests.get(square, ())):
            yield _chest(x, y, treasure, signs, n, crowded or len(chests[square]) > 1)
        if square in objects:
            yield _objects(x, y, len(objects[square]), crowded)
        yield from _tokens(x, y, tokens.get(square, ()), crowded)


def _by_square(pairs: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
    found: dict[int, list[T]] = {}
    for square, what in pairs:
        if square >= 0:
            found.setdefault(square, []).append(what)
    return found


def _chest(x: int, y: int, treasure: int, signs: Sequence[str], n: int, small: bool) -> str:
    """A chest with its owner's sign; small ones stand in a row at the bottom."""
    size = 0.34 if small else 0.58
    left, top = (x + 0.04 + n * 0.24, y + 0.64) if small else (x + 0.16, y + 0.2)
    owner = treasure // 2
    return (
        f'<g class="mz-chest k-{COLOURS[owner]}">{icon_group("chest", left, top, size)}'
        f"{_badge(left + size * 0.9, top + size * 0.82, 0.13 if small else 0.19, signs[owner])}</g>"
    )


def _badge(x: float, y: float, radius: float, sign: str) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
        f'<text x="{x:g}" y="{y + radius * 0.5:g}" font-size="{radius * 1.5:g}" text-anchor="middle">'
        f"{escape(sign)}</text>"
    )


def _banner(x: float, y: float, radius: float, banner: Banner | None) -> str:
    """The sign of a team, on a ground of its own so that it can be told from what is under it."""
    if banner is None:
        return ""
    return (
        f'<g class="mz-team k-{banner.colour}"><circle cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
        f'<text x="{x:g}" y="{y + radius * 0.65:g}" font-size="{radius * 1.8:g}" text-anchor="middle">'
        f"{banner.sign}</text></g>"
    )


def _objects(x: int, y: int, n: int, crowded: bool) -> str:
    size = 0.32 if crowded else 0.5
    left, top = (x + 0.64, y + 0.64) if crowded else (x + 0.25, y + 0.25)
    badge = _badge(left + size * 0.9, top + size * 0.1, 0.13, str(n)) if n > 1 else ""
    return f'<g class="mz-object">{icon_group("kind-object", left, top, size)}{badge}</g>'


def _tokens(x: int, y: int, icons: Sequence[str], crowded: bool) -> Iterator[str]:
    """Lozenges with what each of these things is, in the middle or along the top from the left."""
    small = crowded or len(icons) > 1
    radius = 0.23 if small else 0.4
    for n, icon in enumerate(icons):
        cx, cy = (x + 0.25 + n * 0.32, y + 0.25) if small else (x + 0.5, y + 0.5)
        yield f'<g class="mz-token">{_lozenge(cx, cy, radius)}{_centred(icon, cx, cy, radius * 1.15)}</g>'


def _lozenge(cx: float, cy: float, radius: float) -> str:
    corners = ((cx, cy - radius), (cx + radius, cy), (cx, cy + radius), (cx - radius, cy))
    return f'<path d="M{"L".join(f"{x:g} {y:g}" for x, y in corners)}z"/>'


def _centred(icon: str, cx: float, cy: float, size: float) -> str:
    return icon_group(icon, cx - size / 2, cy - size / 2, size)


def _standing(
    x: int, y: int, there: Sequence[int | BoardFigure], pieces: BoardContents, signs: Sequence[str]
) -> Iterator[str]:
    """Wizards, by their seats, and others in one square."""
    if not there:
        return
    radius, centres = STANDS[len(there)] if len(there) in STANDS else _rows(len(there))
    banner = max(LEAST_BANNER, radius * BANNER)
    few = len(there) <= FEW
    for who, (dx, dy) in zip(there, centres, strict=True):
        if isinstance(who, BoardFigure):
            yield _figure(x + dx, y + dy, radius, who, few)
            yield _banner(x + dx - radius * 0.8, y + dy + radius * 0.8, banner, who.banner if few else None)
        else:
            yield _wizard(x + dx, y + dy, radius, who, pieces, signs)
            yield _banner(x + dx, y + dy - radius, banner, pieces.banner(who) if few else None)


def _rows(n: int) -> tuple[float, tuple[tuple[float, float], ...]]:
    """Centres and radius of more figures than usually come together."""
    step = 1 / ROW
    return step * 0.42, tuple(((k % ROW + 0.5) * step, (k // ROW + 0.5) * step) for k in range(n))


def _wizard(
    cx: float, cy: float, radius: float, seat: int, pieces: BoardContents, signs: Sequence[str]
) -> str:
    carriers = {-1 - chest: treasure for treasure, chest in enumerate(pieces.chests) if chest < 0}
    looks = f"{' own' if seat == pieces.own else ''}{' acts' if seat == pieces.acts else ''}"
    ring = f'<circle class="ring" cx="{cx:g}" cy="{cy:g}" r="{radius + 0.08:g}"/>' if looks else ""
    size = radius * (1.15 if len(signs[seat]) == 1 else 0.9)
    letter = (
        f'<text x="{cx:g}" y="{cy + size * 0.34:g}" font-size="{size:g}" text-anchor="middle">'
        f"{escape(signs[seat])}</text>"
    )
    carried = _carried(cx, cy, radius, carriers.get(seat))
    badges = "".join(_on_wizard(cx, cy, radius, badge) for badge in pieces.badges if badge.seat == seat)
    return (
        f'<g class="mz-wizard k-{COLOURS[seat]}{looks}" data-seat="{seat}">{ring}'
        f'<circle cx="{cx:g}" cy="{cy:g}" r="{radius:g}"/>{letter}</g>{carried}{badges}'
    )


def _on_wizard(cx: float, cy: float, radius: float, badge: Badge) -> str:
    size = max(0.15, radius * 0.5)
    x, y = (middle + step * radius * 0.8 for middle, step in zip((cx, cy), badge.corner, strict=True))
    plate = f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}"/>'
    return f'<g class="mz-badge is-{badge.kind}">{plate}{_centred(badge.icon, x, y, size * 1.5)}</g>'


def _figure(cx: float, cy: float, radius: float, figure: BoardFigure, with_life: bool) -> str:
    """A plate, as wizards are round; above it whose it is, below how much life is left."""
    side, badge = radius * 1.8, max(0.13, radius * 0.48)
    left, top = cx - side / 2, cy - side / 2
    looks = f" k-{figure.colour or 'none'}{' own' if figure.own else ''}"
    dashes = "" if figure.colour else ' stroke-dasharray=".1 .06"'
    sign = _badge(left + badge * 0.6, top + badge * 0.2, badge, figure.sign) if figure.sign else ""
    life = (
        f'<g class="life">{_badge(left + side, top + side, badge, str(figure.life))}</g>' if with_life else ""
    )
    icon = icon_group(figure.icon, left + side * 0.1, top + side * 0.1, side * 0.8)
    return (
        f'<g class="mz-figure{looks}"><rect x="{left:g}" y="{top:g}" width="{side:g}" height="{side:g}"'
        f' rx="{radius * 0.35:g}"{dashes}/>{icon}{sign}{life}</g>'
    )


def _carried(cx: float, cy: float, radius: float, treasure: int | None) -> str:
    """A chest at the wizard's side."""
    if treasure is None:
        return ""
    size = radius * 1.1
    left, top = cx + radius * 0.35, cy + radius * 0.2
    return (
        f'<g class="mz-chest carried k-{COLOURS[treasure // 2]}"><circle cx="{left + size / 2:g}" '
        f'cy="{top + size / 2:g}" r="{size * 0.6:g}"/>{icon_group("chest", left, top, size)}</g>'
    )


# --- What there is, in words --------------------------------------------------------------------------------


def square_name(text: str) -> str:
    """«1-b3», with a hyphen that doesn't break."""
    return f"{text[0]}\u2011{text[1:]}"


def _spots(
    content: GameContent, lang: str, names: tuple[str, ...], board: Board, pieces: BoardContents
) -> Iterator[Spot]:
    """All squares as one reads: row by row over the whole board."""
    held = _who_is_where(content, lang, names, board, pieces)
    bounds = _bounds(content, lang, names, board)
    for square, text, x, y, name in _squares(board.layout):
        yield Spot(square, text, x, y, name, tuple(held.get(square, ())), bounds[square])


@lru_cache(maxsize=BOARDS_KEPT)
def _squares(layout: Layout) -> tuple[tuple[int, str, int, int, str], ...]:
    """The squares in the order of reading, each with its code, where it lies, and its name."""
    squares = range(SQUARES * len(layout.places))
    places = sorted((y, x, square) for square in squares for x, y in [place_of(layout, square)])
    texts = {square: square_text(square) for square in squares}
    return tuple((square, texts[square], x, y, square_name(texts[square])) for y, x, square in places)


def _who_is_where(
    content: GameContent, lang: str, names: Sequence[str], board: Board, pieces: BoardContents
) -> Mapping[int, Sequence[str]]:
    """In words who and what is in the squares; those below 0 are none, of who is out and what is carried."""

    def say(code: str, **params: object) -> str:
        return render(content, "mark", code, params, lang, names)

    def say_whose(code: str, seat: int) -> str:
        banner = pieces.banner(seat)
        return say(f"{code}_team", seat=seat, text=banner.sign) if banner else say(code, seat=seat)

    found: defaultdict[int, list[str]] = defaultdict(list)
    for slot in range(len(board.sectors)):
        found[home(slot)].append(say_whose("spot_home", slot) if names else say("spot_any_home"))
    for lies in board.things:
        found[lies.square].append(say(FILLINGS[lies.kind].word))
    for seat, at in enumerate(pieces.at):
        if at >= 0:
            found[at].append(say_whose("spot_wizard", seat))
            found[at] += [badge.words for badge in pieces.badges if badge.seat == seat]
    for figure in pieces.figures:
        found[figure.square].append(figure.words)
    for treasure, at in enumerate(pieces.chests):
        if at >= 0:
            found[at].append(say("spot_treasure", treasure=TREASURES[treasure]))
    tokens = {(each.square, each.thing): each.words for each in pieces.tokens}
    for square, card in pieces.floor:
        found[square].append(tokens.get((square, card)) or say("spot_object", object=card))
    return found


@lru_cache(maxsize=BOARDS_KEPT)
def _bounds(
    content: GameContent, lang: str, names: tuple[str, ...], board: Board
) -> tuple[tuple[str, ...], ...]:
    """What bounds each square, in words."""
    return tuple(
        tuple(_what_bounds(content, lang, names, board, square)) for square in range(len(board.filled))
    )


def _what_bounds(
    content: GameContent, lang: str, names: Sequence[str], board: Board, square: int
) -> Iterator[str]:
    """The four sides by what stands there, then exits, then for whom doors are held."""
    sides: dict[str, list[str]] = {}
    parts, letters = edge_parts(board), net(board.layout).letter
    for side, sign in enumerate(SIDES):
        part, letter = parts[square * 4 + side], letters[square * 4 + side]
        word = SIDE_WORDS[lang][sign][0]
        if part:
            sides.setdefault(f"edge_{part}", []).append(word)
        if letter and board.kinds[square * 4 + side] != WALL:
            sides.setdefault("spot_warp" if letter == WARP else f"spot_exit {letter}", []).append(word)
    for code, words in sides.items():
        code, _, letter = code.partition(" ")
        yield render(content, "mark", code, {"text": join(words, lang), "letter": letter}, lang)
    for side, sign in enumerate(SIDES):
        edge = net(board.layout).edge[square * 4 + side]
        seats = [seat for door, seat in board.held if door == edge]
        if seats:
            told = {"text": SIDE_WORDS[lang][sign][0], "seats": seats}
            yield render(content, "mark", "door_held", told, lang, names)


def edge_label(content: GameContent, lang: str, board: Board, edge: int) -> str:
    """An edge as it is called, and what stands there: «Восточная сторона 1-b3. Дверь»."""
    part = edge_parts(board)[edge] or "free"
    name = render(content, "mark", "edge_name", {"edge": edge_name(board.layout, edge)}, lang)
    return f"{name}. {content.words['mark'][f'bare_{part}'].in_(lang)}"
