"""Template tags for pages of cards by kind: their pictures, and what their game says of them in a line."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from rulebook import game as games
from rulebook import origins
from rulebook.content.entries import Card, GameContent
from rulebook.drawing import small
from rulebook.templatetags.look import icon
from web.language import page_language

register = template.Library()


@register.simple_tag(takes_context=True)
def piece_picture(context: template.Context, card: Card) -> SafeString:
    """The picture of a card in its colour, for lists; words stand beside it."""
    game = context["game"]
    drawn = games.get(game.id).small_drawing(game, card, page_language())
    if drawn:
        return mark_safe(drawn)
    classes = f"piece-picture k-{small.card_tint(game, card)}"
    return icon(small.card_icon(game, card) or "card", **{"class": classes})


@register.simple_tag
def piece_drawing(game: GameContent, card: Card) -> SafeString:
    """A card that is more than a face, as large as there is room, in the colours of the page."""
    return mark_safe(games.get(game.id).drawing(game, card, page_language()))


@register.simple_tag
def origin(game: GameContent, provenance: str) -> origins.Origin:
    """`{% origin game card.provenance as found %}`: where something is known from, its words and status."""
    return origins.origin(game, provenance)


@register.filter
def copies_guessed(card: Card) -> bool:
    """Whether nobody knows how many of a card there are."""
    return origins.copies_guessed(card)


@register.simple_tag
def piece_summary(game: GameContent, card: Card) -> str:
    """`{% piece_summary game card %}`: a card in one line, «цена 4 · 2 очка · раунды 1–3»."""
    return " · ".join(games.get(game.id).summary(game, card))


@register.simple_tag
def piece_marks(game: GameContent, card: Card) -> SafeString:
    """Other cards that a list shows beside one, as marks that read as their names; empty for most."""
    return format_html_join(
        "", "{}", ((_mark(game, other),) for other in games.get(game.id).marks(game, card))
    )


def _mark(game: GameContent, card: Card) -> SafeString:
    return format_html(
        '<span class="mark k-{}">{}<span class="sr-only">{}</span></span>',
        small.card_tint(game, card),
        icon(small.card_icon(game, card) or "card"),
        card.short.in_(page_language()),
    )
