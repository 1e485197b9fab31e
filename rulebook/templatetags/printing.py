"""Template tags of the PDFs: marked-up text with links inside the document, icons and cards as inline SVG."""

import re

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rulebook import drawing, markup, print_cards
from rulebook.entries import GameContent, Text
from rulebook.language import page_language

register = template.Library()

# WeasyPrint breaks a paragraph after its first words where a line would have to end inside «(правило 3.9).»;
# in one box with what clings to it before and behind, a link can't be parted from it.
LINK_WITH_COMPANY = re.compile(r"([^ \n<>]*<a [^>]*>[^<]*</a>[^ \n<>]*)")

_LINKS = {
    "ref": '<a class="num" href="#{target}">{text}</a>',
    "term": '<a class="term" href="#term-{target}">{text}</a>',
    "card": '<span class="nobr">{text}</span>',
    "text": "{text}",
}


@register.filter
def print_markup(text: Text, game: GameContent) -> SafeString:
    """`{{ clause.text|print_markup:game }}`: escaped HTML whose links stay inside the document."""
    shown = []
    for piece in markup.pieces(game, text, page_language()):
        part = format_html(_LINKS[piece.kind], text=piece.text, target=piece.target)
        shown.append(format_html("<em>{}</em>", part) if piece.emphasised else part)
    return mark_safe(LINK_WITH_COMPANY.sub(r'<span class="tight">\1</span>', "".join(shown)))


@register.simple_tag
def ink_icon(name: str, size: str = "4mm", colour: str = print_cards.INK, stroke: float = 1.6) -> SafeString:
    """`{% ink_icon "cauldron" "20mm" "#47761f" %}`: an icon of the site, inline and in a real colour."""
    return mark_safe(
        drawing.icon_svg(name, colour=colour, stroke=stroke, width=size, height=size, class_="ic")
    )


@register.simple_tag
def small_card(game: GameContent, code: str, width: float = 11.0) -> SafeString:
    """`{% small_card game "R4" %}`: a card as the pages draw it, `width` millimetres wide."""
    return mark_safe(print_cards.small(game, game.card_by_code[code], width, page_language()))


@register.simple_tag
def print_colour(colour_id: str) -> str:
    """The ink of a potion colour."""
    return print_cards.COLOURS[colour_id][0]
