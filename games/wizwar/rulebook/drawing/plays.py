"""Turns as figures: who walks where, who strikes whom, what is taken, and what of it may not be. Pure.

Nothing is found out here: what comes of its moves a scenario says, and it is played as a case.
"""

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from games.wizwar.rulebook.drawing import maze, scenes, sight
from games.wizwar.rulebook.drawing.maze import OUTWARDS, SEAT_COLOURS, Point
from games.wizwar.rulebook.drawing.pieces import piece_icon
from games.wizwar.rulebook.drawing.scenes import Scene, Square
from games.wizwar.rulebook.printing import teams as signs
from rulebook.content.entries import Figure, GameContent
from rulebook.content.scenarios import Scenario
from rulebook.drawing.figures import FigureRequest, Picture, path, tinted, words
from rulebook.drawing.icons import icon_group

LETTER, COORDINATE = 15.0, 19.0  # pixels that a letter is high
# Where those stand who are in one square, and half the width that each has; what lies there has a place, too.
PLACES: Mapping[int, tuple[tuple[Point, ...], float]] = {
    1: (((0.5, 0.52),), 0.31),
    2: (((0.28, 0.32), (0.71, 0.71)), 0.22),
}
BESIDE_A_THING: tuple[tuple[Point, ...], float] = (((0.62, 0.4),), 0.26)
THING = (0.25, 0.76)
MONSTER = re.compile(r"(m[1-9]) (\w+)@(\w+) w([1-6])")
REACH = 0.9  # farther than this a line leads from one to another
CROSS = 0.12  # half of one between two
ARROW = 0.25
HELD = 1.16  # times half a wizard's width
DASHES = ' stroke-dasharray=".1 .14"'
SHORT = 0.4  # of a square, by which a way stops short


class Being(NamedTuple):
    """A wizard or a monster by its name in moves, «w2» or «m1»; `seat` is the wizard's or the creator's,
    `sign` their letter, `card` the monster's or "".
    """

    name: str
    seat: int
    sign: str
    square: Square
    card: str = ""


class Scale(NamedTuple):
    """Pixels of a square and the squares across and down that are shown at least: so that two pictures stand
    side by side on a phone.
    """

    unit: float
    least: tuple[int, int]

    @property
    def letter(self) -> float:
        return LETTER / self.unit


WIDE, CLOSE = Scale(44, (3, 2)), Scale(62, (2, 2))  # close where some share a square


class ScenarioScene(NamedTuple):
    """A scene in which a scenario is played, from a position: `beings` where they stand at first, `lying`
    what lies where.
    """

    game: GameContent
    scene: Scene
    scenario: Scenario
    position: Mapping[str, Any]
    beings: Mapping[str, Being]
    lying: tuple[tuple[str, Square], ...]
    scale: Scale = WIDE

    @property
    def refusal(self) -> Mapping[str, Any]:
        """Of the last move; empty where it is allowed."""
        found: Mapping[str, Any] = self.scenario.expect.get("refusal", {})
        return found

    def called(self, player: str) -> str:
        return f"w{list(self.scene.at).index(player) + 1}"

    def point(self, name: str) -> Point:
        """The middle of somebody, in a square that they may share."""
        return _stood(self, self.beings[name])[0]


class Deed(NamedTuple):
    """What a move comes to: the squares that must be seen of it, and what is drawn below and above whoever is
    there.
    """

    squares: tuple[Square, ...]
    below: str = ""
    above: str = ""


def play(asked: FigureRequest) -> list[Picture]:
    """A picture for each scenario. Of `data`, `words` are what stands below them, in the same order, `plain`
    without a sign of good or bad; `position` is what those of the scenarios come to have first, `drawn` the
    verbs that are shown besides steps.
    """
    said = asked.figure.data["words"]
    turns = [turn_of(asked.game, asked.figure, scenario, asked.lang) for scenario in asked.scenarios]
    scale = CLOSE if any(_shares(turn) for turn in turns) else WIDE
    pairs = zip(turns, said, strict=True)
    return [_picture(asked, turn._replace(scale=scale), words_below) for turn, words_below in pairs]


def _picture(asked: FigureRequest, turn: ScenarioScene, words_below: Mapping[str, Any]) -> Picture:
    said = words_below[asked.lang]
    mark = "" if "plain" in words_below else "no" if turn.refusal else "yes"
    deeds = list(_deeds(turn, asked.figure.data.get("drawn", DEEDS)))
    unit, least = turn.scale
    crop = scenes.around(turn.scene, [square for deed in deeds for square in deed.squares], least)
    inside = (
        scenes.ground(turn.scene, crop, COORDINATE / unit)
        + "".join(_thing(turn.game, card, *_lain(turn, at)) for card, at in turn.lying if crop.has(at))
        + "".join(deed.below for deed in deeds)
        + "".join(_drawn(turn, being) for being in turn.beings.values() if crop.has(being.square))
        + "".join(deed.above for deed in deeds)
    )
    label = f"{asked.figure.title.in_(asked.lang)}: {said}"
    return Picture(inside, scenes.box(crop), unit, label, said, mark)


