"""Printed cards of a game that has no drawings of its own: number or picture, name, what the card does."""

from functools import cache, partial
from typing import Protocol

from rulebook.content import markup
from rulebook.content.entries import Card, GameContent
from rulebook.drawing import icons
from rulebook.drawing.piece_cards import own_icon
from rulebook.printing.cards import piece_back
from rulebook.printing.cards.paint import (
    BASE_WIDTH,
    FULL_INK,
    SANS_BOLD,
    SERIF_BOLD,
    PrintedFamily,
    Size,
    Sketch,
    Style,
    icon,
    text,
)
from rulebook.printing.cards.piece_back import DeckBack
from rulebook.printing.cards.piece_cards import MIDDLE, Design

RAYS = 60
EMBLEM_WEIGHT = 3.5  # emblems are drawn on a finer grid than icons
LEAST_RING = 15.0  # of a number
NUMBER, NUMBER_WIDTH, SMALL_NUMBER_WIDTH = 26.0, 40.0, 26.0  # millimetres


class Inked(Protocol):
    """What such a game has of its own: its ink with a pale ground for it, and the ink of a card."""

    accent: tuple[str, str]

    def ink_of(self, game: GameContent, card: Card) -> str: ...


def _back(
    own: Inked, game: GameContent, size: Size, deck: str, *, bleed: float = 0, style: Style = FULL_INK
) -> str:
    """The emblem of the game twice, in its accent; all its decks have the same back."""
    ink, pale = own.accent
    look = DeckBack(icons.emblem(game.id), ink, pale, RAYS, weight=EMBLEM_WEIGHT)
    return piece_back.back(look, size, bleed=bleed, style=style)


def _says(it: Sketch) -> str:
    """All that the content has of what the card does, as a reader sees it."""
    return markup.plain(it.game, it.card.printed, it.lang) if it.card.printed else ""


def _head(it: Sketch, height: float) -> str:
    """The number and the sign of the colour in a corner; turned in another one, if no words are there."""
    value = str(it.card.value or "")
    number = text(10.6, 14.6, 10 if len(value) < 3 else 7, value, family=SERIF_BOLD, fill=it.ink)
    corner = (number if value else "") + _sign(it)
    if it.card.printed:
        return corner
    return corner + f'<g transform="rotate(180 {BASE_WIDTH / 2:g} {height / 2:.2f})">{corner}</g>'


def _sign(it: Sketch) -> str:
    """The shape of the colour below the number; the letter, where there is no such shape."""
    colour = it.game.colour_by_id.get(it.card.colour)
    if colour is None:
        return ""
    shape = icons.named_icon(colour.shape, "")
    if shape:
        return icon(shape, 8, 17, 5.2, it.ink)
    return text(10.6, 21.4, 5.2, colour.letter.in_(it.lang), family=SANS_BOLD, fill=it.ink)


def _mark(it: Sketch, y: float, ring: float) -> str:
    """The number in a ring, if the card has one."""
    if not it.card.value:
        return ""
    value = str(it.card.value)
    radius = max(LEAST_RING, ring * 0.9)
    size = min(NUMBER, NUMBER_WIDTH / len(value)) * radius / LEAST_RING
    return (
        f'<circle cx="{MIDDLE:g}" cy="{y:.2f}" r="{radius:g}" {it.pale} '
        f'stroke="{it.ink}" stroke-width=".35"/>'
        + text(MIDDLE, y + size * 0.34, size, value, family=SERIF_BOLD, fill=it.ink)
    )


def _small_mark(own: Inked, game: GameContent, card: Card, lang: str) -> str:
    """The number, if the card has one."""
    value = str(card.value)
    size = min(13.5, SMALL_NUMBER_WIDTH / len(value))
    return text(10, 18.6, size, value, family=SERIF_BOLD, fill=own.ink_of(game, card)) if card.value else ""


@cache
def family(own: Inked) -> PrintedFamily:
    """How the cards of a game with these inks are printed."""
    back, small_mark = partial(_back, own), partial(_small_mark, own)
    return Design(
        own.ink_of, own_icon, back, head=_head, mark=_mark, small_mark=small_mark, says=_says
    ).family()
