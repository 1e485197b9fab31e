"""What a plain table says of a field of the view, by the field's name: people, cards, words. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import rulebook.game
from rulebook.content.entries import GameContent, Text
from rulebook.wording.sentences import WORDS, join, say_card, say_plainly, say_seats, seat_name

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
    "scores": Text("очки", "points"),
    "seat": Text("кто", "who"),
}
YES, NO = Text("да", "yes"), Text("нет", "no")
ONE, SEVERAL = "seat", "seats"  # words of a field's name: the seats of people, counted from 0


class ViewFact(NamedTuple):
    """What a view knows of a `field`; `items` are names of cards and people, or the values as they are."""

    label: str
    items: tuple[str, ...]
    field: str = ""

    @property
    def are_rows(self) -> bool:
        """Whether the items are rows of squares: as many words in each, so they stand below one another."""
        words = {len(item.split()) for item in self.items}
        return len(self.items) > 1 and len(words) == 1 and min(words) > 2


def tells_seats(field: str) -> bool:
    """Whether a field of the view holds seats, which are said as people: `seat_asked`, `seats_out`."""
    return not {ONE, SEVERAL}.isdisjoint(field.split("_"))


def tells_several(field: str) -> bool:
    """Whether it is named as several people."""
    return SEVERAL in field.split("_")


def is_by_seat(field: str, value: Any, players: int) -> bool:
    """Whether a value has a place for each player: a list as long, but of a field named as several people
    one of lists or of codes, as seats alone are those people.
    """
    if not isinstance(value, list) or len(value) != players:
        return False
    return not tells_several(field) or not all(isinstance(part, int) for part in value)


def is_empty(value: Any) -> bool:
    """Whether there is nothing to tell: 0 and False are something."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return all(map(is_empty, value))
    return value is None or value == ""


def label(content: GameContent, field: str, lang: str) -> str:
    """By the word that the catalogue `fact` has for it, a card by its name, else as the engine calls it."""
    words = {**LABELS, **content.words.get(WORDS, {}), **content.words.get("fact", {})}
    if field in words:
        return words[field].in_(lang)
    return (
        say_card(content, field, "", lang, ()) if field in content.card_by_code else field.replace("_", " ")
    )


def told(
    content: GameContent, fields: Mapping[str, Any], lang: str, names: Sequence[str]
) -> tuple[ViewFact, ...]:
    """The fields that have something to tell."""
    return tuple(
        fact(content, field, value, lang, names) for field, value in fields.items() if not is_empty(value)
    )


def fact(content: GameContent, field: str, value: Any, lang: str, names: Sequence[str]) -> ViewFact:
    """Each of several things by itself; what the game has a format for, as that says it."""
    if field in rulebook.game.formats(content.id):
        items = [said(content, field, value, lang, names)]
    elif tells_seats(field) and is_by_seat(SEVERAL, value, len(names)):
        items = [_whose(content, field, part, lang, names, seat) for seat, part in enumerate(value)]
    else:
        several = value if isinstance(value, list) else [value]
        items = [said(content, field, item, lang, names) for item in several]
    return ViewFact(label(content, field, lang), tuple(text for text in items if text), field)


def _whose(content: GameContent, field: str, value: Any, lang: str, names: Sequence[str], seat: int) -> str:
    """«Оля: Саша и Коля», «Рита: никого»."""
    parts = value if isinstance(value, list) else [] if is_empty(value) else [value]
    words = [said(content, field, part, lang, names) for part in parts]
    return f"{seat_name(seat, names, lang)}: {join(words, lang) or say_seats(content, (), '', lang, names)}"


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
            (label(content, key, lang), said(content, key, part, lang, names))
            for key, part in value.items()
            if not is_empty(part)
        )
        return ", ".join(f"{key} {text}" for key, text in rows)
    if isinstance(value, bool):
        return (YES if value else NO).in_(lang)
    if isinstance(value, int) and tells_seats(field):
        return seat_name(value, names, lang)
    say = say_card if value in content.card_by_code else say_plainly
    return say(content, value, "", lang, names)
