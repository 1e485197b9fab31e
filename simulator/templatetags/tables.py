"""Which templates draw a table: those of its game, and plain ones for what a game doesn't draw."""

from django import template

from rulebook.content.entries import GameContent

register = template.Library()


@register.filter
def part(game: GameContent, name: str) -> tuple[str, str]:
    """The templates that `include` tries for a part of a game's table, such as `_hand.html`."""
    return f"simulator/{game.id}/{name}", f"simulator/default/{name}"
