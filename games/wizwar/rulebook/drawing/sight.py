"""Lines of sight as figures: who looks where, how far the line gets, what is in its way. Pure.

Whether there is sight isn't found out here: a scenario says what the engine answers, and is played as a case.
"""

from typing import NamedTuple

from games.wizwar.rulebook.drawing import maze, scenes
from games.wizwar.rulebook.drawing.maze import Point, WallLine
from games.wizwar.rulebook.drawing.scenes import Scene, Square
from rulebook.content.entries import Text
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, path

UNIT = 40.0  # pixels of a square
SEEN, UNSEEN = Text("видно", "in sight"), Text("не видно", "not in sight")
EDGE_OF = Text("сторона клетки {}", "an edge of {}")
REFUSED = "no_sight"  # begins the codes of refusals for want of a line


class Aim(NamedTuple):
    """Who looks from where to where: a square, or the middle of an edge. `blocker` is the edge in the way,
    `filled` the square; `before` is where the target was before it jumped away.
    """

    by: str
    on: str
    start: Square
    end: Square | None
    edge: WallLine | None
    clear: bool
    beside: Square | None = None  # the square by which the edge is called
    blocker: WallLine | None = None
    filled: Square | None = None
    before: Square | None = None

    @property
    def points(self) -> tuple[Point, Point]:
        if self.edge:
            return maze.middle(self.start), self.edge.middle
        assert self.end is not None
        return maze.middle(self.start), maze.middle(self.end)


def aim(scene: Scene, scenario: Scenario) -> Aim:
    """Read off a case: whose move it is, at what it aims, what comes of it."""
    by = scenario.moves[0].partition(":")[0]
    refusal, events = scenario.expect.get("refusal", {}), scenario.expect.get("events", ())
    other = next(name for name in scene.at if name != by)
    named = [move.partition(" target ")[2] for move in scenario.moves if " target " in move]
    target = named[0] if named else refusal.get("target", "")
    jump = next((event["square"] for event in events if event["kind"] == "teleported"), "")
    missed = any(event["kind"] == "missed" for event in events)
    clear = not refusal.get("code", "").startswith(REFUSED) and not missed
    if target[:1].isdigit():
        edge, beside = scene.edge(target), scene.square(target)
        return Aim(by, "", scene.at[by], None, edge, clear, beside, *_blocker(scene, refusal))
    on = next(
        (name for n, name in enumerate(scene.at) if target == f"w{n + 1}" and name != by),
        _hit(scene, scenario) or other,
    )
    end, blocked = scene.at[on], _blocker(scene, refusal)
    if jump:
        blocked = (_first_wall(scene, scene.at[by], scene.square(jump)) if missed else None, None)
        return Aim(by, on, scene.at[by], scene.square(jump), None, clear, None, *blocked, before=end)
    return Aim(by, on, scene.at[by], end, None, clear, None, *blocked)


def _hit(scene: Scene, scenario: Scenario) -> str:
    """Whom an event names as a target."""
    for event in scenario.expect.get("events", ()):
        if str(event.get("target", "")).startswith("w"):
            return list(scene.at)[int(event["target"][1:]) - 1]
    return ""


def _blocker(scene: Scene, refusal: dict[str, str]) -> tuple[WallLine | None, Square | None]:
    edge, square = refusal.get("edge"), refusal.get("square")
    return scene.edge(edge) if edge else None, scene.square(square) if square else None


def _first_wall(scene: Scene, start: Square, end: Square) -> WallLine | None:
    """The first wall that a line meets, for a case whose event names none."""
    a, b = maze.middle(start), maze.middle(end)
    met = [(share, line) for line in scene.walls if (share := meeting(a, b, line)) is not None]
    return min(met)[1] if met else None


def meeting(a: Point, b: Point, line: WallLine) -> float | None:
    """The share of the way from a to b at which an edge is met, its ends included; None if it isn't."""
    along = 0 if line.across else 1  # the axis of the edge
    over = 1 - along
    way = b[over] - a[over]
    if not way:
        return None
    share = (line[over] - a[over]) / way
    at = a[along] + share * (b[along] - a[along])
    return share if 0 <= share <= 1 and line[along] <= at <= line[along + 2] else None


