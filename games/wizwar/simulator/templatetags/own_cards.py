"""What the start page offers of a table's own cards."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from django import template

from games.wizwar.rulebook import card_sets
from games.wizwar.rulebook.card_sets import BadCards
from games.wizwar.simulator.card_sets import access
from games.wizwar.simulator.card_sets.models import KeptSet
from web import strict_json

register = template.Library()


class Offer(NamedTuple):
    """A set that may be chosen: its name, and all of it for the form."""

    key: str
    text: str
    chosen: bool


@register.simple_tag(takes_context=True)
def own_sets(context: template.Context, asked: Sequence[str]) -> list[Offer]:
    """The set that the address or the form names, then those that this browser has seen."""
    named = _named(asked[0] if asked else "")
    rows = access.seen(context["request"])
    found: dict[str, Any] = {named[0]: named[1]} if named else {}
    found |= {row.key: row.data for row in rows if row.key not in found}
    return [
        Offer(key, json.dumps(data, ensure_ascii=False), bool(named) and key == named[0])
        for key, data in found.items()
    ]


def _named(text: str) -> tuple[str, Any] | None:
    """A set by its name, or as the form had it."""
    row = KeptSet.named(text) if text else None
    if row is not None:
        return row.key, row.data
    try:
        cards = card_sets.read(strict_json.read(text)) if text else card_sets.PRINTED
    except (strict_json.BadJson, BadCards):
        return None
    return (cards.key, card_sets.data_of(cards)) if cards else None
