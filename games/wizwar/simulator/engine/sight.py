"""Lines of sight: straight segments over the unfolded board, in whole numbers only. Pure.

A line begins in the middle of a square and ends in the middle of a square or of an edge. It is followed from
square to square through the net, so that exits, crossed exits and the auto-warp unfold by themselves. A wall,
shut door, illusion or fire blocks with its ends too (ruling 23); the board may be left over its outer sides
once along each axis (ruling 29). The auto-warp makes neighbours of two sectors, so it is no such side (ruling
153).

All straight lines of a quadrant form one tree of steps, shared by all squares and quadrants: seeing from a
square is walking this tree and turning back where something blocks.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from games.wizwar.simulator.engine.board import AJAR, DOOR, GIANT, ILLUSION, OPEN, WALL, Board, bare_board
from games.wizwar.simulator.engine.geometry import (
    HEADINGS,
    SIZE,
    SQUARES,
    STEPS,
    WARP,
    Layout,
    Net,
    net,
    turned,
)

FREE, SOFT, HARD = 0, 4, 255  # what an edge costs a line; it can afford the soft ones that `through` counts
BLOCKS = bytes(
    FREE if k in (OPEN, AJAR) else SOFT if k in (WALL, DOOR, ILLUSION) else HARD for k in range(256)
)
MIDDLE_OF = tuple(turned(SIZE // 2, side) for side in HEADINGS)  # of each outer side of a sector
AHEAD, RIGHT, CORNER = range(3)  # the steps of a line in its quadrant
Offset = tuple[int, int]  # rows to the south and columns to the east


class Seen(NamedTuple):
    """What is seen from a square, as bit masks of squares.

    `filled` are the bushes and stones that a line reaches; whoever stands in one isn't seen (ruling 26).
    """

    squares: int
    filled: int


class Line(NamedTuple):
    """A straight line. `offset` is as seen from its beginning: in squares, or to an edge in half squares.

    `path`: the squares it comes through, both ends counted, or as far as it gets. If it isn't clear, `edge`
    (a half-edge) or `square` is what blocks it first; neither where no line leads at all, as through a point
    at which not exactly four squares meet. `through`: half-edges of walls and doors that it went through.
    `turn`: quarter turns to the right of its heading on the way, over joins that turn.
    """

    clear: bool
    offset: Offset
    path: tuple[int, ...]
    edge: int | None = None
    square: int | None = None
    through: tuple[int, ...] = ()
    turn: int = 0


class Crossing(NamedTuple):
    """A line's way over a side or a grid corner: the square behind it, the turn, and what it meets there."""

    to: int
    turn: int
    halves: tuple[int, ...]  # the edges: one, or all four of a corner
    beside: tuple[int, ...]  # the two squares that it only touches in a corner
    leaves: int  # bit mask of the axes, AHEAD or RIGHT, along which it leaves the board


# The passages of a heading laid flat: the heading behind each and what the passage leaves, and before them to
# the right the half-edge, over the corner the two half-edges that are neither of these, the squares beside.
OverCorner = tuple[int, int, int, int, int, int]
Fork = tuple[int, int, int, int, int, OverCorner | None]

# --- What a layout gives ------------------------------------------------------------------------------------


class LineGraph(NamedTuple):
    """The net as lines need it.

    By half-edge: `side`, the passage over it for either axis. By heading, which is a square and a quadrant of
    it as one number: `corner`, None where not exactly four squares meet, and `forks`, all three passages as
    `_walk` reads them. `reach`: how far a line leads, in squares.
    """

    side: tuple[tuple[Crossing, Crossing], ...]
    corner: tuple[Crossing | None, ...]
    forks: tuple[Fork, ...]
    reach: int


@lru_cache(maxsize=64)
def _ways(layout: Layout) -> LineGraph:
    graph = net(layout)
    outer = tuple(_is_outer(letter) for letter in graph.letter)
    around = [lies for slot in range(len(layout.places)) for lies, _, _ in _sectors_around(layout, slot)]
    farthest = max(abs(part) for lies in around for part in lies)
    side = tuple(
        (Crossing(to, turn, (half,), (), leaves << AHEAD), Crossing(to, turn, (half,), (), leaves << RIGHT))
        for half, (to, turn, leaves) in enumerate(zip(graph.next, graph.turn, outer, strict=True))
    )
    corner = tuple(_corner(layout, outer, *divmod(heading, 4)) for heading in range(len(outer)))

    def fork(heading: int) -> Fork:
        right, around = _half(heading, RIGHT), corner[heading]
        return (
            *_behind(side[heading][AHEAD], heading),
            *(right, *_behind(side[right][RIGHT], heading)),
            around and _over_corner(around, heading),
        )

    return LineGraph(
        side=side,
        corner=corner,
        forks=tuple(fork(heading) for heading in range(len(outer))),
        reach=(farthest + 1) * SIZE - 1,
    )


