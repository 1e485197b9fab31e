"""Small cards that are a picture: what else matters at the table (a price, points) stands below it.

Which picture, colour and signs a piece has its game says with `Pieces`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rulebook.content.entries import Card, GameContent
from rulebook.drawing.icons import icon_group, kind_icon, named_icon
from rulebook.drawing.paper import PAPER, SERIF, SmallFamily, letters

ROMAN = ("", "I", "II", "III")
MINUS = "\N{MINUS SIGN}"
PLAIN_ICON = "card"  # of a card that has no drawing
BACK = (
    PAPER + '<rect x="4" y="4" width="38" height="56" rx="4.5" fill="currentColor" fill-opacity=".14"/>'
    '<g fill="none" stroke="currentColor" stroke-width="1.25" stroke-linejoin="round">'
    '<rect x="4" y="4" width="38" height="56" rx="4.5"/><circle cx="23" cy="24" r="6.5"/>'
    '<circle cx="14.5" cy="38.5" r="6.5"/><circle cx="31.5" cy="38.5" r="6.5"/>'
    '<path d="M19.7 29.6l-1.9 3.3M26.3 29.6l1.9 3.3M21 38.5h4" stroke-linecap="round"/></g>'
)


class SmallIcon(NamedTuple):
    """A small icon in the colour of a class `k-…`; without one in that of its card."""

    icon: str
    tint: str = ""


Part = SmallIcon | str


def own_icon(card: Card) -> str:
    """Name of the icon that is called as a card, of its kind's if there is none, else of any card's."""
    return named_icon(card.id.replace("_", "-").lower(), named_icon(kind_icon(card.kind), PLAIN_ICON))


def own_name(content: GameContent, card: Card, lang: str) -> str:
    return card.name.in_(lang)


def no_parts(content: GameContent, card: Card, lang: str) -> tuple[Part, ...]:
    return ()


@dataclass(frozen=True)
class Pieces:
    """What a game's pieces show.

    `icon` and `tint` name a piece's picture and the class of its colour, `label` is what a reader hears,
    `foot` what stands below the picture. `pictures` draws the inside of a face of kinds that are drawn
    without an icon; their last argument is the size of the card, hand or row.
    """

    tint: Callable[[GameContent, Card], str]
    icon: Callable[[Card], str] = own_icon
    label: Callable[[GameContent, Card, str], str] = own_name
    foot: Callable[[GameContent, Card, str], tuple[Part, ...]] = no_parts
    pictures: Mapping[str, Callable[[GameContent, Card, str, str], str]] = field(default_factory=dict)

    def family(self) -> SmallFamily:
        """All of it, with the back that pieces share."""
        faces = {"hand": self.hand_face, "row": self.row_face}
        return SmallFamily("piece", faces, BACK, self.label, self.tint, self.icon)

    def hand_face(self, content: GameContent, card: Card, lang: str) -> str:
        """A face in a hand: the picture, below it what goes with it."""
        if card.kind in self.pictures:
            return PAPER + self.pictures[card.kind](content, card, lang, "hand")
        parts = self.foot(content, card, lang)
        if not parts:
            return PAPER + icon_group(self.icon(card), 7, 16, 32)
        return PAPER + icon_group(self.icon(card), 8.5, 8, 29) + _foot_line(parts)

    def row_face(self, content: GameContent, card: Card, lang: str) -> str:
        """A face among others: picture and what goes with it stand at the left, seen when others overlap."""
        if card.kind in self.pictures:
            return PAPER + self.pictures[card.kind](content, card, lang, "row")
        return (
            PAPER + icon_group(self.icon(card), 3.5, 5.5, 20) + _foot_column(self.foot(content, card, lang))
        )


def placed(inside: str, x: float, y: float, scale: float) -> str:
    """A drawing moved to (x, y) and scaled."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{inside}</g>'


def numeral(content: GameContent, card: Card, lang: str, size: str) -> str:
    """A card that is its number."""
    x, y, height = (23, 45, 40) if size == "hand" else (13.5, 26, 26)
    return letters(str(card.value), x, y, height, SERIF)


def _foot_column(parts: Sequence[Part]) -> str:
    """Parts below one another at the left."""
    step = min(11.5, 34 / max(1, len(parts)))
    return "".join(
        _part(part, 4, 27.5 + n * step, min(10.5, step) if isinstance(part, SmallIcon) else _width(part))
        for n, part in enumerate(parts)
    )


def _foot_line(parts: Sequence[Part]) -> str:
    """Parts in a line around the middle of a card; marks alone are as large as there is room."""
    alone = all(isinstance(part, SmallIcon) for part in parts)
    mark = min(12.5, 39 / len(parts)) if alone else 9.75
    widths = [mark if isinstance(part, SmallIcon) else _width(part) for part in parts]
    x = 23 - sum(widths) / 2
    drawn = []
    for part, width in zip(parts, widths, strict=True):
        drawn.append(_part(part, x, 51 - mark / 2, width))
        x += width
    return "".join(drawn)


def _width(words: str) -> float:
    return 7.0 * len(words) + 1


def _part(part: Part, x: float, y: float, width: float) -> str:
    """Words or a mark in a box of this width whose upper left corner is (x, y)."""
    if isinstance(part, str):
        return letters(part, x + width / 2, y + 9.5, 13, SERIF)
    drawn = icon_group(part.icon, x + 0.25, y, width - 0.5, stroke=2)
    return f'<g class="k-{part.tint}" color="var(--k)">{drawn}</g>' if part.tint else drawn
