"""Ways out of sectors as figures: who walks over which side, by which letter, and comes in where. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from games.wizwar.rulebook.drawing import maze, scenes
from games.wizwar.rulebook.drawing.maze import CLASSES, OUTWARDS, Part, Point
from games.wizwar.rulebook.drawing.scenes import Crop, Scene, Square
from rulebook.content.entries import Card
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, path

WIDE = 340.0  # pixels of a picture on a page at most
LARGEST = 38.0  # pixels of a square
COORDINATE, LETTER = 14.5, 15.0  # pixels that a coordinate and an exit's letter are high at least
OUT = 0.7  # from the middle of a square to where its letter takes over
AT_EDGE = 0.5  # to where the auto-warp does
SIDES_WITH_LETTERS = 1.9  # squares around the maze for coordinates and signs
STEP = " step "


class Way(NamedTuple):
    """Where somebody walks: stretches between which letters lead on, and the square at its end; `bends` are
    paths along the auto-warp.
    """

    by: str
    stretches: tuple[tuple[Point, ...], ...]
    end: Square
    bends: tuple[str, ...] = ()


def way(scene: Scene, layout: Card, scenario: Scenario) -> Way:
    """The steps that a scenario's moves take on the board."""
    by = scenario.moves[0].partition(":")[0]
    square, bends = scene.at[by], []
    stretches = [[maze.middle(square)]]
    for side in (move[-1] for move in scenario.moves if move.startswith(f"{by}:{STEP}")):
        beside = (square[0] + OUTWARDS[side][0], square[1] + OUTWARDS[side][1])
        if _in_maze(scene, beside):
            square = beside
            stretches[-1].append(maze.middle(square))
            continue
        left = f"{scene.slot(square) + 1}{side.upper()}"
        letter, entered = scenes.joined(layout, left)
        out = OUT if letter else AT_EDGE
        stretches[-1].append(_beside(square, side, out))
        if not letter:
            bends.append(_bend(scene, left, entered))
        square = _across(scene, square, side, maze.end(entered))
        stretches.append([_beside(square, maze.end(entered).side, out), maze.middle(square)])
    return Way(by, tuple(map(tuple, stretches)), square, tuple(bends))


def _in_maze(scene: Scene, square: Square) -> bool:
    size = scene.plans[0].size
    return any(x <= square[0] < x + size and y <= square[1] < y + size for x, y in scene.corners)


def _beside(square: Square, side: str, away: float) -> Point:
    (x, y), (dx, dy) = maze.middle(square), OUTWARDS[side]
    return x + dx * away, y + dy * away


def _across(scene: Scene, square: Square, side: str, entered: maze.End) -> Square:
    """The square behind a joined side: the nth from one end clockwise leads to the nth counter-clockwise."""
    size = scene.plans[0].size
    x, y = scene.corners[scene.slot(square)]
    nth = size - 1 - _clockwise(square[0] - x, square[1] - y, side, size)
    dx, dy = next(
        (column, row)
        for row in range(size)
        for column in range(size)
        if _is_along(column, row, entered.side, size) and _clockwise(column, row, entered.side, size) == nth
    )
    corner = scene.corners[entered.place - 1]
    return corner[0] + dx, corner[1] + dy


def _is_along(column: int, row: int, side: str, size: int) -> bool:
    """Whether a square lies along a side of its sector."""
    return {"n": row == 0, "e": column == size - 1, "s": row == size - 1, "w": column == 0}[side]


def _clockwise(column: int, row: int, side: str, size: int) -> int:
    """Which square of a side it is, clockwise."""
    return {"n": column, "e": row, "s": size - 1 - column, "w": size - 1 - row}[side]


def _bend(scene: Scene, *ends: str) -> str:
    """The way along the auto-warp between two sides."""
    first, second = (_line(scene, end) for end in ends)
    return next(part.d for part in maze.warp_bend(first, second) if part.kind == "arrow")


def _line(scene: Scene, text: str) -> maze.WallLine:
    found = maze.end(text)
    return maze.side_line(*scene.corners[found.place - 1], found.side, scene.plans[0].size)


# --- What is drawn ------------------------------------------------------------------------------------------


def ways(asked: FigureRequest) -> list[Picture]:
    """A picture for each scenario: its places with their letters, the way, and edges that `data` names."""
    return [_picture(asked, scenario) for scenario in asked.scenarios]