def _is_outer(letter: str) -> bool:
    """Whether a side with this letter leads off the board: exits do, the auto-warp doesn't."""
    return letter not in ("", WARP)


def _half(heading: int, axis: int) -> int:
    """The half-edge ahead of a heading, or to its right."""
    return heading - heading % 4 + (heading + axis) % 4


def _over_corner(around: Crossing, heading: int) -> OverCorner:
    _, _, third, fourth = around.halves
    one, other = around.beside
    return third, fourth, one, other, *_behind(around, heading)


def _behind(over: Crossing, heading: int) -> tuple[int, int]:
    """The heading behind a passage, and what that leaves."""
    return over.to * 4 + (heading + over.turn) % 4, over.leaves


def _corner(layout: Layout, outer: tuple[bool, ...], square: int, quadrant: int) -> Crossing | None:
    """Both ways round a corner must lead to the same square, turned the same."""
    graph, sides = net(layout), (quadrant, (quadrant + 1) % 4)
    halves, ends, beside = [], [], []
    for first, second in (sides, sides[::-1]):
        half = square * 4 + first
        between, turn = graph.next[half], graph.turn[half]
        further = between * 4 + (second + turn) % 4
        halves += [half, further]
        beside.append(between)
        ends.append((graph.next[further], (turn + graph.turn[further]) % 4))
    if ends[0] != ends[1]:
        return None
    ahead, to_right, right, to_ahead = halves
    leaves = (outer[ahead] and outer[to_ahead]) << AHEAD | (outer[right] and outer[to_right]) << RIGHT
    return Crossing(*ends[0], (ahead, right, to_right, to_ahead), (beside[0], beside[1]), leaves)


# --- The tree of lines --------------------------------------------------------------------------------------


class Node:
    """All lines with the same steps so far, in the quadrant between ahead and right.

    They are in the square `at`, in half squares (ahead, right). `branches`: whether one of them is at its
    middle; AHEAD and RIGHT if one ends in the middle of that side; the nodes beyond the side ahead, that to
    the right and the corner, None where no line goes on.
    """

    __slots__ = ("at", "branches", "rays")

    def __init__(self, at: tuple[int, int], rays: list[tuple[int, int, int]]) -> None:
        self.at = at
        self.rays = rays
        self.branches: Branches | None = None

    def grow(self) -> "Branches":
        """The branches, made when first asked for."""
        u, v = self.at
        onward: tuple[list[tuple[int, int, int]], ...] = ([], [], [])
        met = set()
        for ray in self.rays:
            p, q, last = ray
            slope = p * (v + 1) - q * (u + 1)
            step = AHEAD if slope > 0 else RIGHT if slope < 0 else CORNER
            if (step == AHEAD and p * v == q * (u + 1)) or (step == RIGHT and p * (v + 1) == q * u):
                met.add(step)
            # The last target lies `last` times (p, q) away; beyond its square the ray isn't needed.
            if (last * q > v + 1) if step == RIGHT else (last * p > u + 1):
                onward[step].append(ray)
        ahead, right, corner = (
            Node((u + du, v + dv), rays) if rays else None
            for rays, (du, dv) in zip(onward, ((2, 0), (0, 2), (2, 2)), strict=True)
        )
        centre = any(p * v == q * u for p, q, _ in self.rays)
        self.branches = (centre, tuple(sorted(met)), ahead, right, corner)
        return self.branches


Branches = tuple[bool, tuple[int, ...], Node | None, Node | None, Node | None]


@lru_cache(maxsize=8)
def _tree(reach: int) -> Node:
    """The root of all lines of a quadrant to middles of squares and edges at most so many squares away.

    In half squares middles of squares are (even, even), of edges (odd, even), corners (odd, odd).
    """
    limit, rays = 2 * reach + 1, []
    for p in range(1, limit + 1):
        for q in range(limit + 1):
            times = limit // max(p, q)
            if p & q & 1:
                times -= times & 1
            if times and gcd(p, q) == 1:
                rays.append((p, q, times))
    return Node((0, 0), rays)


# --- All that is seen from a square -------------------------------------------------------------------------


