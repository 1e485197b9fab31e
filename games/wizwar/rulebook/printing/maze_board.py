"""Sectors of a maze to cut out, drawn in units of a square: stone floor, walls of bricks, doors of planks.

A wall on the rim runs along the cut, half of it on each sector: two sectors side by side make one wall.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.wizwar.rulebook.drawing import maze, maze_cards
from games.wizwar.rulebook.printing.inks import INK as OWN_INK
from games.wizwar.rulebook.printing.inks import TINT as OWN_TINT
from rulebook.content.entries import Card, GameContent, Text
from rulebook.printing.cards.paint import INK, MUTED, SANS, SANS_BOLD, WHITE, Style

WALL = 0.17  # thickness of a wall
BLEED = 0.09  # drawn beyond the cut
STONE, MORTAR, PLANK = "#c9b893", "#7d6c4f", "#dcb878"
JOINT = "#cdbd98"
SLABS = ("#f5ecd9", "#f3e8d1", "#f7f0e0")  # the floor; neighbours differ a little
CHEST = 0.6
OURS = Text("восстановлено нами", "our reconstruction")
CERTAINTIES: Mapping[str, Text] = {
    "fact": Text("", ""),
    "one source": Text("источник один", "one source"),
    "one source, newer edition": Text("поле нового издания", "from a newer edition"),
    "adapted": OURS,
}


@dataclass(frozen=True)
class Theme:
    """The inks of a board."""

    accent: str
    style: Style

    @property
    def paper(self) -> str:
        return self.style.ground if self.style.filled else WHITE

    @property
    def looks(self) -> Mapping[str, str]:
        """Attributes of each kind of part, `maze.inks` made heavier for a board to play on."""
        plank = PLANK if self.style.filled else WHITE
        return {
            **maze.inks(INK, self.paper, self.accent, font=SANS_BOLD),
            "floor": f'fill="{self.paper}"',
            "treasure": f'color="{MUTED}"',
            "door": f'fill="{plank}" stroke="{INK}" stroke-width=".045" stroke-linejoin="round"',
            "place": f'font-family="{SANS_BOLD}" text-anchor="middle" fill="{self.accent}"',
        }


def theme(game: GameContent, style: Style) -> Theme:
    return Theme(OWN_INK, style)


def sector(game: GameContent, card: Card, lang: str, style: Style) -> str:
    """The inside of a sector with its left upper corner at 0 0; it reaches BLEED beyond."""
    inks, plan = theme(game, style), maze.plan(card.data, game.constants)
    size = plan.size
    home = maze.Icon("home", "home", *maze.middle(plan.home), 0.62)
    return (
        _floor(size, style)
        + maze.paint([maze.ring("home", *maze.middle(plan.home), 0.42)], _ring(inks))
        + maze.paint([home], inks.looks)
        + "".join(_spot(inks, square) for square in plan.treasures)
        + _exits(inks, plan)
        + doors(plan.doors, inks)
        + bricks(plan.walls, style)
        + _name(card, lang, size)
    )


def _floor(size: int, style: Style) -> str:
    """Slabs in full ink, dotted lines between squares in low ink."""
    if not style.filled:
        look = f'fill="none" stroke="{MUTED}" stroke-width=".012" stroke-dasharray=".03 .07"'
        return maze.paint([maze.grid(0, 0, size)], {"grid": look})
    around = maze.floor(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED).d
    slabs = "".join(
        f'<rect x="{x + 0.015:g}" y="{y + 0.015:g}" width=".97" height=".97" rx=".05" '
        f'fill="{SLABS[(x + 2 * y) % 3]}"/>'
        for y in range(size)
        for x in range(size)
    )
    return f'<path d="{around}" fill="{JOINT}"/>{slabs}'


def _ring(inks: Theme) -> Mapping[str, str]:
    pale = f'fill="{OWN_TINT}"' if inks.style.filled else 'fill="none"'
    return {"home": f'{pale} stroke="{inks.accent}" stroke-width=".03"'}


def _spot(inks: Theme, square: tuple[int, int]) -> str:
    """Where a treasure lies at first: a dotted ring around a chest."""
    x, y = maze.middle(square)
    ring = maze.ring("treasure", x, y, 0.4).d
    look = f'fill="none" stroke="{MUTED}" stroke-width=".025" stroke-dasharray=".07 .06"'
    return f'<path d="{ring}" {look}/>' + maze.paint(
        [maze.Icon("treasure", "chest", x, y, CHEST)], inks.looks
    )


def _exits(inks: Theme, plan: maze.SectorPlan) -> str:
    """Arrowheads in front of the openings."""
    heads = (
        maze.arrow(line, side, 0.14, -0.3)
        for side, line in zip(maze.SIDES, maze.exits_by_side(plan), strict=True)
    )
    return maze.paint(heads, inks.looks)


def doors(lines: Iterable[maze.WallLine], inks: Theme) -> str:
    """Shut doors with their locks; what is left of the wall beside them is bricks."""
    parts = [part for line in lines for part in maze.door(line)]
    posts = "".join(part.d for part in parts if part.kind == "wall")
    planks = [part for part in parts if part.kind != "wall"]
    return masonry(posts, inks.style) + maze.paint(planks, inks.looks)


def bricks(lines: Iterable[maze.WallLine], style: Style) -> str:
    return masonry(maze.wall(lines).d, style)


def masonry(path: str, style: Style) -> str:
    """A path as a wall: dark outside, stones within, a joint every quarter of a square."""
    stone = STONE if style.filled else WHITE
    round_ = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path d="{path}" {round_} stroke="{INK}" stroke-width="{WALL:g}"/>'
        f'<path d="{path}" {round_} stroke="{stone}" stroke-width="{WALL - 0.055:g}"/>'
        f'<path d="{path}" fill="none" stroke="{MORTAR if style.filled else INK}" '
        f'stroke-width="{WALL - 0.055:g}" stroke-dasharray=".02 .23" stroke-dashoffset="-.125"/>'
    )


def _name(card: Card, lang: str, size: int) -> str:
    """The name in the corner; whether the map is ours."""
    words = f"{card.name.in_(lang)}"
    if mark := CERTAINTIES[card.data["certainty"]].in_(lang):
        words += f" · {mark}"
    return (
        f'<text x=".16" y="{size - 0.16:g}" font-family="{SANS}" font-size=".085" fill="{MUTED}">'
        f"{words}</text>"
    )


def picture(game: GameContent, card: Card, style: Style, width: float, height: float) -> str:
    """A sector or a layout with its letters as a whole `<svg>`, as large as fits into the millimetres."""
    inks, whole = theme(game, style), maze_cards.PICTURES[card.kind](game, card)
    scale = min(width / whole.width, height / whole.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole.width * scale:.2f}mm" '
        f'height="{whole.height * scale:.2f}mm" '
        f'viewBox="{whole.x:g} {whole.y:g} {whole.width:g} {whole.height:g}">'
        f"{maze.paint(whole.parts, inks.looks)}</svg>"
    )


WARP = 3  # squares on either side of the auto-warp's box


def warp(game: GameContent, style: Style) -> str:
    """The auto-warp between two sides with a common corner, in a box of WARP × WARP squares."""
    inks = theme(game, style)
    ground, walls, way = maze.warp_bend(_WEST, _SOUTH)
    fill = SLABS[0] if style.filled else WHITE
    line = f'fill="none" stroke="{inks.accent}" stroke-width=".035"'
    return (
        f'<path d="{ground.d}" fill="{fill}"/><path d="{way.d}" {line} stroke-dasharray=".12 .09"/>'
        + masonry(walls.d, style)
    )


# Sides of five squares that meet in (0, 3): the middle of each is where the auto-warp ends.
_WEST, _SOUTH = maze.WallLine(0, -2, 0, 3), maze.WallLine(0, 3, 5, 3)
