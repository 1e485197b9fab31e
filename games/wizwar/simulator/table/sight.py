"""Whether one square sees another, as a drawing and in words: what is seen, the line, what blocks it. Pure.

The line is followed over the unfolded board, so that it goes on from the other side where it leaves it.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from games.wizwar.rulebook.drawing.maze import Point
from games.wizwar.simulator.engine import sight
from games.wizwar.simulator.engine.board import (
    BUSH,
    DOOR,
    DUST,
    EMPTY,
    FIRE,
    GIANT,
    ILLUSION,
    ROSE,
    STONE,
    WALL,
    Board,
)
from games.wizwar.simulator.engine.geometry import WARP, Layout, net
from games.wizwar.simulator.engine.places import SEAT_OF, edge_text, read_edge, read_square, square_text
from games.wizwar.simulator.engine.state import State
from games.wizwar.simulator.table.maze import edge_name, place_of, rim
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import render
from simulator.engine.game import Event, Seat
from web.refusal import Refusal

HALF = Fraction(1, 2)
NORTH, EAST, SOUTH, WEST = range(4)
BLOCKED = "no_sight"  # begins the codes of refusals for want of a line
AIMED = {
    "attacked": "target",
    "attacked_n": "target",
    "built": "edge",
}  # events, and what they call their target
BLOCKED_BY = {WALL: "sight_wall", DOOR: "sight_door", ILLUSION: "sight_illusion", FIRE: "sight_fire"}
FILLED = {BUSH: "bush", STONE: "stone", DUST: "dust", ROSE: "rose", GIANT: "giant"}  # in codes of sentences


class Target(NamedTuple):
    """Where one looks: a square, or an edge by its number."""

    square: int = -1
    edge: int = -1

    @property
    def text(self) -> str:
        return square_text(self.square) if self.edge < 0 else edge_text(self.edge)


class Said(NamedTuple):
    """A sentence and its clause."""

    text: str
    clause: str


Say = Callable[..., Said]  # the code of a sentence, its clause, parameters


class Stretch(NamedTuple):
    """The part of a line in one square: from `begin` to `end` of the whole, as the square lies (`turn`)."""

    square: int
    turn: int
    cell: tuple[int, int]  # in the unfolded plane, rows and columns from the beginning
    begin: Fraction
    end: Fraction
    sides: tuple[int, ...]  # the half-edges over which it goes on: none at its end, two over a corner


class Look(NamedTuple):
    """What is seen from a square, and the line to a target if one was asked for.

    `seen` are codes of squares, `hidden` the others. `clear` None: no target. `path` is the line as far as
    it is free, `rest` what would follow; `ends` are its two ends, `leaps` the points where it leaves the
    board and comes back; `blocker` is the edge in the way, `wall` the square. `said` begins with the verdict.
    """

    origin: tuple[int, int]
    seen: tuple[str, ...]
    hidden: tuple[str, ...]
    clear: bool | None = None
    path: str = ""
    rest: str = ""
    ends: tuple[Point, ...] = ()
    leaps: tuple[Point, ...] = ()
    blocker: str = ""
    wall: tuple[int, int] | None = None
    said: tuple[Said, ...] = ()


# --- Following a line ---------------------------------------------------------------------------------------


def stretches(layout: Layout, square: int, rows: Fraction, columns: Fraction) -> Iterator[Stretch]:
    """A straight line from the middle of a square, so many rows to the south and columns to the east."""
    graph, turn, cell, begin = net(layout), 0, (0, 0), Fraction(0)
    for end, headings in _crossings(rows, columns):
        sides = tuple(square * 4 + (heading + turn) % 4 for heading in headings)
        yield Stretch(square, turn, cell, begin, end, sides)
        for heading in headings:
            half_edge = square * 4 + (heading + turn) % 4
            square, turn = graph.next[half_edge], (turn + graph.turn[half_edge]) % 4
            cell = _beside(cell, heading)
        begin = end
    yield Stretch(square, turn, cell, begin, Fraction(1), ())


def _crossings(rows: Fraction, columns: Fraction) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Where the line crosses from square to square, and over which sides; over a corner it is two."""
    down, right = (SOUTH if rows > 0 else NORTH), (EAST if columns > 0 else WEST)
    met: dict[Fraction, list[int]] = {}
    for length, side in ((abs(rows), down), (abs(columns), right)):
        place = HALF
        while length and place < length:
            met.setdefault(place / length, []).append(side)
            place += 1
    for part in sorted(met):
        yield part, tuple(met[part])


def _beside(cell: tuple[int, int], heading: int) -> tuple[int, int]:
    down, right = ((-1, 0), (0, 1), (1, 0), (0, -1))[heading]
    return cell[0] + down, cell[1] + right


def _drawn(layout: Layout, piece: Stretch, rows: Fraction, columns: Fraction) -> tuple[Point, Point]:
    """Both ends of a stretch where it shows on the board."""
    x, y = place_of(layout, piece.square)

    def point(part: Fraction) -> Point:
        u, v = HALF + columns * part - piece.cell[1], HALF + rows * part - piece.cell[0]
        for _ in range(piece.turn):
            u, v = 1 - v, u
        return float(x + u), float(y + v)

    return point(piece.begin), point(piece.end)


def _path(points: Sequence[tuple[Point, Point]]) -> str:
    return "".join(f"M{x1:g} {y1:g}L{x2:g} {y2:g}" for (x1, y1), (x2, y2) in points)


