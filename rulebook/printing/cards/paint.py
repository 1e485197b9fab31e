"""What printed cards of every sort are drawn with: inks, sizes, frame, letters. Lengths are millimetres.

WeasyPrint doesn't apply a document's style sheet inside SVG, so everything is a presentation attribute.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from rulebook.content.entries import Card, GameContent
from rulebook.drawing import icons
from rulebook.drawing.words import named
from rulebook.printing.emoji import EMOJI

SERIF, SERIF_BOLD, SERIF_ITALIC = "Grimoire Serif", "Grimoire SerifBold", "Grimoire SerifItalic"
SANS, SANS_BOLD = "Grimoire Sans", "Grimoire SansBold"
EMOJI_BEHIND = ", Grimoire Emoji"  # behind a family, where people's names may stand
OUTLINED = re.compile(f"[{EMOJI}]")
BASE_WIDTH = 63.0  # drawings are designed at this width and scaled to others
SMALLEST = 2.3  # millimetres: 6.5 points, below which nobody reads a card at a table

TINT = ".1"  # how much of the ink tints an area

INK = "#2b2420"
MUTED = "#6b6055"
EDGE = "#8c8067"
PAPER = "#fffdf6"
WHITE = "#ffffff"
# Inks and the pale tints that go with them, by the names of the light tokens in static/css/tokens.css; those
# of games are in their objects (see `rulebook.game`).


class Inks(NamedTuple):
    """Inks that every game may use."""

    red: str = "#b23a2e"
    blue: str = "#2c5fa3"
    purple: str = "#6d4a93"
    green: str = "#47761f"
    teal: str = "#1f6b66"
    ochre: str = "#8c590a"
    plum: str = "#8c3a6b"
    umber: str = "#7a4b26"


INKS: Mapping[str, str] = Inks()._asdict()


class _Tints(NamedTuple):
    """The pale tints that go with them."""

    red: str = "#f7e4df"
    blue: str = "#dfe8f3"
    purple: str = "#eae3f1"
    green: str = "#e6eedc"
    teal: str = "#dcece9"
    ochre: str = "#f6ecd6"
    umber: str = "#f0e4d8"


TINTS: Mapping[str, str] = _Tints()._asdict()


@dataclass(frozen=True)
class Size:
    """A size of cards, millimetres."""

    width: float
    height: float

    @property
    def scale(self) -> float:
        return self.width / BASE_WIDTH


@dataclass(frozen=True)
class Style:
    """What a theme changes: the ground of a card and whether areas are filled."""

    ground: str
    filled: bool

    def pale(self, tint: str) -> str:
        return tint if self.filled else WHITE


FULL_INK = Style(PAPER, filled=True)
LOW_INK = Style(WHITE, filled=False)


class DrawFace(Protocol):
    """Draws the inside of a card's face with the trimmed card at 0 0 width height."""

    def __call__(
        self, game: GameContent, card: Card, size: Size, lang: str, *, bleed: float, style: Style
    ) -> str: ...


class DrawBack(Protocol):
    """Draws the inside of the back that all cards of a deck share; `deck` is what its cards say of it."""

    def __call__(self, game: GameContent, size: Size, deck: str, *, bleed: float, style: Style) -> str: ...


@dataclass(frozen=True)
class PrintedFamily:
    """How cards of one sort are printed; `small` is the inside of a card 20 × 28 for examples in texts."""

    face: DrawFace
    back: DrawBack
    small: Callable[[GameContent, Card, str], str]


class Sketch(NamedTuple):
    """A face that is being drawn: of what, and with what."""

    game: GameContent
    card: Card
    lang: str
    ink: str
    style: Style
    scale: float = 1.0  # of the card to its drawing

    def letters(self, size: float) -> float:
        """A size of letters in the drawing, or the smallest that can be read on the card."""
        return max(size, SMALLEST / self.scale)

    @property
    def pale(self) -> str:
        """Attributes of an area in a tint of the ink."""
        return f'fill="{self.ink}" fill-opacity="{TINT}"' if self.style.filled else 'fill="none"'

    @property
    def rule(self) -> str:
        """What the card says of itself in a line or two; empty for most."""
        return self.card.rule.in_(self.lang) if self.card.rule else ""

    @property
    def data(self) -> Mapping[str, Any]:
        return self.card.data


def text(
    x: float,
    y: float,
    size: float,
    words: str,
    *,
    family: str = SERIF,
    fill: str = INK,
    anchor: str = "middle",
) -> str:
    """An SVG text; `words` must be escaped already or be ours."""
    if OUTLINED.search(words):
        family += EMOJI_BEHIND
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-family="{family}" font-size="{size:.2f}" fill="{fill}" '
        f'text-anchor="{anchor}">{words}</text>'
    )


def icon(name: str, x: float, y: float, size: float, colour: str, *, stroke: float = 1.75) -> str:
    """An icon of the site whose square of `size` starts at (x, y)."""
    return icons.icon_group(name, x, y, size, stroke=stroke).replace("currentColor", colour)


def frame(size: Size, ink: str) -> str:
    """The double line inside the edge of a card."""
    s = size.scale
    lines = []
    for inset, width, radius in ((3.0, 0.45, 2.6), (4.0, 0.16, 1.8)):
        lines.append(
            f'<rect x="{inset * s:.2f}" y="{inset * s:.2f}" width="{size.width - 2 * inset * s:.2f}" '
            f'height="{size.height - 2 * inset * s:.2f}" rx="{radius * s:.2f}" fill="none" stroke="{ink}" '
            f'stroke-width="{width * max(s, 0.8):.2f}"/>'
        )
    return "".join(lines)


def ground(size: Size, bleed: float, fill: str) -> str:
    """The colour of the whole card, bleed included."""
    width, height = size.width + 2 * bleed, size.height + 2 * bleed
    return f'<rect x="{-bleed:g}" y="{-bleed:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def turn(count: int) -> Iterator[float]:
    """So many equal steps around a circle, in radians from its top."""
    return (math.tau * n / count for n in range(count))


def strokes(centre: tuple[float, float], count: int, reach: Callable[[float], tuple[float, float]]) -> str:
    """Path of strokes that point away from `centre`; `reach` says from where to where for an angle."""
    x, y = centre
    lines = []
    for angle in turn(count):
        sine, cosine = math.sin(angle), math.cos(angle)
        start, end = reach(angle)
        lines.append(
            f"M{x + sine * start:.2f} {y - cosine * start:.2f}L{x + sine * end:.2f} {y - cosine * end:.2f}"
        )
    return "".join(lines)


def svg(inside: str, size: Size, *, bleed: float = 0, turned: bool = False, words: str = "") -> str:
    """`inside` as a whole `<svg>` that reads as `words`; `turned` lays the card on its side for layouts of
    landscape cells.
    """
    width, height = size.width + 2 * bleed, size.height + 2 * bleed
    if turned:
        inside = f'<g transform="translate({size.height:g} 0) rotate(90)">{inside}</g>'
        width, height = height, width
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="{-bleed:g} {-bleed:g} {width:g} {height:g}">{inside}</svg>'
    )
    return named(drawn, words) if words else drawn