class SightCache:
    """What sight depends on, shared by all boards that agree in it, with what was found out so far."""

    __slots__ = ("edges", "filled", "seen", "shut", "ways")

    def __init__(self, ways: LineGraph, shut: bytes, filled: bytes) -> None:
        self.ways = ways
        self.shut = shut
        self.filled = filled
        self.seen: dict[tuple[int, int] | int, Seen] = {}
        self.edges: dict[tuple[int, int], int] = {}


@lru_cache(maxsize=256)
def _maze(layout: Layout, shut: bytes, filled: bytes) -> SightCache:
    return SightCache(_ways(layout), shut, filled)


def _maze_of(board: Board) -> SightCache:
    maze = board.memo["maze"] = _maze(board.layout, board.kinds.translate(BLOCKS), board.filled)
    return maze


def seen(board: Board, square: int, through: int = 0) -> Seen:
    """The squares that are seen from a square; from inside a bush or stone only that square.

    `through`: how many walls, doors or illusions each line may go through (a Visionstone: 1).
    """
    maze = board.memo.get("maze") or _maze_of(board)
    key = (square, through) if through else square
    found = maze.seen.get(key)
    if found is None:
        found = maze.seen[key] = _walk(maze, square, through)[0]
    return found


def edges_seen(board: Board, square: int, through: int = 0) -> int:
    """The edges whose middles are seen from a square, as a bit mask by canonical number; from inside a bush
    or stone only its own.
    """
    maze = board.memo.get("maze") or _maze_of(board)
    found = maze.edges.get((square, through))
    if found is None:
        found = maze.edges[square, through] = _edges(maze, board.net, _walk(maze, square, through)[1])
    return found


def sees(board: Board, square: int, other: int, through: int = 0) -> bool:
    """Whether a wizard on one square sees one on the other."""
    return seen(board, square, through).squares >> other & 1 == 1


def sees_into(board: Board, square: int, other: int, through: int = 0) -> bool:
    """The same where the other square may be filled: it is a bush, a stone or a place that is aimed at."""
    found = seen(board, square, through)
    return (found.squares | found.filled) >> other & 1 == 1


def sees_edge(board: Board, square: int, edge: int, through: int = 0) -> bool:
    """Whether the middle of an edge is seen from either side; the edge itself doesn't block (ruling 27)."""
    return edges_seen(board, square, through) >> board.net.edge[edge] & 1 == 1


# Where lines come along: branches of the tree, the heading there, and the purse. That has in bits 0 and 1 the
# axes along which they have left the board, above them what they afford.
Trail = list[tuple[Branches, int, int]]


def _walk(maze: SightCache, origin: int, through: int) -> tuple[Seen, Trail]:
    """Walks the tree of lines from a square in four quadrants; the trail leads into filled squares, too."""
    shut, filled, forks = maze.shut, maze.filled, maze.ways.forks
    tree, first, purse = _tree(maze.ways.reach), origin * 4, through * SOFT
    root = tree.branches or tree.grow()
    trail = [
        (root, first, purse),
        (root, first + 1, purse),
        (root, first + 2, purse),
        (root, first + 3, purse),
    ]
    if filled[origin] and filled[origin] != GIANT:
        return Seen(1 << origin, 1 << origin), trail
    squares = reached = 0
    for node, heading, purse in trail:
        centre, _, on_ahead, on_right, on_corner = node
        square = heading >> 2
        if filled[square] and node is not root:
            if centre:
                reached |= 1 << square
            continue
        if centre:
            squares |= 1 << square
        to_ahead, leaves_ahead, right, to_right, leaves_right, corner = forks[heading]
        ahead_costs, right_costs = shut[heading], shut[right]
        if on_ahead and ahead_costs <= purse and not leaves_ahead & purse:
            left = (purse | leaves_ahead) - ahead_costs
            trail.append((on_ahead.branches or on_ahead.grow(), to_ahead, left))
        if on_right and right_costs <= purse and not leaves_right & purse:
            left = (purse | leaves_right) - right_costs
            trail.append((on_right.branches or on_right.grow(), to_right, left))
        if on_corner and corner and ahead_costs <= purse and right_costs <= purse:
            third, fourth, one, other, beyond, leaves = corner
            costs = ahead_costs + right_costs + shut[third] + shut[fourth]
            if costs <= purse and not leaves & purse and not (filled[one] and filled[other]):
                trail.append((on_corner.branches or on_corner.grow(), beyond, (purse | leaves) - costs))
    return Seen(squares, reached), trail


