"""How the sentences of Potions say their parameters. Pure."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from rulebook.content import recipes
from rulebook.content.entries import GameContent, Ingredient
from rulebook.content.typography import NO_BREAK
from rulebook.drawing.piece_cards import ROMAN
from rulebook.wording.sentences import Format, join, say_card, say_element, say_seat

OR = {"ru": " или ", "en": " or "}


def _card(game: GameContent, value: object, form: str, lang: str, names: Sequence[str]) -> str:
    """A card; `plain`: whichever of its copies, where a sentence tells them apart anyway."""
    if form == "plain" and value in game.copies_by_code:
        return game.copies_by_code[str(value)][0].short.in_(lang)
    return say_card(game, value, form, lang, names)


def _ingredients(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    """Slots of recipes as «element:mandrake», «card:elixir_of_fire», «kind:talisman»; what is asked for twice
    stands once, with its number.
    """
    asked = Counter(value).items()
    return join([times(_ingredient(game, slot, lang), count) for slot, count in asked], lang)


def times(name: str, count: int) -> str:
    """«великий эликсир × 2»."""
    return f"{name}{NO_BREAK}×{NO_BREAK}{count}" if count > 1 else name


def _ingredient(game: GameContent, slot: str, lang: str) -> str:
    kind, _, name = slot.partition(":")
    if kind == "any":
        return recipes.name_of(game, kind, name).in_(lang)
    if kind == "either":
        cards = [say_card(game, each, "", lang, ()) for each in Ingredient(kind, name).ids]
        return OR[lang].join(cards)
    if kind == "kind":
        return game.kind_by_id[name].name.in_(lang)
    return (say_element if kind == "element" else say_card)(game, name, "", lang, ())


def _column(game: GameContent, value: int, form: str, lang: str, names: Sequence[str]) -> str:
    """A column of a Sequence by the number that stands above it on the card."""
    return ROMAN[value] if 0 < value < len(ROMAN) else str(value)


def deck_name(game: GameContent, deck: str, lang: str) -> str:
    """What a deck is called: as its box, or as the base game without what all of them are called."""
    if deck in game.box_by_id:
        return game.box_by_id[deck].title.in_(lang)
    return re.split(r"[.:] ", game.title.in_(lang))[-1]


def _deck(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    return deck_name(game, value, lang)


FORMATS: Mapping[str, Format] = {
    "builder": say_seat,
    "card": _card,
    "closed": say_card,
    "column": _column,
    "deck": _deck,
    "into": say_card,
    "ingredients": _ingredients,
    "next": say_card,
    "owner": say_seat,
}
