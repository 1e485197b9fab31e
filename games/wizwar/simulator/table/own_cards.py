"""What a table makes of cards of its own: the content that it is told in, options of a new game. Pure."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.wizwar.rulebook import card_sets
from games.wizwar.rulebook.card_sets import GAME_ID, MOST_BYTES, PRINTED, BadCards, CardSet
from games.wizwar.rulebook.set_content import content_with
from games.wizwar.simulator.engine.state import OWN
from rulebook.content import reading
from rulebook.content.entries import GameContent
from simulator.engine.boxes import SEPARATOR, SETS
from web import strict_json

FIELD = "cards"  # of the start form: the difference itself, as it travels


def content(began: Mapping[str, Any]) -> GameContent:
    """The content with the cards that a config, a state or a short form says; the printed ones where it says
    none that could be.
    """
    options = began.get("options")
    if not isinstance(options, Mapping) or OWN not in options:
        return reading.whole(GAME_ID)
    try:
        cards = card_sets.read(options[OWN])
    except BadCards:
        cards = PRINTED
    return with_all_boxes(cards)


def with_all_boxes(cards: CardSet) -> GameContent:
    return content_with(cards, [box.id for box in reading.boxes(GAME_ID)])


def start_fields(form: Mapping[str, str], places: Sequence[int]) -> tuple[str, ...]:
    return (form.get(FIELD, "")[: MOST_BYTES + 1],)


def start_options(form: Mapping[str, str], places: Sequence[int]) -> dict[str, Any]:
    """The set that was chosen; what is none goes on as it is: the engine refuses it."""
    (text,) = start_fields(form, places)
    if not text:
        return {}
    try:
        return {OWN: strict_json.read(text)}
    except strict_json.BadJson:
        return {OWN: text}


def start_form(options: Mapping[str, Any]) -> dict[str, list[str]]:
    """The boxes and the set of a match."""
    boxes = [box for box in options.get(SETS, "").split(SEPARATOR) if box]
    return {"box": boxes, FIELD: [json.dumps(options[OWN], ensure_ascii=False)] if OWN in options else []}
