"""Template tags of «Алхимики»: ingredients, potions, formulas."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.alchemists.rulebook import numbers
from games.alchemists.rulebook.drawing.formula import formula_svg
from games.alchemists.rulebook.drawing.pieces import piece_icon, tint
from rulebook.content.entries import Card, GameContent
from rulebook.templatetags.look import icon
from web.language import page_language

register = template.Library()
INNER_QUOTES = str.maketrans("«»“”", "„“‘’")


@register.simple_tag(takes_context=True)
def ingredient(
    context: template.Context, code: str, word: bool = False, game: GameContent | None = None
) -> SafeString:
    """`{% ingredient "toad" %}`: its icon with its name for readers; `word=True` shows the name."""
    content = game or context["game"]
    card = content.card_by_code[code]
    return _named_mark(content, card, word)


@register.simple_tag(takes_context=True)
def potion(
    context: template.Context, code: str, word: bool = False, game: GameContent | None = None
) -> SafeString:
    """`{% potion "R+" %}`: a flask in its colour with its sign and its name; `word=True` shows the name."""
    content = game or context["game"]
    return _named_mark(content, content.card_by_code[code], word)


def _named_mark(content: GameContent, card: Card, word: bool) -> SafeString:
    name = card.short.in_(page_language())
    label = format_html('<span class="{}">{}</span>', "" if word else "sr-only", name)
    drawn = icon(piece_icon(card))
    return format_html('<span class="mark k-{}">{}{}</span>', tint(content, card), drawn, label)


@register.simple_tag(takes_context=True)
def formula(
    context: template.Context,
    code: str,
    layout: str = "triangle",
    game: GameContent | None = None,
    **attrs: str,
) -> SafeString:
    """`{% formula "a1" layout="triangle|row|column" class="large" %}`: three circles that read as signs."""
    content = game or context["game"]
    card = content.card_by_code[code]
    return mark_safe(formula_svg(content, card, page_language(), layout, classes=attrs.get("class", "")))


@register.filter
def within_quotes(text: str) -> str:
    """A sentence as it stands in quotation marks of its own: «Трактирщица» within them is „Трактирщица“."""
    return text.translate(INNER_QUOTES)


@register.simple_tag
def points_word(shown: str) -> str:
    """«очка» behind «+2,7»."""
    return numbers.points_word(shown, page_language())
