"""How the sentences of Potions say their parameters. Pure."""

from collections.abc import Mapping, Sequence

from rulebook.content.entries import GameContent
from rulebook.wording.sentences import Format, join, say_card, say_element, say_seat


def _ingredients(game: GameContent, value: Sequence[str], form: str, lang: str, names: Sequence[str]) -> str:
    """Slots of recipes as «element:mandrake», «card:elixir_of_fire», «kind:talisman»."""
    return join([_ingredient(game, slot, lang) for slot in value], lang)


def _ingredient(game: GameContent, slot: str, lang: str) -> str:
    kind, _, name = slot.partition(":")
    if kind == "kind":
        return game.kind_by_id[name].name.in_(lang)
    return (say_element if kind == "element" else say_card)(game, name, "", lang, ())


FORMATS: Mapping[str, Format] = {"builder": say_seat, "into": say_card, "ingredients": _ingredients}
