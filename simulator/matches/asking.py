"""The plain hand of a match: which games have it, and what it asks of whom."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.template.loader import select_template

from rulebook.content.entries import GameContent
from simulator.engine.game import Move, Seat
from simulator.table.asks import barred, in_vain
from simulator.table.base import Table
from simulator.table.fan import Fan, Refused, fan
from simulator.templatetags.tables import part

HAND = "_hand.html"


class Seen(NamedTuple):
    """A position and the view of it; `seat` is whose it is, None for whoever isn't to act."""

    view: Any
    state: Any
    seat: Seat | None


def has_plain_hand(game: GameContent) -> bool:
    """Whether a game brings no template of a hand."""
    found: Any = select_template(part(game, HAND))
    return bool(found.template.name == part(game, HAND)[-1])


def fan_of(
    table: Table,
    content: GameContent,
    seen: Seen,
    words: Mapping[Move, str],
    lang: str,
    names: Sequence[str],
) -> Fan:
    """What is asked of a seat by its legal moves, which `words` say."""
    hand = table.hand(seen.view)
    refused: Refused = {}
    if seen.seat is not None:
        codes = [code for code in hand if isinstance(code, str)]
        tried = in_vain(table.engine, table.ASKS, seen.state, seen.seat, codes, words)
        people = barred(table.engine, table.ASKS, seen.state, seen.seat, words)
        refused = {code: move for code, (move, _) in tried.items()} | people
    return fan(content, table.ASKS, hand, words, refused, lang, names)
