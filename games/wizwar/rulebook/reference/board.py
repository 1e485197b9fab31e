"""The board of «Маго-бой» on paper: sectors to cut out, how they lie, what is laid around them. Pure.

A sector is cut out whole, or of two halves glued together where it is larger than a page. Millimetres.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.wizwar.rulebook.printing import maze_board, maze_tokens
from rulebook.content import markup
from rulebook.content.entries import Card, GameContent
from rulebook.printing.cards.faces import back
from rulebook.printing.cards.paint import Size
from rulebook.printing.layout.game_documents import LOW, DocumentRequest
from rulebook.printing.layout.piece_sheets import data_image, sheets

UNITS: Mapping[str, float] = {
    "m": 37.0,
    "s": 25.0,
    "l": 50.0,
}  # the side of a square by the size of the board
FIRST_HALF = 3  # columns of squares
TAB = 10.0  # what is glued under the other half
LEFT = 12.0  # of what doesn't stand in the middle
TOP = 18.0
BESIDE = 26.0  # enough room at the right of a part for words
BETWEEN = 6.0  # two sectors on a page
MARGIN = 9.0
GAP = 8.0  # between a sector and its words
TICK = 3.0
NARROW = 36.0  # too little for the story of a sector
OPTIONS = {**LOW, "size": tuple(UNITS), "players": ("all", "2", "3", "4", "5", "6"), "backs": ("0", "1")}


@dataclass(frozen=True)
class SectorPart:
    """A sector to cut out, or some of its columns: where its left upper corner stands on the page.

    `columns`: the first, and the one after the last; `tab`: millimetres at its right that are glued under
    the other half.
    """

    card: Card
    x: float
    y: float
    unit: float
    squares: int
    columns: tuple[int, int]
    tab: float = 0.0

    @property
    def width(self) -> float:
        return (self.columns[1] - self.columns[0]) * self.unit

    @property
    def height(self) -> float:
        return self.squares * self.unit

    @property
    def right(self) -> float:
        """Where it is cut at the right, its tab included."""
        return self.x + self.width + self.tab

    @property
    def whole(self) -> bool:
        return self.columns == (0, self.squares)

    def mirrored(self, page: Size) -> "SectorPart":
        """What lies behind it when the sheet is turned over its long edge."""
        first, end = self.columns
        columns = (self.squares - end, self.squares - first)
        return replace(self, x=page.width - self.x - self.width, columns=columns, tab=0.0)


def board(game: GameContent, asked: DocumentRequest) -> dict[str, Any]:
    """Sectors, layouts and what lies around them, for one number of players or for all."""
    unit = UNITS[asked.options["size"]]
    chosen = layouts(game, asked.options["players"])
    around = sheets(maze_tokens.rim(game, asked.lang, asked.style, unit, chosen), asked.page)
    pages = list(_sector_pages(game, asked, unit))
    schemes = list(_scheme_pages(game, asked, chosen))
    return {
        **around,
        "pages": pages,
        "schemes": schemes,
        "total": len(pages) + len(schemes) + len(around["sheets"]),
        "square": f"{unit:g}",
        "side": f"{unit * game.constants['size']:g}",
    }


def layouts(game: GameContent, players: str) -> list[Card]:
    """The layouts for a number of players; "all" of them."""
    found = game.of_kind("layout")
    return [card for card in found if players in ("all", str(card.data["players"]))]


def sectors(game: GameContent, players: str) -> list[Card]:
    """The recommended sectors for a number of players; all that there are for "all"."""
    if players == "all":
        return game.of_kind("sector")
    return [game.card_by_id[name] for name in game.constants["recommended_sectors"][players]]


# Sectors


def _sector_pages(game: GameContent, asked: DocumentRequest, unit: float) -> Iterator[dict[str, Any]]:
    """Pages of sectors, each followed by its back where backs are wanted."""
    whole = unit * game.constants["size"]
    behind = back(game, Size(whole, whole), bleed=maze_board.BLEED * unit, style=asked.style)
    for parts in _on_pages(game, asked, unit):
        yield {
            "back": False,
            "cells": [
                _cell(part, maze_board.sector(game, part.card, asked.lang, asked.style)) for part in parts
            ],
            "captions": [_caption(game, asked, part) for part in parts],
            "ticks": "".join(_ticks(part) for part in parts),
            "folds": "".join(f"M{p.x + p.width:g} {p.y:g}v{p.height:g}" for p in parts if p.tab),
        }
        if asked.options["backs"] == "1":
            mirrored = [part.mirrored(asked.page) for part in parts]
            yield {"back": True, "cells": [_cell(part, behind, 1 / unit) for part in mirrored]}


def _on_pages(game: GameContent, asked: DocumentRequest, unit: float) -> Iterator[list[SectorPart]]:
    """What stands on each page: two sectors, one, or half of one."""
    page, squares = asked.page, game.constants["size"]
    cards, whole = sectors(game, asked.options["players"]), unit * squares
    high, all_columns = (page.height - whole) / 2, (0, squares)
    if 2 * whole < page.height - 2 * TICK:
        tops = (high - (whole + BETWEEN) / 2, high + (whole + BETWEEN) / 2)
        for n in range(0, len(cards), 2):
            pair = zip(cards[n : n + 2], tops, strict=False)
            yield [SectorPart(card, LEFT, y, unit, squares, all_columns) for card, y in pair]
    elif whole <= page.width - 2 * TICK:
        x = (page.width - whole) / 2
        yield from ([SectorPart(card, x, TOP, unit, squares, all_columns)] for card in cards)
    else:
        for card in cards:
            yield [SectorPart(card, LEFT, high, unit, squares, (0, FIRST_HALF), TAB)]
            yield [SectorPart(card, LEFT, high, unit, squares, (FIRST_HALF, squares))]


def _cell(part: SectorPart, drawing: str, scale: float = 1.0) -> dict[str, str]:
    """A part of a drawing as an image; walls on the rim reach beyond the cut, but not where halves meet.

    `scale`: squares for a unit of the drawing.
    """
    (first, end), bleed = part.columns, maze_board.BLEED
    left = 0.0 if first else bleed
    right = part.tab / part.unit if part.tab else bleed if end == part.squares else 0.0
    box = (first - left, -bleed, end - first + left + right, part.squares + 2 * bleed)
    shown = " ".join(f"{n / scale:.4f}" for n in box)
    over = _tab(part) if part.tab else ""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{shown}">{drawing}{over}</svg>'
    place = (
        f"left:{part.x - left * part.unit:.2f}mm;top:{part.y - bleed * part.unit:.2f}mm;"
        f"width:{box[2] * part.unit:.2f}mm;height:{box[3] * part.unit:.2f}mm"
    )
    return {"style": place, "image": data_image(svg)}


def _tab(part: SectorPart) -> str:
    """A strip to glue on: what is drawn there fades under slanting lines."""
    x, wide, bleed = part.columns[1], part.tab / part.unit, maze_board.BLEED
    lines = "".join(f"M{x:g} {y / 4:g}l{wide:.3f} {-wide:.3f}" for y in range(1, part.squares * 4 + 1))
    return (
        f'<rect x="{x:g}" y="{-bleed:g}" width="{wide:.3f}" height="{part.squares + 2 * bleed:g}" '
        f'fill="#fff" fill-opacity=".8"/><path d="{lines}" stroke="#8c8067" stroke-width=".008"/>'
    )


def _ticks(part: SectorPart) -> str:
    """Crop ticks around a part, beyond its bleed."""
    near = maze_board.BLEED * part.unit + 0.6
    sides, ends = (part.x, part.right), (part.y, part.y + part.height)
    across = "".join(f"M{sides[0] - near:g} {y:g}h{-TICK:g}M{sides[1] + near:g} {y:g}h{TICK:g}" for y in ends)
    down = "".join(f"M{x:g} {ends[0] - near:g}v{-TICK:g}M{x:g} {ends[1] + near:g}v{TICK:g}" for x in sides)
    return across + down


def _caption(game: GameContent, asked: DocumentRequest, part: SectorPart) -> dict[str, Any]:
    """Name and story of a sector, at its right where there is room, else below it."""
    card, beside = part.card, asked.page.width - part.right > BESIDE
    x, y = (part.right + GAP, part.y) if beside else (part.x, part.y + part.height + GAP + 2)
    width = asked.page.width - x - MARGIN if beside else part.width
    return {
        "style": f"left:{x:.2f}mm;top:{y:.2f}mm;width:{width:.2f}mm",
        "name": card.name.in_(asked.lang),
        "text": markup.plain(game, card.text, asked.lang) if card.text else "",
        "known": maze_board.CERTAINTIES[card.data["certainty"]].in_(asked.lang),
        "guessed": card.guessed,
        "beside": beside,
        "narrow": width < NARROW,
        "half": "" if part.whole else "first" if part.tab else "second",
    }


# Layouts


def _scheme_pages(
    game: GameContent, asked: DocumentRequest, chosen: Sequence[Card]
) -> Iterator[list[dict[str, Any]]]:
    """Layouts with their letters, two on a page; one alone is drawn larger."""
    half = (asked.page.height - 48) / 2
    room = (asked.page.width - 24, asked.page.height - 110) if len(chosen) == 1 else (116.0, half - 6)
    for n in range(0, len(chosen), 2):
        yield [_scheme(game, asked, card, room, alone=len(chosen) == 1) for card in chosen[n : n + 2]]


def _scheme(
    game: GameContent, asked: DocumentRequest, card: Card, room: tuple[float, float], *, alone: bool
) -> dict[str, Any]:
    return {
        "card": card,
        "alone": alone,
        "drawing": maze_board.picture(game, card, asked.style, *room),
        "text": markup.plain(game, card.text, asked.lang) if card.text else "",
    }