def _edges(maze: SightCache, graph: Net, trail: Trail) -> int:
    """The edges that lines of a trail end on; beyond its beginning none do in filled squares."""
    root, edges = trail[0][0], 0
    for node, heading, _ in trail:
        if node is root or not maze.filled[heading >> 2]:
            for axis in node[1]:
                edges |= 1 << graph.edge[_half(heading, axis)]
    return edges


# --- Single lines -------------------------------------------------------------------------------------------


def lines(board: Board, square: int, other: int, through: int = 0, into: bool = False) -> Iterator[Line]:
    """All lines between two squares, the shortest first; `into`: the other may be filled."""
    if square == other:
        yield Line(True, (0, 0), (square,))
        return
    for offset in _offsets(board.layout, square, other):
        found = _follow(board, square, offset, through)
        if found is None:
            continue
        line = found[0]._replace(offset=(offset[0] // 2, offset[1] // 2))
        if line.clear and board.filled[other] and not into:
            line = line._replace(clear=False, path=line.path[:-1], square=other)
        yield line


def lines_to_edge(board: Board, square: int, edge: int, through: int = 0) -> Iterator[Line]:
    """All lines to the middle of an edge, the shortest first; offsets are in half squares."""
    for offset in _edge_offsets(board.layout, square, board.net.edge[edge]):
        found = _follow(board, square, offset, through)
        if found:
            yield found[0]


def line(board: Board, square: int, other: int, through: int = 0, into: bool = False) -> Line:
    """The shortest clear line, or else the shortest with what blocks it."""
    return _best(lines(board, square, other, through, into), square)


def line_to_edge(board: Board, square: int, edge: int, through: int = 0) -> Line:
    """The same to the middle of an edge; the offset is in half squares."""
    return _best(lines_to_edge(board, square, edge, through), square)


def _best(found: Iterator[Line], square: int) -> Line:
    """The first clear line, else the first, else one that leads nowhere."""
    blocked = Line(False, (0, 0), (square,))
    for place, one in enumerate(found):
        if one.clear:
            return one
        if place == 0:
            blocked = one
    return blocked


def at_offset(board: Board, square: int, offset: Offset, through: int = 0) -> int | None:
    """The square, filled or not, that the line with this offset leads to; None if it isn't clear."""
    found = _follow(board, square, (offset[0] * 2, offset[1] * 2), through)
    return found[1] if found and found[0].clear else None


def edge_at_offset(board: Board, square: int, offset: Offset, through: int = 0) -> int | None:
    """The edge whose middle lies at this offset, in half squares; None if the line there isn't clear."""
    found = _follow(board, square, offset, through)
    return board.net.edge[found[1]] if found and found[0].clear else None


def _follow(board: Board, origin: int, offset: Offset, through: int = 0) -> tuple[Line, int] | None:
    """The line with an offset in half squares, and the square or half-edge that it leads to (-1 if blocked).

    None if it leaves the board twice along one axis.
    """
    ways, kinds, filled = _ways(board.layout), board.kinds, board.filled
    quadrant, steps, side = _steps(offset)
    square, turn, gone = origin, quadrant, 0
    path = [origin]
    passed: tuple[int, ...] = ()

    def blocked(edge: int | None = None, square: int | None = None) -> tuple[Line, int]:
        return Line(False, offset, tuple(path), edge, square, passed, (turn - quadrant) % 4), -1

    if steps and filled[origin] and filled[origin] != GIANT:
        return blocked(square=origin)
    for place, step in enumerate(steps, 1):
        if step == CORNER:
            passage = ways.corner[square * 4 + turn % 4]
        else:
            passage = ways.side[square * 4 + (step + turn) % 4][step]
        if passage is None:
            return blocked()
        if passage.leaves & gone:
            return None
        shut = [half for half in passage.halves if BLOCKS[kinds[half]]]
        hard = [half for half in shut if BLOCKS[kinds[half]] == HARD]
        if hard or len(passed) + len(shut) > through:
            return blocked(edge=(hard or shut)[0])
        if passage.beside and all(filled[touched] for touched in passage.beside):
            return blocked(square=passage.beside[0])
        if filled[passage.to] and (side >= 0 or place < len(steps)):
            return blocked(square=passage.to)
        square, turn, gone = passage.to, turn + passage.turn, gone | passage.leaves
        path.append(square)
        passed += tuple(shut)
    end = square if side < 0 else square * 4 + (side + turn) % 4
    return Line(True, offset, tuple(path), None, None, passed, (turn - quadrant) % 4), end


@lru_cache(maxsize=8192)
def _steps(offset: Offset) -> tuple[int, tuple[int, ...], int]:
    """The quadrant of an offset in half squares, the steps of its line in it, and the side it ends on or -1.

    Raises ValueError for a corner of the grid, where no line ends.
    """
    if offset[0] & offset[1] & 1:
        raise ValueError(f"no target lies at {offset}")
    quadrant, (u, v) = 0, (-offset[0], offset[1])
    while (u < 1 or v < 0) and (u or v):
        quadrant, (u, v) = quadrant + 1, (v, -u)
    steps: list[int] = []
    x = y = 0  # ahead and to the right
    while (x, y) != (u, v):
        slope = u * (y + 1) - v * (x + 1)
        step = AHEAD if slope > 0 else RIGHT if slope < 0 else CORNER
        if (step == AHEAD and x + 1 == u) or (step == RIGHT and y + 1 == v):
            return quadrant, tuple(steps), step
        steps.append(step)
        x, y = x + 2 * (step != RIGHT), y + 2 * (step != AHEAD)
    return quadrant, tuple(steps), -1


# --- Where the images of a target lie -----------------------------------------------------------------------


@lru_cache(maxsize=16384)
def _offsets(layout: Layout, square: int, other: int) -> tuple[Offset, ...]:
    """The offsets of all lines between two squares, walls ignored, in half squares, the shortest first."""
    return _leading(layout, square, other, {image for image, _ in _images(layout, square, other)})


@lru_cache(maxsize=16384)
def _edge_offsets(layout: Layout, square: int, edge: int) -> tuple[Offset, ...]:
    """The same to the middle of an edge, over either of its sides."""
    middles = set()
    for half in (edge, net(layout).twin[edge]):
        for (down, right), turn in _images(layout, square, half // 4):
            step = STEPS[(half - turn) % 4]
            middles.add((down + step[0], right + step[1]))
    return _leading(layout, square, edge, middles, to_edge=True)


def _leading(
    layout: Layout, square: int, target: int, offsets: set[Offset], to_edge: bool = False
) -> tuple[Offset, ...]:
    """Those offsets whose line does lead to the target: unfolding may depend on the way."""
    graph, bare, true = net(layout), bare_board(layout), []
    for offset in sorted(offsets, key=lambda o: (o[0] * o[0] + o[1] * o[1], o)):
        found = _follow(bare, square, offset)
        end = found[1] if found else -1
        if (graph.edge[end] if to_edge and end >= 0 else end) == target:
            true.append(offset)
    return tuple(true)


def _images(layout: Layout, square: int, other: int) -> Iterator[tuple[Offset, int]]:
    """Where a square may lie as seen from another, in half squares, and how it is turned."""
    (slot, here), (to_slot, there) = divmod(square, SQUARES), divmod(other, SQUARES)
    for (down, right), to, turn in _sectors_around(layout, slot):
        if to == to_slot:
            lies = turned(there, -turn)
            rows = down * SIZE + lies // SIZE - here // SIZE
            columns = right * SIZE + lies % SIZE - here % SIZE
            yield (rows * 2, columns * 2), turn


@lru_cache(maxsize=256)
def _sectors_around(layout: Layout, slot: int) -> frozenset[tuple[Offset, int, int]]:
    """The sectors that lines come to from a sector: their offset in sectors, slot, and turn."""
    graph, found = net(layout), set()
    for quadrant in HEADINGS:
        todo = {((0, 0), slot, 0, 0)}
        while todo:
            found |= {state[:3] for state in todo}
            todo = {beyond for state in todo for beyond in _next_sectors(graph, quadrant, *state)}
    return frozenset(found)


def _next_sectors(
    graph: Net, quadrant: int, at: Offset, slot: int, turn: int, gone: int
) -> Iterator[tuple[Offset, int, int, int]]:
    """Ahead and to the right of a sector, unless that leaves the board a second time along its axis."""
    for axis in (AHEAD, RIGHT):
        heading = (quadrant + axis) % 4
        side = (heading + turn) % 4
        half = (slot * SQUARES + MIDDLE_OF[side]) * 4 + side
        leaves = _is_outer(graph.letter[half]) << axis
        if not leaves & gone:
            lies = (at[0] + STEPS[heading][0], at[1] + STEPS[heading][1])
            yield lies, graph.next[half] // SQUARES, (turn + graph.turn[half]) % 4, gone | leaves
