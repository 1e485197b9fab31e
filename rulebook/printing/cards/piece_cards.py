"""Printed cards that are a picture with a name and what the card does below it.

Drawn at a width of 63 and scaled; a card that is higher for its width gets more room for its words. Which
picture, ink and signs a card has its game says with a `Design`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulebook.content.entries import Card, GameContent, Text
from rulebook.printing.cards.lettering import LINE, Fitted, fill, fit, typeset
from rulebook.printing.cards.paint import (
    BASE_WIDTH,
    FULL_INK,
    INK,
    MUTED,
    PAPER,
    SANS,
    SERIF_BOLD,
    SERIF_ITALIC,
    DrawBack,
    PrintedFamily,
    Size,
    Sketch,
    Style,
    frame,
    ground,
    icon,
    text,
)

OURS = Text("восстановлено нами", "our reconstruction")
MIDDLE = BASE_WIDTH / 2
CAPTION = 50.0  # width of the small print at the foot
WORDS, LARGEST, LEAST = 50.0, 6.2, 2.7  # what a card does: its width, its letters
WHEN = 5.0  # height of the line that says when
RING, LARGEST_RING = 13.4, 24.0  # the picture's radius; the fewer the words, the larger it is
AIR = 1.2  # what stays free below as many words as there is room for
APART = 6.0  # what stays free above and below the words, however few


def grown(spare: float, ring: float, largest: float) -> tuple[float, float]:
    """The radius of a picture that takes what room its words leave, and how far all is moved down where
    even the largest leaves some: no card is half empty.
    """
    more = min(max(spare / 2, 0), largest - ring)
    return ring + more, max(spare - 2 * more, 0) * 0.4


def untimed(card: Card, lang: str) -> str | None:
    """For a game whose cards don't tell when they work."""
    return None


def own_rule(it: Sketch) -> str:
    """What a card says of itself in a line or two; empty for most."""
    return it.rule


def no_head(it: Sketch, height: float) -> str:
    return ""


def no_mark(it: Sketch, y: float, ring: float) -> str:
    return ""


def no_foot(it: Sketch, top: float, bottom: float) -> str:
    return ""


def no_small_mark(game: GameContent, card: Card, lang: str) -> str:
    return ""


class PrintedRule(NamedTuple):
    """When a card works, and what it does."""

    when: str
    rule: Fitted

    @property
    def height(self) -> float:
        return self.rule.height + (WHEN if self.when else 0)


