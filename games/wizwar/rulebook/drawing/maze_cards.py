"""Sectors and layouts as whole drawings: what their cards say, put together from parts of `maze`. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from games.wizwar.rulebook.drawing.maze import (
    BORDER,
    COLUMNS,
    EXIT_AWAY,
    EXIT_SIGN,
    SIDES,
    Icon,
    Letter,
    MazePicture,
    Part,
    SectorPlan,
    Shape,
    arrow,
    door,
    end,
    exits_by_side,
    floor,
    grid,
    middle,
    moved,
    path,
    plan,
    ring,
    seams,
    sector_parts,
    side_line,
    sign,
    slots,
    wall,
    warp_bend,
)
from rulebook.content.entries import Card, GameContent

SMALL_KINDS = ("floor", "wall", "door", "warp")
LETTERS = 0.42  # height of the letters around a sector, and how far from it they stand
MARGIN = 1.15  # for these letters and the arrows beyond them
CHEST = 0.72


def sector_picture(content: GameContent, card: Card) -> MazePicture:
    """A sector with letters of columns, numbers of rows, arrows at the exits."""
    sector = plan(card.data, content.constants)
    size = sector.size
    columns = (Letter("label", COLUMNS[n], n + 0.5, -LETTERS, LETTERS) for n in range(size))
    rows = (Letter("label", str(n + 1), -LETTERS, n + 0.5, LETTERS) for n in range(size))
    arrows = (
        arrow(line, side, 0.3, 0.16 if side in "es" else 0.78)
        for side, line in zip(SIDES, exits_by_side(sector), strict=True)
    )
    parts = (*sector_parts(sector), *arrows, *columns, *rows)
    return MazePicture(parts, -MARGIN, -MARGIN, size + 2 * MARGIN - 0.5, size + 2 * MARGIN - 0.5)


def layout_picture(content: GameContent, layout: Card) -> MazePicture:
    """A layout with the recommended sectors and its letters around it."""
    size: int = content.constants["size"]
    rows = layout.data["grid"]
    edge = EXIT_AWAY + EXIT_SIGN + BORDER
    width, height = size * len(rows[0]), size * len(rows)
    return MazePicture(layout_parts(content, layout), -edge, -edge, width + 2 * edge, height + 2 * edge)


def layout_parts(content: GameContent, layout: Card) -> tuple[Part, ...]:
    """A layout with its sectors: numbers of places, letters of exits, the auto-warp."""
    size: int = content.constants["size"]
    places = slots(layout.data["grid"], size)
    plans = {
        place: moved(plan(sector.data, content.constants), *places[place])
        for place, sector in zip(sorted(places), recommended(content, layout), strict=True)
    }
    doors = {line for sector in plans.values() for line in sector.doors}
    return (
        *_warp(layout.data.get("auto_warp"), places, size),
        *(floor(*corner, size, size) for corner in places.values()),
        *(grid(*corner, size) for corner in places.values()),
        *(part for place, sector in plans.items() for part in _numbered(place, sector)),
        wall(line for sector in plans.values() for line in sector.walls),
        *(shape for line in sorted(doors) for shape in door(line)),
        *(Shape("seam", path([side_line(*corner, side, size)])) for corner, side in seams(places, size)),
        *(
            part
            for one in layout.data["exits"]
            for at in map(end, one["ends"])
            for part in sign(one["letter"], places[at.place], at.side, size)
        ),
    )


def recommended(content: GameContent, layout: Card) -> list[Card]:
    """The sectors for as many players as a layout is for, by place."""
    chosen = content.constants["recommended_sectors"][str(layout.data["players"])]
    return [content.card_by_id[sector] for sector in chosen]


def _warp(
    warp: Mapping[str, Any] | None, places: Mapping[int, tuple[int, int]], size: int
) -> tuple[Shape, ...]:
    """The auto-warp of a layout, if it has one."""
    if not warp:
        return ()
    first, second = (side_line(*places[at.place], at.side, size) for at in map(end, warp["ends"]))
    return warp_bend(first, second)


def _numbered(place: int, sector: SectorPlan) -> tuple[Part, ...]:
    """The home with the number of its place, and the treasures."""
    x, y = middle(sector.home)
    chests = (Icon("treasure", "chest", *middle(square), CHEST) for square in sector.treasures)
    return (ring("home", x, y, 0.4), Letter("place", str(place), x, y, 0.6), *chests)


# Kinds of cards that are drawn as a maze.
PICTURES: Mapping[str, Callable[[GameContent, Card], MazePicture]] = {
    "sector": sector_picture,
    "layout": layout_picture,
}


def small_picture(content: GameContent, card: Card) -> MazePicture:
    """A drawing for a list: the walls alone, without letters and numbers."""
    whole = PICTURES[card.kind](content, card)
    parts = tuple(part for part in whole.parts if part.kind in SMALL_KINDS)
    rows = card.data.get("grid", [[1]])
    size: int = content.constants["size"]
    width, height = (size * n + BORDER for n in (len(rows[0]), len(rows)))
    return MazePicture(parts, -BORDER / 2, -BORDER / 2, width, height)
