"""The squares of the maze that can be tapped, as one text each way."""

from collections.abc import Sequence

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.wizwar.simulator.table.presenter import LiveSpot

register = template.Library()


@register.simple_tag
def square_links(spots: Sequence[LiveSpot], sight: str, query: str) -> SafeString:
    """Put together here, as a page has up to 150 of them: in a template they were a third of its nodes."""
    address = escape(f"{sight}?{query}&a=")
    return mark_safe("\n".join(f"{spot.before}{address}{spot.code}{spot.after}" for spot in spots))


@register.simple_tag
def square_steps(spots: Sequence[LiveSpot]) -> SafeString:
    """How many steps it is to each square that can be walked to."""
    return mark_safe("".join(spot.steps for spot in spots))