# --- Looking ------------------------------------------------------------------------------------------------


def look(content: GameContent, lang: str, board: Board, origin: int, target: Target | None = None) -> Look:
    """What a square sees; with a target also whether it is seen, why not, and how the line runs."""
    mask = sight.seen(board, origin).squares | sight.seen(board, origin).filled
    texts = [(square_text(square), mask >> square & 1) for square in range(len(board.filled))]
    found = Look(
        place_of(board.layout, origin),
        tuple(text for text, there in texts if there),
        tuple(text for text, there in texts if not there),
    )
    return found if target is None else _aimed(content, lang, board, origin, target, found)


def aimed(
    content: GameContent,
    lang: str,
    state: State,
    seat: Seat,
    refusal: Refusal | None,
    events: Sequence[Event],
) -> Look | None:
    """The line along which a card is played at somebody or something: one that is blocked if there has to be
    a line, else one that is free.
    """
    if refusal:
        text = str(refusal.params.get("target", "")) if refusal.code.startswith(BLOCKED) else ""
    else:
        told = (event for event in events if event.kind in AIMED and event.params.get("seat") == seat)
        text = next((str(event.params[AIMED[event.kind]]) for event in told), "")
    target = _target(state, text)
    if target is None or state.wizards[seat].at < 0:
        return None
    found = look(content, lang, state.board, state.wizards[seat].at, target)
    return found if bool(refusal) != bool(found.clear) else None


def _target(state: State, text: str) -> Target | None:
    """Where a wizard, a square or an edge is that a move names."""
    if text in SEAT_OF:
        return Target(square=state.wizards[SEAT_OF[text]].at)
    if (edge := read_edge(text)) is not None:
        return Target(edge=net(state.board.layout).edge[edge])
    square = read_square(text)
    return None if square is None else Target(square=square)


def _aimed(content: GameContent, lang: str, board: Board, origin: int, target: Target, found: Look) -> Look:
    if target.edge >= 0:
        line, unit = sight.line_to_edge(board, origin, target.edge), HALF
    else:
        line, unit = sight.line(board, origin, target.square, into=True), Fraction(1)
    rows, columns = (length * unit for length in line.offset)
    run = list(stretches(board.layout, origin, rows, columns))
    points = [_drawn(board.layout, piece, rows, columns) for piece in run]
    free = len(points) if line.clear else len(line.path)
    leaps = [at for one, other in pairwise(points) if one[1] != other[0] for at in (one[1], other[0])]
    clear = line.clear and not _within_bush(board, origin, target)
    return found._replace(
        clear=clear,
        path=_path(points[:free]),
        rest=_path(points[free:]),
        ends=(points[0][0], points[-1][1]),
        leaps=tuple(leaps),
        blocker="" if line.edge is None else rim(board.layout, line.edge).path,
        wall=None if line.square is None else place_of(board.layout, line.square),
        said=tuple(_verdict(content, lang, board, origin, target, line, run)),
    )


def _within_bush(board: Board, origin: int, target: Target) -> bool:
    """Whether one of the ends is hidden in a square that is filled (ruling wizwar-26)."""
    ends = {origin, target.square} - {-1}
    return len(ends) > 1 and any(board.filled[square] not in (EMPTY, GIANT) for square in ends)


def _verdict(
    content: GameContent,
    lang: str,
    board: Board,
    origin: int,
    target: Target,
    line: sight.Line,
    run: Sequence[Stretch],
) -> Iterator[Said]:
    def say(code: str, clause: str, **more: object) -> Said:
        there = target.text if target.edge < 0 else edge_name(board.layout, target.edge)
        params = {"square": square_text(origin), "target": there, **more}
        return Said(render(content, "mark", code, params, lang), clause)

    if target.square == origin:
        yield say("sight_same", "sight.line")
        return
    if not line.clear:
        yield say("sight_no", "sight.line")
        yield from _reasons(board, line, run, say)
        return
    if board.filled[origin] not in (EMPTY, GIANT):
        yield say("sight_from_bush", "sight.blocked")
        return
    if target.edge >= 0:
        yield say("sight_side", "sight.edge")
    elif board.filled[target.square] != EMPTY:
        yield say(f"sight_into_{FILLED[board.filled[target.square]]}", "sight.blocked")
    else:
        yield say("sight_yes", "sight.line")
    yield from _detours(board, run, say)


def _reasons(board: Board, line: sight.Line, run: Sequence[Stretch], say: Say) -> Iterator[Said]:
    """What blocks the line first."""
    if line.square is not None:
        code = f"sight_{FILLED[board.filled[line.square]]}"
        yield say(code, "sight.blocked", place=square_text(line.square))
        return
    if line.edge is None:
        yield say("sight_far", "sight.line")
        return
    yield say(BLOCKED_BY[board.kinds[line.edge]], "sight.blocked", edge=edge_name(board.layout, line.edge))
    last = run[min(len(line.path), len(run)) - 1]
    if len(last.sides) > 1:
        yield say("sight_touch", "sight.blocked")


def _detours(board: Board, run: Sequence[Stretch], say: Say) -> Iterator[Said]:
    """Over which exits the line goes on from the other side."""
    letters = net(board.layout).letter
    crossed = dict.fromkeys(letters[side] for piece in run for side in piece.sides if letters[side])
    for letter in crossed:
        if letter == WARP:
            yield say("sight_warp", "warp.sight")
        else:
            yield say("sight_exit", "maze.exits", letter=letter)