@dataclass(frozen=True)
class Design:
    """What a game's cards show. What draws nothing for a card leaves it the common drawing.

    `when` says in a line when a card works (None: a card that tells nothing of it), `head` draws what stands
    in the corners of a card so high, `mark` what stands around a height in place of the picture, which would
    have such a radius, `foot` what stands between two heights in place of words, `small_mark` the picture of
    a card 20 × 28; `says` are its words.
    """

    ink: Callable[[GameContent, Card], str]
    icon: Callable[[Card], str]
    back: DrawBack
    when: Callable[[Card, str], str | None] = untimed
    head: Callable[[Sketch, float], str] = no_head
    mark: Callable[[Sketch, float, float], str] = no_mark
    foot: Callable[[Sketch, float, float], str] = no_foot
    small_mark: Callable[[GameContent, Card, str], str] = no_small_mark
    says: Callable[[Sketch], str] = own_rule

    def family(self) -> PrintedFamily:
        return PrintedFamily(self.face, self.back, self.small)

    def sketch(self, game: GameContent, card: Card, lang: str, style: Style, scale: float = 1.0) -> Sketch:
        return Sketch(game, card, lang, self.ink(game, card), style, scale)

    def face(
        self,
        game: GameContent,
        card: Card,
        size: Size,
        lang: str,
        *,
        bleed: float = 0,
        style: Style = FULL_INK,
    ) -> str:
        """The picture above, the name in the middle, words below."""
        it = self.sketch(game, card, lang, style, size.scale)
        height = size.height / size.scale
        kind = _kind(it)
        foot = height - 6.6 - (len(kind.lines) - 1) * kind.size * LINE
        name = fit(card.name.in_(lang), SERIF_BOLD, 51, 1, (5.6, 4.6))
        if len(name.lines) > 1:
            name = fit(card.name.in_(lang), SERIF_BOLD, 51, 2, (5.4, 4.0))
        top = 29.4 + (height - 88) * 0.3
        under = 6.4 + (len(name.lines) - 1) * name.size * LINE + 2.6  # the picture stands the name
        below, bottom, ring = top + RING + under, foot - 3.4, RING
        words = self._words(it, bottom - below)
        drawn = self.foot(it, below, bottom)
        if not drawn:
            ring, down = grown(bottom - below - words.height - APART, RING, LARGEST_RING)
            top += ring - RING + down
            below = top + ring + under
            drawn = self._typeset(it, words, below, bottom)
        inside = (
            self.head(it, height)
            + (self.mark(it, top, ring) or self._picture(it, top, ring))
            + typeset(name, MIDDLE, top + ring + 6.4, SERIF_BOLD, INK, height=LINE)
            + drawn
            + typeset(kind, MIDDLE, foot, SANS, MUTED, height=LINE)
        )
        return (
            ground(size, bleed, style.ground)
            + frame(size, it.ink)
            + f'<g transform="scale({size.scale:.5g})">{inside}</g>'
        )

    def _picture(self, it: Sketch, y: float, ring: float) -> str:
        """The picture in a ring."""
        side = ring * 1.4
        return (
            f'<circle cx="{MIDDLE:g}" cy="{y:.2f}" r="{ring:g}" {it.pale} stroke="{it.ink}" '
            'stroke-width=".35"/>'
            + icon(self.icon(it.card), MIDDLE - side / 2, y - side / 2, side, it.ink, stroke=1.25)
        )

    def _words(self, it: Sketch, room: float) -> PrintedRule:
        """When the card works, and what it does, in a room so high."""
        when = self.when(it.card, it.lang) or ""
        return PrintedRule(
            when, fill(self.says(it), SANS, WORDS, room - AIR - (WHEN if when else 0), (LARGEST, LEAST))
        )

    def _typeset(self, it: Sketch, words: PrintedRule, top: float, bottom: float) -> str:
        """Words in the middle of the room between `top` and `bottom`."""
        y = top + (bottom - top - words.height) * 0.4
        drawn = ""
        if words.when:
            size = fit(words.when, SERIF_ITALIC, 51, 1, (4.0, 3.0)).size
            drawn = text(MIDDLE, y + 3.4, size, words.when, family=SERIF_ITALIC, fill=it.ink)
            y += WHEN
        return drawn + typeset(words.rule, MIDDLE, y + words.rule.size * 0.9, SANS, INK, height=LINE)

    def small(self, game: GameContent, card: Card, lang: str) -> str:
        """The picture on a card 20 × 28."""
        ink = self.ink(game, card)
        middle = self.small_mark(game, card, lang) or icon(self.icon(card), 3.5, 7.5, 13, ink)
        return (
            f'<rect x=".5" y=".5" width="19" height="27" rx="2.6" fill="{PAPER}" stroke="{ink}" '
            f'stroke-width=".8"/>{middle}'
        )


def _kind(it: Sketch) -> Fitted:
    """The kind of the card, and whether its values are ours."""
    kind = it.game.kind_by_id.get(it.card.kind)
    return caption(it, [kind.name.in_(it.lang) if kind else "", OURS.in_(it.lang) if it.card.guessed else ""])


def caption(it: Sketch, said: Sequence[str]) -> Fitted:
    """Small print in one line; each piece in a line of its own, where that would be too small to read."""
    pieces = tuple(filter(None, said))
    words = fit(" · ".join(pieces), SANS, CAPTION, 1, (it.letters(2.7), it.letters(2.1)))
    return words if len(words.lines) < 2 else Fitted(words.size, pieces)
