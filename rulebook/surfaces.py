"""What a reference sheet is shown on: paper or a page. One template says the words for both, with the tags of
`templatetags/reference.py`; how a number, a sign, a card or a drawing looks there, the surface says.
"""

import re
from typing import Protocol

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rulebook.content.entries import Clause, GameContent
from rulebook.drawing import icons, small
from rulebook.drawing.piece_cards import PLAIN_ICON
from rulebook.drawing.words import named
from rulebook.printing.cards import faces, inks
from rulebook.printing.links import rule_link
from rulebook.templatetags import look
from rulebook.templatetags.rules import numbered_link
from web.language import page_language

HEAD = re.compile(r'<svg\b[^>]*viewBox="([^"]+)"[^>]*>')


class Surface(Protocol):
    """`ink` is the name of a class `k-…`, «accent» the game's own; sizes are those on paper."""

    def number(self, game: GameContent, clause: Clause, marks: str) -> SafeString:
        """The number of a rule, with marks behind it."""

    def sign(
        self, game: GameContent, name: str, size: str, ink: str, stroke: float, said: str = ""
    ) -> SafeString:
        """An icon in an ink; it reads as `said` where no words stand beside it."""

    def tint(self, game: GameContent, ink: str) -> SafeString:
        """The attribute that gives an element an ink."""

    def card(self, game: GameContent, code: str, width: float) -> SafeString:
        """A card, `width` millimetres wide."""

    def drawing(self, game: GameContent, svg: str, label: str, large: str = "") -> SafeString:
        """A whole drawing, which reads as `label` where anybody can listen to it; `large` is how it is drawn
        for a page, if otherwise than for paper.
        """


class OnPaper:
    """Real inks and millimetres; numbers lead to the site."""

    def number(self, game: GameContent, clause: Clause, marks: str) -> SafeString:
        return rule_link(game, clause, marks)

    def sign(
        self, game: GameContent, name: str, size: str, ink: str, stroke: float, said: str = ""
    ) -> SafeString:
        colour = inks.ink(game, ink)
        drawn = icons.icon_svg(
            name, colour=colour, stroke=stroke, title=said, width=size, height=size, class_="ic"
        )
        return mark_safe(drawn)

    def tint(self, game: GameContent, ink: str) -> SafeString:
        return format_html('style="color:{}"', inks.ink(game, ink))

    def card(self, game: GameContent, code: str, width: float) -> SafeString:
        return mark_safe(faces.small(game, game.card_by_code[code], width, page_language()))

    def drawing(self, game: GameContent, svg: str, label: str, large: str = "") -> SafeString:
        return mark_safe(named(svg, label))


class OnPage:
    """Classes and the colours of the page, by day and night; numbers are links."""

    def number(self, game: GameContent, clause: Clause, marks: str) -> SafeString:
        return numbered_link(game, clause, marks)

    def sign(
        self, game: GameContent, name: str, size: str, ink: str, stroke: float, said: str = ""
    ) -> SafeString:
        drawn = look.icon(name, **{"class": f"sign k-{ink}"})
        return mark_safe(named(drawn, said)) if said else drawn

    def tint(self, game: GameContent, ink: str) -> SafeString:
        return format_html('class="tinted k-{}"', ink)

    def card(self, game: GameContent, code: str, width: float) -> SafeString:
        return mark_safe(small.card_svg(game, code, page_language()))

    def drawing(self, game: GameContent, svg: str, label: str, large: str = "") -> SafeString:
        head = HEAD.match(large or svg)
        if head is None:
            raise ValueError("a drawing is an <svg> with a viewBox")
        opening = format_html('<svg class="drawing" viewBox="{}" role="img" aria-label="{}">', head[1], label)
        return mark_safe(opening + look.in_page_colours(game, head.string[head.end() :]))


ON_PAPER, ON_PAGE = OnPaper(), OnPage()


def piece_sign(surface: Surface, game: GameContent, code: str, size: str) -> SafeString:
    """The picture of a card in its own ink."""
    card = game.card_by_code[code]
    name, ink = small.card_icon(game, card) or PLAIN_ICON, small.card_tint(game, card)
    return surface.sign(game, name, size, ink, 1.6)
