"""Figures beside rules as SVG text: one drawing for pages, print and a file of its own. Pure.

How a figure is drawn its game says (`Rulebook.figures`). What is drawn has a class in place of colours: a
page's style sheet gives each class its look by day and by night, `looks` the attributes that stand for it
where no style sheet reaches. An element has one class.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple

from rulebook import game as games
from rulebook.content.entries import Clause, Figure, GameContent
from rulebook.content.scenarios import Scenario, find
from rulebook.printing.cards.paint import INK, MUTED, PAPER, SANS_BOLD, TINTS, WHITE, Inks

KEPT = 2000  # figures of all games in both languages
CLASS = re.compile(r'class="([^"]*)"')
MILLIMETRE = 0.2  # of print for a pixel of a page
TINT = "k-"  # begins the class of a colour of the game: what is inside takes it as currentColor


class FigureRequest(NamedTuple):
    """What a drawing is made of: a figure of a game, its scenarios in their order, the language of words."""

    game: GameContent
    figure: Figure
    scenarios: tuple[Scenario, ...]
    lang: str


class Picture(NamedTuple):
    """One drawing of a figure: `inside` are SVG elements in the box (x, y, width, height), `unit` how many
    pixels of a page a unit of it has. `label` says what is seen to those who don't see it; `words` stand
    below it, with `mark` before them: "yes", "no" or nothing.
    """

    inside: str
    box: tuple[float, float, float, float]
    unit: float
    label: str
    words: str = ""
    mark: str = ""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height on a page, in pixels."""
        return round(self.box[2] * self.unit, 1), round(self.box[3] * self.unit, 1)


Draw = Callable[[FigureRequest], Sequence[Picture]]

# Attributes of the classes that every game may use. How thick a line is, how large letters are, an element
# says itself; its colours are here and in `css/figures.css`.
ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
LOOKS: Mapping[str, str] = {
    "fg-paper": f'fill="{WHITE}"',
    "fg-sheet": f'fill="{PAPER}" stroke="{INK}"',
    "fg-line": f'fill="none" stroke="{INK}" {ROUND}',
    "fg-quiet": f'fill="none" stroke="{MUTED}" {ROUND}',
    "fg-fill": f'fill="{INK}"',
    "fg-good": f'fill="none" stroke="{Inks().green}" {ROUND}',
    "fg-good-fill": f'fill="{Inks().green}"',
    "fg-bad": f'fill="none" stroke="{Inks().red}" {ROUND}',
    "fg-bad-fill": f'fill="{Inks().red}"',
    "fg-ink": f'color="{INK}"',
    "fg-soft": f'fill="{TINTS["umber"]}"',
    "fg-tint": 'fill="currentColor" fill-opacity=".14" stroke="currentColor"',
    "fg-tint-line": f'fill="none" stroke="currentColor" {ROUND}',
    "fg-tint-fill": 'fill="currentColor"',
    "fg-words": f'fill="{INK}" font-family="{SANS_BOLD}" text-anchor="middle"',
    "fg-first": f'fill="{INK}" font-family="{SANS_BOLD}" text-anchor="start"',
    "fg-last": f'fill="{INK}" font-family="{SANS_BOLD}" text-anchor="end"',
    "fg-label": f'fill="{MUTED}" font-family="{SANS_BOLD}" text-anchor="middle"',
    "fg-label-first": f'fill="{MUTED}" font-family="{SANS_BOLD}" text-anchor="start"',
    "fg-tint-words": f'fill="currentColor" font-family="{SANS_BOLD}" text-anchor="middle"',
    "fg-on-tint": f'fill="{WHITE}" font-family="{SANS_BOLD}" text-anchor="middle"',
}


def words(said: str, x: float, y: float, size: float, look: str = "fg-words") -> str:
    """Words whose baseline is at `y`."""
    return f'<text class="{look}" x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(said)}</text>'


def path(d: str, look: str = "fg-line", width: float = 0.0, more: str = "") -> str:
    """A path in one of the looks, `width` thick."""
    thick = f' stroke-width="{width:g}"' if width else ""
    return f'<path class="{look}" d="{d}"{thick}{more}/>'


def tinted(colour: str, inside: str) -> str:
    """What has a colour of the game, where a look says `tint`."""
    return f'<g class="{TINT}{colour}">{inside}</g>'


def standing(clauses: Sequence[Clause]) -> dict[str, str]:
    """The figure beside each rule of a text, by the rule's id: one of several rules stands at the first."""
    found: dict[str, str] = {}
    for clause in clauses:
        if clause.figure and clause.figure not in found.values():
            found[clause.id] = clause.figure
    return found


def drawings(game_id: str) -> dict[str, Draw]:
    """What the figures of a game and of its boxes may be drawn by."""
    own = (games.get(game_id), *games.boxes(game_id).values())
    return {name: draw for each in own for name, draw in each.figures.items()}


@lru_cache(maxsize=KEPT)
def pictures(game: GameContent, figure_id: str, lang: str) -> tuple[Picture, ...]:
    """The drawings of a figure, which every reader sees alike."""
    return drawn(game, figure_id, lang)


def drawn(game: GameContent, figure_id: str, lang: str) -> tuple[Picture, ...]:
    """The same, drawn anew. Raises whatever the game's drawing does."""
    figure = game.figure_by_id[figure_id]
    scenarios = tuple(find(game, name) for name in figure.scenarios)
    return tuple(drawings(game.id)[figure.drawing](FigureRequest(game, figure, scenarios, lang)))


def svg(picture: Picture, size: tuple[str, str] | None = None) -> str:
    """A drawing as a whole `<svg>`; `size` where it isn't that of a page."""
    width, height = size or (f"{picture.size[0]:g}", f"{picture.size[1]:g}")
    view_box = " ".join(f"{n:g}" for n in picture.box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" width="{width}" height="{height}"'
        f' preserveAspectRatio="xMinYMid" role="img"><title>{escape(picture.label)}</title>'
        f"{picture.inside}</svg>"
    )


def inked(game: GameContent, svg: str) -> str:
    """The same with inks in place of classes: for print, and for a file that no page is around.

    Raises KeyError for a class that has no look.
    """
    looks = _looks(game.id)

    def look(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith(TINT):
            return f'color="{games.get(game.id).ink(name.removeprefix(TINT))}"'
        return looks[name]

    return CLASS.sub(look, svg)


def styles(game_id: str) -> tuple[str, ...]:
    """The style sheets that the figures of a game and of its boxes need on a page besides the shared one."""
    own = (games.get(game_id), *games.boxes(game_id).values())
    return tuple(dict.fromkeys(sheet for each in own for sheet in each.figure_styles))


def _looks(game_id: str) -> Mapping[str, str]:
    game = games.get(game_id)
    shared = {**LOOKS, "fg-accent": f'fill="none" stroke="{game.accent[0]}" {ROUND}'}
    own = (game, *games.boxes(game_id).values())
    return {**shared, **{name: look for each in own for name, look in each.figure_looks.items()}}


def printed(game: GameContent, picture: Picture) -> str:
    """A drawing in millimetres and inks."""
    width, height = (f"{n * MILLIMETRE:.2f}mm" for n in picture.size)
    return inked(game, svg(picture, (width, height)))
