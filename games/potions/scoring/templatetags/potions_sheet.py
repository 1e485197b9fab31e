"""Tags of the journal."""

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def used_by(used: Mapping[int, str], place: int) -> str:
    """How a form pays the player at a place, empty for not at all."""
    return used.get(place, "")
