"""What a sheet has written down of a table's own cards (clause variants.cards). Pure.

The text of its cell is the name of their set; then, each behind two spaces, the life of a monster, «troll:9»,
and cards of the table's own with the known card that each is played as: «troll:9:Каменный голем», or
«blind::Туман» where it is played just like that one. A name never has two spaces together, so none is taken
for more than one.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from games.wizwar.rulebook import card_sets
from games.wizwar.rulebook.card_sets import (
    FIGURES,
    KEY_LETTERS,
    LIKE,
    NAME,
    NAMED,
    OWN,
    PRINTED,
    BadCards,
    CardSet,
)
from games.wizwar.rulebook.set_content import content_with
from rulebook.content.entries import GameContent, Text
from scoring.sheets.core import BadEntry, bad_text

LIFE = "life"
WHOSE = Text("карты стола {key}", "a table’s cards {key}")
GOES_BY = Text("Счёт пойдёт по картам стола {key}.", "The score will go by a table’s cards {key}.")
BETWEEN = "  "
KEY = re.compile(rf"[0-9a-f]{{{KEY_LETTERS}}}", re.ASCII)
POINTS = re.compile(r"[0-9]{1,3}", re.ASCII)


class SheetCards(NamedTuple):
    """The name of a set, and what matters of it here: lives of monsters, cards of the table's own."""

    key: str
    cards: CardSet


def text_of(cards: CardSet) -> str:
    """The text of a set; empty for the printed cards."""
    return _written(cards.key, cards) if cards else ""


def _written(key: str, cards: CardSet) -> str:
    return BETWEEN.join([key, *_parts(cards)])


def _parts(cards: CardSet) -> Iterator[str]:
    for card, figures in cards.figures:
        if LIFE in dict(figures):
            yield f"{card}:{dict(figures)[LIFE]}"
    for own in cards.own:
        yield f"{own.like}:{dict(own.figures).get(LIFE, '')}:{own.name}"


@lru_cache(maxsize=64)  # whatever a sheet is asked, it asks for its cards first
def read(text: str) -> SheetCards:
    """The cards that a text tells of, strangers' or not. Raises BadEntry."""
    if not text:
        return SheetCards("", PRINTED)
    key, *parts = text.split(BETWEEN)
    figures: dict[str, Any] = {}
    own: list[dict[str, Any]] = []
    for part in parts:
        card, _, rest = part.partition(":")
        points, colon, name = rest.partition(":")
        life = {LIFE: int(points)} if POINTS.fullmatch(points) else {}
        if colon:
            own.append({LIKE: card, NAME: name, **life})
        else:
            figures[card] = life
    try:
        cards = card_sets.read({FIGURES: figures, OWN: own})
    except BadCards as error:
        refusal = error.refusals[0]
        raise BadEntry(refusal.code, refusal.clause, **refusal.params) from None
    if not KEY.fullmatch(key) or text != _written(key, cards):
        raise bad_text(text)
    return SheetCards(key, cards)


def content(boxes: Iterable[str], text: str) -> GameContent:
    """The game with these boxes as a table with such cards has it."""
    return content_with(read(text).cards, boxes)


def said(text: str) -> Text | None:
    """Whose cards a text tells of, for people; None for a text that can't be, or for the printed cards."""
    return _with_key(WHOSE, text)


def goes_by(text: str) -> Text | None:
    """The same as a sentence about a sheet that is going to begin."""
    return _with_key(GOES_BY, text)


def _with_key(words: Text, text: str) -> Text | None:
    try:
        key = read(text).key
    except BadEntry:
        return None
    return Text(*(words.in_(lang).format(key=key[:NAMED]) for lang in ("ru", "en"))) if key else None