# --- Who and what is there ----------------------------------------------------------------------------------


def turn_of(game: GameContent, figure: Figure, scenario: Scenario, lang: str) -> ScenarioScene:
    """A scenario as its figure has it."""
    position = {**scenario.position, **figure.data.get("position", {})}
    scene, people = scenes.scene(game, position), game.people
    letters = [(people.get(name, name) if lang == "en" else name)[:1] for name in scene.at]
    wizards = [Being(f"w{n + 1}", n, letters[n], square) for n, square in enumerate(scene.at.values())]
    monsters = [
        Being(name, int(owner) - 1, letters[int(owner) - 1], scene.square(place), card)
        for name, card, place, owner in MONSTER.findall(position.get("monsters", ""))
    ]
    floor = (said.partition("@") for said in position.get("floor", "").split())
    lying = tuple((card, scene.square(place)) for card, _, place in floor)
    beings = {being.name: being for being in (*wizards, *monsters)}
    return ScenarioScene(game, scene, scenario, position, beings, lying)


def _shares(turn: ScenarioScene) -> bool:
    """Whether somebody isn't alone in a square that is played in."""
    played = {square for deed in _deeds(turn, DEEDS) for square in deed.squares}
    squares = [being.square for being in turn.beings.values()]
    squares += [square for _, square in turn.lying if square in squares]
    return any(squares.count(square) > 1 for square in played)


def _stood(turn: ScenarioScene, being: Being) -> tuple[Point, float]:
    """Where somebody is drawn, and half their width."""
    there = [other.name for other in turn.beings.values() if other.square == being.square]
    alone = len(there) == 1 and any(square == being.square for _, square in turn.lying)
    spots, half = BESIDE_A_THING if alone else PLACES[len(there)]
    dx, dy = spots[there.index(being.name)]
    return (being.square[0] + dx, being.square[1] + dy), half


def _drawn(turn: ScenarioScene, being: Being) -> str:
    (x, y), half = _stood(turn, being)
    if being.card:
        return _monster(turn, being, (x, y), half)
    ring = path(maze.ring("", x, y, half).d, "fg-tint-fill")
    high = turn.scale.letter
    letter = words(being.sign, x, y + high * 0.36, high, "fg-on-tint")
    held = (_thing(turn.game, card, at, half * HELD) for card, at in _held(turn, being))
    return tinted(SEAT_COLOURS[being.seat], ring + letter) + _team(turn, being) + "".join(held)