def stopped_at(scene: Scene, shown: Aim) -> Point | None:
    """The point at which the line ends before its target."""
    a, b = shown.points
    if shown.clear:
        return None
    met = [meeting(a, b, line) for line in ([shown.blocker] if shown.blocker else _walled(scene, shown))]
    shares = [share for share in met if share is not None]
    share = min(shares) if shares else 0.5
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _walled(scene: Scene, shown: Aim) -> list[WallLine]:
    """The sides of the filled square in the way, or of all filled squares where two of them meet."""
    squares = [shown.filled] if shown.filled else [square for square, _ in scene.fillings]
    return [line for square in squares for line in scenes.sides(square)]


# --- What is drawn ------------------------------------------------------------------------------------------


def sight(asked: FigureRequest) -> list[Picture]:
    """A picture for each scenario: seen or not. Of `data`, `position` is what those of the scenarios come to
    have before the line is drawn, `over` the side of a place over which it goes, `both` that it goes both
    ways.
    """
    return [_picture(asked, scenario) for scenario in asked.scenarios]


def _picture(asked: FigureRequest, scenario: Scenario) -> Picture:
    data = asked.figure.data
    scene = scenes.scene(asked.game, {**scenario.position, **data.get("position", {})})
    letter = ""
    if "over" in data:
        letter, scene = scenes.unfolded(asked.game, scene, scenario.position, data["over"])
    shown = aim(scene, scenario)
    crop = scenes.around(scene, _squares(shown))
    said = _said_of(scene, shown, "↔" if data.get("both") else "→", asked.lang)
    wizards = [scenes.wizard(asked.game, scene, shown.by, asked.lang)]
    if shown.on:
        wizards.append(scenes.wizard(asked.game, scene, shown.on, asked.lang, shown.end))
    inside = (
        scenes.ground(scene, crop)
        + (scenes.seam(scene, crop, data["over"], letter) if letter else "")
        + _barrier(shown)
        + _jump(shown)
        + line(*shown.points, stopped_at(scene, shown))
        + "".join(wizards)
        + _mark(scene, shown)
    )
    return Picture(inside, scenes.box(crop), UNIT, said, said, "yes" if shown.clear else "no")


def _said_of(scene: Scene, shown: Aim, arrow: str, lang: str) -> str:
    """«a4 → b5: не видно»; on two sectors «1-a3 → 2-e3: видно»."""
    whole = shown.end is not None and scene.slot(shown.start) != scene.slot(shown.end)
    at = scene.name(shown.beside or shown.end or shown.start, whole=whole)
    on = EDGE_OF.in_(lang).format(at) if shown.edge else at
    verdict = (SEEN if shown.clear else UNSEEN).in_(lang)
    return f"{scene.name(shown.start, whole=whole)} {arrow} {on}: {verdict}"


def _squares(shown: Aim) -> list[Square]:
    """What the picture must show."""
    seen = (shown.end, shown.beside, shown.filled, shown.before)
    return [shown.start, *(square for square in seen if square)]


def _barrier(shown: Aim) -> str:
    """The edge in the way, or a frame around the square."""
    if shown.blocker:
        return path(maze.path([shown.blocker]), "fg-bad", 0.17)
    return path(scenes.filled(shown.filled), "fg-bad", 0.09) if shown.filled else ""


def _jump(shown: Aim) -> str:
    """Where the target was before."""
    if shown.before is None or shown.end is None:
        return ""
    (x1, y1), (x2, y2) = maze.middle(shown.before), maze.middle(shown.end)
    ring = path(maze.ring("", x1, y1, 0.31).d, "fg-quiet", 0.05, ' stroke-dasharray=".1 .1"')
    return ring + path(f"M{x1:g} {y1:g}L{x2:g} {y2:g}", "fg-quiet", 0.05, ' stroke-dasharray=".02 .12"')


def line(a: Point, b: Point, stop: Point | None) -> str:
    """A line of sight: what would follow where it is stopped is dots."""
    if stop is None:
        return path(f"M{_said(a)}L{_said(b)}", "fg-good", 0.08)
    rest = path(f"M{_said(stop)}L{_said(b)}", "fg-bad", 0.07, ' stroke-dasharray=".02 .15"')
    return rest + path(f"M{_said(a)}L{_said(stop)}", "fg-bad", 0.08)


def _mark(scene: Scene, shown: Aim) -> str:
    """✕ where the line is stopped; a ring around the middle of an edge that is aimed at."""
    stop = stopped_at(scene, shown)
    aimed = path(maze.ring("", *shown.edge.middle, 0.13).d, "fg-good", 0.06) if shown.edge else ""
    return aimed if stop is None else scenes.cross(stop)


def _said(point: Point) -> str:
    return f"{point[0]:g} {point[1]:g}"
