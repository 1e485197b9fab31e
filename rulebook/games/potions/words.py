"""How the sentences of Potions say their parameters. Pure."""

import re
from collections.abc import Mapping, Sequence

from rulebook.content import recipes
from rulebook.content.entries import GameContent
from rulebook.wording.sentences import Format, join, say_card, say_element, say_seat


def _ingredients(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    """Slots of recipes as «element:mandrake», «card:elixir_of_fire», «kind:talisman»."""
    return join([_ingredient(game, slot, lang) for slot in value], lang)


def _ingredient(game: GameContent, slot: str, lang: str) -> str:
    kind, _, name = slot.partition(":")
    if kind in ("any", "either"):
        return recipes.name_of(game, kind, name).in_(lang)
    if kind == "kind":
        return game.kind_by_id[name].name.in_(lang)
    return (say_element if kind == "element" else say_card)(game, name, "", lang, ())


def deck_name(game: GameContent, deck: str, lang: str) -> str:
    """What a deck is called: as its box, or as the base game without what all of them are called."""
    if deck in game.box_by_id:
        return game.box_by_id[deck].title.in_(lang)
    return re.split(r"[.:] ", game.title.in_(lang))[-1]


def _deck(game: GameContent, value: str, form: str, lang: str, names: Sequence[str]) -> str:
    return deck_name(game, value, lang)


FORMATS: Mapping[str, Format] = {
    "builder": say_seat,
    "deck": _deck,
    "into": say_card,
    "ingredients": _ingredients,
    "next": say_card,
    "owner": say_seat,
}