def _team(turn: ScenarioScene, being: Being) -> str:
    """The sign of a wizard's team, where there are teams."""
    if turn.position.get("options", {}).get("teams") != "on":
        return ""
    (x, y), half = _stood(turn, being)
    size, team = 0.3, being.seat % (len(turn.scene.at) // signs.TOGETHER)
    at = (x + half * 0.9, y + half * 0.85)
    icon = icon_group(signs.SIGNS[team], at[0] - size / 2, at[1] - size / 2, size)
    return path(maze.ring("", *at, size * 0.62).d, "fg-sheet", 0.03) + f'<g class="fg-ink">{icon}</g>'


def _monster(turn: ScenarioScene, being: Being, at: Point, half: float) -> str:
    """A plate, as wizards are round, with its creator's sign at a corner."""
    (x, y), side, colour, high = at, 2 * half, SEAT_COLOURS[being.seat], turn.scale.letter
    plate = f"M{x - half:g} {y - half:g}h{side:g}v{side:g}h{-side:g}z"
    size = side * 0.82
    icon = icon_group(piece_icon(turn.game.card_by_id[being.card]), x - size / 2, y - size / 2, size)
    badge = path(maze.ring("", x + half, y - half, high * 0.52).d, "fg-tint-fill")
    letter = words(being.sign, x + half, y - half + high * 0.35, high, "fg-on-tint")
    return (
        path(plate, "fg-paper")
        + tinted(colour, path(plate, "fg-tint", 0.07))
        + f'<g class="fg-ink">{icon}</g>'
        + tinted(colour, badge + letter)
    )


def _held(turn: ScenarioScene, being: Being) -> Iterator[tuple[str, Point]]:
    """Artifacts that lie open before a wizard."""
    (x, y), half = _stood(turn, being)
    shown = turn.position.get("shown", {}).get(list(turn.scene.at)[being.seat], "")
    traits = {card: turn.game.card_by_id[card].data.get("traits", ()) for card in shown.split()}
    for n, card in enumerate(card for card in traits if "artifact" in traits[card]):
        yield card, (x + half * 0.9 - n * half * 2.1, y - half * 0.95)


def _lain(turn: ScenarioScene, square: Square) -> tuple[Point, float]:
    """Where something in a square is drawn, and how large."""
    shared = any(being.square == square for being in turn.beings.values())
    dx, dy, size = (*THING, 0.36) if shared else (0.5, 0.5, 0.6)
    return (square[0] + dx, square[1] + dy), size


def _thing(game: GameContent, card: str, at: Point, size: float) -> str:
    """A card's icon on a ground of its own."""
    (x, y), inner = at, size * 0.86
    icon = icon_group(piece_icon(game.card_by_id[card]), x - inner / 2, y - inner / 2, inner)
    return path(maze.ring("", x, y, size * 0.58).d, "fg-sheet", 0.03) + f'<g class="fg-ink">{icon}</g>'


# --- What is done -------------------------------------------------------------------------------------------


class DrawnMove(NamedTuple):
    """Who does something, as a wizard would: a monster's «hit» is a kick. `walked`: after steps, so that they
    aren't any more where they are drawn. Only the last move may be `refused`.
    """

    name: str
    verb: str
    args: list[str]
    walked: bool
    refused: bool


# What a monster does at somebody's word, by the verb of a wizard who does the same.
COMMANDS: Mapping[str, str] = {"walk": "step", "hit": "kick"}


def _deeds(turn: ScenarioScene, drawn: Collection[str]) -> Iterator[Deed]:
    """A way for all the steps of somebody, else a deed for each move that is to be `drawn`."""
    ways: dict[str, list[Square]] = {}
    last = len(turn.scenario.moves) - 1
    for n, said in enumerate(turn.scenario.moves):
        name, verb, args = _split(turn, said)
        move = DrawnMove(name, verb, args, name in ways, bool(turn.refusal) and n == last)
        if verb == "step":
            way = ways.setdefault(name, [turn.beings[name].square])
            beyond = (way[-1][0] + OUTWARDS[args[0]][0], way[-1][1] + OUTWARDS[args[0]][1])
            if move.refused:
                yield _barred(way[-1], beyond, args[0])
            else:
                way.append(beyond)
        elif verb in DEEDS and verb in drawn:
            yield DEEDS[verb](turn, move)
    yield from (_way(turn, name, squares) for name, squares in ways.items())


def _split(turn: ScenarioScene, move: str) -> tuple[str, str, list[str]]:
    player, _, said = move.partition(": ")
    verb, *args = said.split()
    if verb in COMMANDS:
        return args[0], COMMANDS[verb], args[1:]
    return turn.called(player), verb, args


def _way(turn: ScenarioScene, name: str, squares: list[Square]) -> Deed:
    """Dots from square to square, and an arrow; it stops short of whoever or whatever is there."""
    if len(squares) == 1:
        return Deed(tuple(squares))
    points = [turn.point(name), *(maze.middle(square) for square in squares[1:])]
    there = {being.square for being in turn.beings.values()} | {square for square, _ in turn.scene.fillings}
    if squares[-1] in there:
        (x, y), (x2, y2) = points[-2:]
        points[-1] = (x2 - (x2 - x) * SHORT, y2 - (y2 - y) * SHORT)
    line = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    dots = path(line, "fg-good", 0.1, ' stroke-dasharray=".02 .2"')
    return Deed(tuple(squares), dots, path(_head(*points[-2:]), "fg-good", 0.09))


def _head(begin: Point, end: Point) -> str:
    """An arrowhead before the end of a line."""
    angle = math.atan2(end[1] - begin[1], end[0] - begin[0])
    x, y = end[0] - 0.1 * math.cos(angle), end[1] - 0.1 * math.sin(angle)
    left, right = ((x - ARROW * math.cos(angle + a), y - ARROW * math.sin(angle + a)) for a in (0.6, -0.6))
    return f"M{left[0]:.3f} {left[1]:.3f}L{x:.3f} {y:.3f}L{right[0]:.3f} {right[1]:.3f}"


def _barred(square: Square, beyond: Square, side: str) -> Deed:
    """A step that isn't taken: ✕ on the edge."""
    middle = maze.side_line(*square, side).middle
    return Deed((square, beyond), _dots(maze.middle(square), middle), scenes.cross(middle))


def _dots(begin: Point, end: Point) -> str:
    """What may not be done."""
    return path(f"{_line(begin, end)}", "fg-bad", 0.08, ' stroke-dasharray=".02 .17"')


def _line(begin: Point, end: Point) -> str:
    return f"M{begin[0]:g} {begin[1]:g}L{end[0]:g} {end[1]:g}"


def _meant(turn: ScenarioScene, text: str) -> tuple[Point, Square]:
    """What a move names: somebody, an edge or a square."""
    if text in turn.beings:
        return turn.point(text), turn.beings[text].square
    square = turn.scene.square(text)
    return (turn.scene.edge(text).middle if text[-1] in maze.SIDES else maze.middle(square)), square


def _between(start: Point, end: Point) -> Point:
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def _blow(turn: ScenarioScene, move: DrawnMove) -> Deed:
    """From somebody to whom or what they strike."""
    target = move.args[0]
    start, (end, square) = turn.point(move.name), _meant(turn, target)
    seen = (turn.beings[move.name].square, square)
    apart = not move.walked and (target not in turn.beings or math.dist(start, end) > REACH)
    if move.refused:
        at = _between(start, end) if target in turn.beings else end
        return Deed(seen, _dots(start, end), scenes.cross(at, size=CROSS))
    line = path(_line(start, end), "fg-bad", 0.09) if apart else ""
    if target in turn.beings:
        half = _stood(turn, turn.beings[target])[1]
        return Deed(seen, line, path(maze.ring("", *end, half + 0.09).d, "fg-bad", 0.08))
    return Deed(seen, line, path(maze.path([turn.scene.edge(target)]), "fg-bad", 0.2))


def _aim(turn: ScenarioScene, move: DrawnMove) -> Deed:
    """A line to whom or where a card is aimed; a square that is meant has a frame."""
    target = move.args[0]
    start, (end, square) = turn.point(move.name), _meant(turn, target)
    seen = (turn.beings[move.name].square, square)
    frame = path(scenes.filled(square), f"fg-{'bad' if move.refused else 'good'}", 0.06, DASHES)
    if move.refused and target not in turn.beings:
        corner = (square[0] + 0.84, square[1] + 0.16)
        return Deed(seen, frame, scenes.cross(corner, size=0.13))
    if move.refused:
        return Deed(seen, _dots(start, end), scenes.cross(_between(start, end), size=CROSS))
    return Deed(
        seen, sight.line(start, end, None), frame if target[-1] in "12345" and target[0] != "w" else ""
    )


def _cast(turn: ScenarioScene, move: DrawnMove) -> Deed:
    """A card that finds no target but one who may not be aimed at."""
    player = turn.refusal.get("seat", "") if move.refused else ""
    return _aim(turn, move._replace(args=[turn.called(player)])) if player else Deed(())


def _look(turn: ScenarioScene, move: DrawnMove) -> Deed:
    """A line to somebody, up to the first wall if there is no sight."""
    other = move.args[-1]
    start, end = turn.point(move.name), turn.point(other)
    seen = (turn.beings[move.name].square, turn.beings[other].square)
    if not move.refused:
        return Deed(seen, sight.line(start, end, None))
    met = [share for line in turn.scene.walls if (share := sight.meeting(start, end, line)) is not None]
    share = min(met, default=0.5)
    stop = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    return Deed(seen, sight.line(start, end, stop), scenes.cross(stop))


def _taking(turn: ScenarioScene, move: DrawnMove) -> Deed:
    """An artifact that somebody has, and another takes or may not."""
    other = turn.beings[move.args[0]]
    at = dict(_held(turn, other))[move.args[1]]
    seen = (turn.beings[move.name].square, other.square)
    ring = _ringed(at, _stood(turn, other)[1] * 0.9)
    return Deed(seen, "", _barred_at(at) if move.refused else ring)


def _picking(turn: ScenarioScene, move: DrawnMove) -> Deed:
    """What somebody picks up off the floor, or may not."""
    square = dict(turn.lying)[move.args[0]]
    at, seen = _lain(turn, square)[0], (turn.beings[move.name].square, square)
    return Deed(seen, "", _barred_at(at) if move.refused else _ringed(at))


def _opening(turn: ScenarioScene, move: DrawnMove) -> Deed:
    edge = turn.scene.edge(move.args[0])
    seen = (turn.beings[move.name].square, edge.before, edge.after)
    return Deed(seen, "", scenes.cross(edge.middle) if move.refused else _ringed(edge.middle))


def _barred_at(at: Point) -> str:
    """✕ at the corner of something small."""
    return scenes.cross((at[0] + 0.17, at[1] - 0.17), size=0.1)


def _ringed(at: Point, radius: float = 0.27) -> str:
    return path(maze.ring("", *at, radius).d, "fg-good", 0.06)


DEEDS: Mapping[str, Callable[[ScenarioScene, DrawnMove], Deed]] = {
    "kick": _blow,
    "target": _aim,
    "play": _cast,
    "reveal": _look,
    "seize": _taking,
    "take": _picking,
    "open": _opening,
}
