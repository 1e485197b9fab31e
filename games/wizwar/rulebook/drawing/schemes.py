"""Layouts, sectors, doors and what breaks as figures: read off cards and constants. Pure."""

import math
from collections.abc import Iterator

from games.wizwar.rulebook.drawing import maze, maze_cards
from games.wizwar.rulebook.drawing.maze import BORDER, CLASSES, OUTWARDS, Letter, Part
from games.wizwar.rulebook.reference import sheet
from rulebook.content.entries import Card, Text
from rulebook.content.typography import capital
from rulebook.drawing.figures import FigureRequest, Picture, path
from rulebook.drawing.icons import icon_group

PLACE = 2  # units of the side of a sector in a layout
PLACE_UNIT = 21.0
LETTER, NUMBER = 0.7, 1.0
SIGN = LETTER * 0.72  # radius of the ring around a letter
AWAY = 0.75  # from a side to the middle of its letter
ASIDE = 0.65  # by how much two letters in a corner give way
SECTOR_UNIT = 44.0
DOOR_UNIT = 60.0
ICON = 48.0
WALLS = {"yes": "good", "no": "bad"}
FOR_GOOD = Text("не сломать", "can’t be broken")


def layouts(asked: FigureRequest) -> list[Picture]:
    """The layouts that `data` names, as places with numbers and letters."""
    return [_layout(asked, asked.game.card_by_id[name]) for name in asked.figure.data["cards"]]


def _layout(asked: FigureRequest, layout: Card) -> Picture:
    rows, places = layout.data["grid"], maze.slots(layout.data["grid"], PLACE)
    edge = AWAY + SIGN + 0.1
    width, height = PLACE * len(rows[0]) + 2 * edge, PLACE * len(rows) + 2 * edge
    name = layout.name.in_(asked.lang)
    inside = maze.paint(_places(layout, places), CLASSES)
    return Picture(inside, (-edge, -edge, width, height), PLACE_UNIT, name, name.partition(": ")[2] or name)


def _places(layout: Card, places: dict[int, tuple[int, int]]) -> Iterator[Part]:
    if warp := layout.data.get("auto_warp"):
        lines = (maze.side_line(*places[at.place], at.side, PLACE) for at in map(maze.end, warp["ends"]))
        yield from maze.warp_bend(*lines)
    for place, (x, y) in sorted(places.items()):
        yield maze.floor(x, y, PLACE, PLACE)
        yield Letter("place", str(place), x + PLACE / 2, y + PLACE / 2, NUMBER)
    yield maze.wall(
        line
        for corner in places.values()
        for side in maze.SIDES
        for line in maze.cut(maze.side_line(*corner, side, PLACE))
    )
    for sign in _signs(layout, places):
        yield maze.ring("sign", sign.x, sign.y, SIGN)
        yield sign


def _signs(layout: Card, places: dict[int, tuple[int, int]]) -> Iterator[Letter]:
    """The letters of exits; two that meet in a corner make way for each other along their sides."""
    found = []
    for one in layout.data["exits"]:
        for at in map(maze.end, one["ends"]):
            line, (dx, dy) = maze.side_line(*places[at.place], at.side, PLACE), OUTWARDS[at.side]
            middle = ((line.x1 + line.x2) / 2 + dx * AWAY, (line.y1 + line.y2) / 2 + dy * AWAY)
            found.append((one["letter"], line.across, middle))
    for letter, across, (x, y) in found:
        near = next((other for _, _, other in found if 0 < math.dist(other, (x, y)) < 2 * SIGN), (x, y))
        aside = [
            math.copysign(ASIDE, mine - its) if mine != its else 0.0
            for mine, its in zip((x, y), near, strict=True)
        ]
        yield Letter("letter", letter, x + aside[0] * across, y + aside[1] * (not across), LETTER)


def sector(asked: FigureRequest) -> list[Picture]:
    """The sector that `data` names, with its home, treasures and exits."""
    card = asked.game.card_by_id[asked.figure.data["card"]]
    whole = maze_cards.sector_picture(asked.game, card)
    label = f"{asked.figure.title.in_(asked.lang)}: {card.name.in_(asked.lang)}"
    box = (whole.x, whole.y, whole.width, whole.height)
    return [Picture(maze.paint(whole.parts, CLASSES), box, SECTOR_UNIT, label)]


def edges(asked: FigureRequest) -> list[Picture]:
    """What may stand between two squares: a picture for each of `data`, with its words."""
    return [_edge(one["edge"], one[asked.lang], one.get("mark", "")) for one in asked.figure.data["shown"]]


def _edge(kind: str, said: str, mark: str) -> Picture:
    """Two squares one above the other, and between them what `maze.EDGES` calls so."""
    sides = [maze.WallLine(0, 0, 0, 2), maze.WallLine(1, 0, 1, 2)]
    parts = (
        maze.floor(0, 0, 1, 2),
        maze.Shape("grid", maze.path([maze.WallLine(0, 0, 1, 0), maze.WallLine(0, 2, 1, 2)])),
        maze.wall(piece for side in sides for piece in maze.cut(side)),
        *maze.EDGES[kind](maze.WallLine(0, 1, 1, 1)),
    )
    box = (-BORDER, -BORDER / 2, 1 + 2 * BORDER, 2 + BORDER)
    return Picture(maze.paint(parts, CLASSES), box, DOOR_UNIT, said, said, mark)


def lines(asked: FigureRequest) -> list[Picture]:
    """Where a wall may be built: on a line of the grid, and not across a square. `data` has the words."""
    return [
        _four(asked.figure.data[mark][asked.lang], mark, wall)
        for mark, wall in (("yes", maze.path([maze.WallLine(1, 0, 1, 1)])), ("no", "M0 1L1 0"))
    ]


def _four(said: str, mark: str, wall: str) -> Picture:
    """Four squares and a wall."""
    ground = maze.paint([maze.floor(0, 0, 2, 2), maze.Shape("grid", maze.path(_grid()))], CLASSES)
    box = (-BORDER, -BORDER, 2 + 2 * BORDER, 2 + 2 * BORDER)
    return Picture(ground + path(wall, f"fg-{WALLS[mark]}", 0.14), box, SECTOR_UNIT, said, said, mark)


def _grid() -> list[maze.WallLine]:
    return [*(maze.WallLine(0, n, 2, n) for n in range(3)), *(maze.WallLine(n, 0, n, 2) for n in range(3))]


def strengths(asked: FigureRequest) -> list[Picture]:
    """What can be broken, and how much it takes; what stands for good last."""
    return [_strength(one, asked.lang) for one in sheet.strengths(asked.game)]


def _strength(one: sheet.Strength, lang: str) -> Picture:
    name = capital(one.name.in_(lang))
    said = f"{name}: {FOR_GOOD.in_(lang) if one.points is None else one.points}"
    inside = f'<g class="fg-ink">{icon_group(one.icon, 0, 0, ICON)}</g>'
    return Picture(inside, (0, 0, ICON, ICON), 1.0, said, said)