def _picture(asked: FigureRequest, scenario: Scenario) -> Picture:
    scene, layout = (
        scenes.scene(asked.game, scenario.position),
        scenes.layout_of(asked.game, scenario.position),
    )
    walked = way(scene, layout, scenario)
    marked = [scene.edge(text) for text in asked.figure.data.get("edges", ())]
    crop = _places(scene, [scene.at[walked.by], walked.end])
    box = (
        crop.left - SIDES_WITH_LETTERS,
        crop.top - SIDES_WITH_LETTERS,
        crop.right - crop.left + 2 * SIDES_WITH_LETTERS,
        crop.bottom - crop.top + 2 * SIDES_WITH_LETTERS,
    )
    unit = min(LARGEST, WIDE / box[2])
    inside = (
        maze.paint(_signs(scene, layout, crop, unit), CLASSES)
        + scenes.ground(scene, crop, COORDINATE / unit)
        + scenes.numbers(scene, crop, COORDINATE / unit)
        + path(maze.path(marked), "fg-accent", 0.26) * bool(marked)
        + _drawn(walked)
        + "".join(
            scenes.wizard(asked.game, scene, name, asked.lang, high=COORDINATE / unit)
            for name in _moving(scenario)
        )
    )
    said = f"{scene.name(scene.at[walked.by], whole=True)} → {scene.name(walked.end, whole=True)}"
    label = asked.figure.title.in_(asked.lang)
    return Picture(inside, box, unit, label if marked else f"{label}: {said}", "" if marked else said)


def _moving(scenario: Scenario) -> list[str]:
    """The players who do something."""
    return list(dict.fromkeys(move.partition(":")[0] for move in scenario.moves))


def _places(scene: Scene, squares: list[Square]) -> Crop:
    """The places in which these squares lie, whole."""
    size, corners = scene.plans[0].size, [scene.corners[scene.slot(square)] for square in squares]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Crop(min(xs), min(ys), max(xs) + size, max(ys) + size)


def _signs(scene: Scene, layout: Card, crop: Crop, unit: float) -> Iterator[Part]:
    """The letters at the outer sides of what is shown, and the auto-warp between two of its sides."""
    size, high = scene.plans[0].size, LETTER / unit
    for letter, *ends in ((one["letter"], *one["ends"]) for one in layout.data["exits"]):
        for at in map(maze.end, ends):
            corner = scene.corners[at.place - 1]
            if crop.has(corner):
                (x, y), (dx, dy) = maze.middle(_halfway(corner, at.side, size)), OUTWARDS[at.side]
                x, y = x + dx * 1.85, y + dy * 1.85
                yield maze.ring("sign", x, y, high * 0.72)
                yield maze.Letter("letter", letter, x, y, high)
    if warp := layout.data.get("auto_warp"):
        lines = [_line(scene, end) for end in warp["ends"]]
        yield from maze.warp_bend(*lines)


def _halfway(corner: Square, side: str, size: int) -> Square:
    """The middle square of a side."""
    half, last = size // 2, size - 1
    x, y = {"n": (half, 0), "e": (last, half), "s": (half, last), "w": (0, half)}[side]
    return corner[0] + x, corner[1] + y


def _drawn(walked: Way) -> str:
    """Dots along the way, an arrow at its end, a ring in the square where it ends."""
    if len(walked.stretches) == 1:
        return ""
    lines = "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in points) for points in walked.stretches)
    ring = path(maze.ring("", *maze.middle(walked.end), 0.36).d, "fg-good", 0.07)
    dots = path(lines + "".join(walked.bends), "fg-good", 0.1, ' stroke-dasharray=".02 .2"')
    return dots + ring + path(_head(*walked.stretches[-1][-2:]), "fg-good", 0.09)


def _head(begin: Point, end: Point) -> str:
    """An arrowhead at the end of a straight way along the grid."""
    (x1, y1), (x2, y2) = begin, end
    length = max(abs(x2 - x1), abs(y2 - y1))
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    x, y = x2 - dx * 0.02, y2 - dy * 0.02
    left, right = ((x - dx * 0.25 - side * dy * 0.2, y - dy * 0.25 + side * dx * 0.2) for side in (1, -1))
    return f"M{left[0]:g} {left[1]:g}L{x:g} {y:g}L{right[0]:g} {right[1]:g}"
