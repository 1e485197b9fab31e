"""Which templates draw a table: those of its game, and plain ones for what a game doesn't draw."""

from django import template
from django.urls import resolve, reverse

from rulebook.content.entries import GameContent
from simulator import engines

register = template.Library()


@register.filter
def part(game: GameContent, name: str) -> tuple[str, str]:
    """The templates that `include` tries for a part of a game's table, such as `_hand.html`."""
    return f"simulator/{game.id}/{name}", f"simulator/default/{name}"


@register.filter
def is_played(game: GameContent) -> bool:
    """Whether the door to the table leads somewhere: to an engine, or to a page of the game's own."""
    if engines.has(game.id):
        return True
    return resolve(reverse("simulator:start", args=[game.id])).view_name != "simulator:start"
