"""Template tags of the PDFs: marked-up text with links inside the document, icons and cards as inline SVG."""

import re

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rulebook.content import markup
from rulebook.content.entries import Clause, GameContent, Text
from rulebook.drawing import icons, small
from rulebook.drawing.piece_cards import PLAIN_ICON
from rulebook.drawing.words import named
from rulebook.printing.cards import faces, inks, paint
from rulebook.printing.links import rule_link
from web.language import page_language

register = template.Library()

# WeasyPrint breaks a paragraph after its first words where a line would have to end inside «(правило 3.9).»;
# in one box with what clings to it before and behind, a link can't be parted from it. So it does where a line
# has room for all but the space before that box, and the space gets a box of its own.
LINK_WITH_COMPANY = re.compile(r"( ?)([^ \n<>]*<a [^>]*>[^<]*</a>[^ \n<>]*)")

_LINKS = {
    "ref": '<a class="num" href="#{target}">{text}</a>',
    "term": '<a class="term" href="#term-{target}">{text}</a>',
    "card": '<span class="nobr">{text}</span>',
    "element": '<span class="nobr">{text}</span>',
    "text": "{text}",
}
# In a document that lists cards and elements.
_LISTED = {
    "card": '<a class="nobr" href="#card-{target}">{text}</a>',
    "element": '<a class="nobr" href="#element-{target}">{text}</a>',
}


@register.filter
def print_markup(text: Text, game: GameContent) -> SafeString:
    """`{{ clause.text|print_markup:game }}`: escaped HTML whose links stay inside the document."""
    links = {**_LINKS, **(_LISTED if game.kinds else {})}
    shown = []
    for piece in markup.pieces(game, text, page_language()):
        part = format_html(links[piece.kind], text=piece.text, target=piece.target)
        shown.append(format_html("<em>{}</em>", part) if piece.emphasised else part)
    return mark_safe(LINK_WITH_COMPANY.sub(_in_one_box, "".join(shown)))


def _in_one_box(match: re.Match[str]) -> str:
    space = "<span> </span>" if match[1] else ""
    return f'{space}<span class="tight">{match[2]}</span>'


@register.filter(name="rule_link")
def link_to_rule(clause: Clause, game: GameContent) -> SafeString:
    """`{{ line.clause|rule_link:game }}`: the number of a rule, which leads to it on the site."""
    return rule_link(game, clause)


@register.simple_tag
def ink_icon(name: str, size: str = "4mm", colour: str = paint.INK, stroke: float = 1.6) -> SafeString:
    """`{% ink_icon "book" "20mm" "#47761f" %}`: an icon of the site, inline and in a real colour."""
    return mark_safe(icons.icon_svg(name, colour=colour, stroke=stroke, width=size, height=size, class_="ic"))


# Signs that the fonts of print lack, by the icons that are drawn in their place.
ARROWS = {"→": ("arrow-right",), "↔": ("arrow-left", "arrow-right")}


@register.filter
def ink_arrows(words: str) -> SafeString:
    """`{{ part.words|ink_arrows }}`: plain words, with each arrow in them drawn."""
    shown = escape(words)
    for sign, names in ARROWS.items():
        first, *others = (ink_icon(name, "3mm") for name in names)
        shown = shown.replace(sign, "".join((named(first, sign), *others)))
    return mark_safe(shown)


@register.simple_tag
def ink_emblem(game: GameContent, size: str, colour: str, stroke: float = 1.4) -> SafeString:
    """`{% ink_emblem game "62mm" accent.0 %}`: the emblem of a game, inline and in a real colour."""
    return ink_icon(icons.emblem(game.id), size, colour, stroke)


@register.simple_tag
def emblem_group(game: GameContent, x: float, y: float, size: float) -> SafeString:
    """`{% emblem_group game 19 16 30 %}`: a game's emblem in a square of a larger drawing."""
    return mark_safe(icons.icon_group(icons.emblem(game.id), x, y, size, stroke=4.5))


@register.simple_tag
def element_icon(element_id: str, size: str = "4mm", colour: str = paint.INK) -> SafeString:
    """`{% element_icon element.id "3mm" %}`: the sign of an element."""
    return ink_icon(icons.element_icon(element_id), size, colour)


@register.simple_tag
def element_name(game: GameContent, element_id: str) -> str:
    """`{% element_name game element.id %}` in the reader's language."""
    return game.element_by_id[element_id].name.in_(page_language())


@register.simple_tag
def kind_icon(kind_id: str, size: str = "4mm", colour: str = paint.INK) -> SafeString:
    """`{% kind_icon kind.id "3mm" accent.0 %}`: the sign of a kind of recipes."""
    return ink_icon(icons.named_icon(icons.kind_icon(kind_id), PLAIN_ICON), size, colour)


@register.simple_tag
def piece_icon(game: GameContent, code: str, size: str = "4mm") -> SafeString:
    """`{% piece_icon game card.code "4mm" %}`: the picture of a card in its own ink."""
    card = game.card_by_code[code]
    return ink_icon(small.card_icon(game, card) or PLAIN_ICON, size, inks.ink_of(game, card))


@register.filter
def unlocal(length: float) -> str:
    """A length as SVG reads it, whatever the language's decimal sign."""
    return f"{length:g}"


@register.filter
def mm(length: float) -> str:
    """A length in millimetres as CSS reads it."""
    return f"{length:g}mm"


@register.simple_tag
def small_card(game: GameContent, code: str, width: float = 11.0) -> SafeString:
    """`{% small_card game "R4" %}`: a card as the pages draw it, `width` millimetres wide."""
    return mark_safe(faces.small(game, game.card_by_code[code], width, page_language()))


@register.simple_tag(takes_context=True)
def print_colour(context: template.Context, name: str) -> str:
    """`{% print_colour "red" %}`: the ink of a colour of the game."""
    return inks.ink(context["game"], name)
