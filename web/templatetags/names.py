"""Names of people in templates, loaded everywhere: a name from right to left takes nothing along.

`{{ name|bdi }}` stands between tags, `{{ name|isolated }}` in attributes and in sentences. What a board says
is isolated already; other names, which come from rows, are not.
"""

from django import template
from django.utils.html import format_html

from web import names

register = template.Library()


@register.filter
def bdi(name: str) -> str:
    """The name as an element of its own, where it would turn what stands beside it."""
    return format_html("<bdi>{}</bdi>", names.bare(name)) if names.turns(name) else name


@register.filter
def isolated(name: str) -> str:
    """The same for places that take no element."""
    return names.isolated(name)
