"""What a plain table says of a field of the view, by the field's name: people, cards, words. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import rulebook.game
from rulebook.content.entries import GameContent, Text
from rulebook.wording.sentences import WORDS, say_card, say_plainly, seat_name

# What the page tells elsewhere, or what only a program wants to know.
TOLD_ELSEWHERE = frozenset(
    {"seat", "turn", "players", "options", "agenda", "chance", "round", "hand", "scores", "history"}
)
# Names of facts that many games have, where a game has no word of its own (catalogue `fact`).
LABELS: Mapping[str, Text] = {
    "hand_sizes": Text("карт на руке", "cards in hand"),
    "aside": Text("отложено", "laid aside"),
    "deck": Text("колода", "deck"),
    "discards": Text("сброс", "discard pile"),
    "seat": Text("кто", "who"),
}
YES, NO = Text("да", "yes"), Text("нет", "no")
ONE, SEVERAL = "seat", "seats"  # words of a field's name: the seats of people, counted from 0


class ViewFact(NamedTuple):
    """What a view knows of something; `items` are names of cards and `people`, or the values as they are."""

    label: str
    items: tuple[str, ...]
    people: bool


def tells_seats(field: str) -> bool:
    """Whether a field of the view holds seats, which are said as people: `seat_asked`, `seats_out`."""
    return not {ONE, SEVERAL}.isdisjoint(field.split("_"))


def tells_several(field: str) -> bool:
    """Whether it is a list of people, and not one with a place for each player."""
    return SEVERAL in field.split("_")


def label(content: GameContent, field: str, lang: str) -> str:
    """By the word that the catalogue `fact` has for it, a card by its name, else as the engine calls it."""
    words = {**LABELS, **content.words.get(WORDS, {}), **content.words.get("fact", {})}
    if field in words:
        return words[field].in_(lang)
    return (
        say_card(content, field, "", lang, ()) if field in content.card_by_code else field.replace("_", " ")
    )


def fact(content: GameContent, field: str, value: Any, lang: str, names: Sequence[str]) -> ViewFact:
    """Each of several things by itself; what the game has a format for, as that says it."""
    own = field in rulebook.game.formats(content.id)
    items = value if isinstance(value, list) and not own else [value]
    told = (said(content, field, item, lang, names) for item in items)
    return ViewFact(label(content, field, lang), tuple(text for text in told if text), tells_seats(field))


def said(content: GameContent, field: str, value: Any, lang: str, names: Sequence[str]) -> str:
    """A value of a field or of a parameter: by the game's format for that name, else a seat by the person's
    name, a card or a word of the engine by what it is called, a list or a table by what it holds.
    """
    if value is None:
        return ""
    own = rulebook.game.formats(content.id).get(field)
    if own:
        return own(content, value, "", lang, names)
    if isinstance(value, list | tuple):
        return ", ".join(said(content, field, part, lang, names) for part in value)
    if isinstance(value, Mapping):
        rows = (
            (label(content, key, lang), said(content, key, part, lang, names)) for key, part in value.items()
        )
        return ", ".join(f"{key} {text}" for key, text in rows)
    if isinstance(value, bool):
        return (YES if value else NO).in_(lang)
    if isinstance(value, int) and tells_seats(field):
        return seat_name(value, names, lang)
    say = say_card if value in content.card_by_code else say_plainly
    return say(content, value, "", lang, names)
