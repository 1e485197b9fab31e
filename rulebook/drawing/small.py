"""Small cards as SVG text (large ones: `printing.cards`). Pure.

How a card is drawn follows from what it is: see `family_of`.
"""

from collections.abc import Mapping
from dataclasses import replace

from rulebook.content.entries import Card, GameContent
from rulebook.drawing import piece_cards
from rulebook.drawing.icons import UnknownDrawing
from rulebook.drawing.paper import Family, framed
from rulebook.games.poison.drawing import value_cards
from rulebook.games.potions.drawing import recipe_cards

FAMILIES: Mapping[str, Family] = {
    "recipe": recipe_cards.FAMILY,
    "value": value_cards.FAMILY,
    "piece": piece_cards.FAMILY,
}


def family_of(card: Card) -> str:
    """The sort of a card: "recipe" (it carries elements), "value" (a number of a colour) or "piece"."""
    if card.elements:
        return "recipe"
    return "value" if card.value and not card.data else "piece"


def find_card(content: GameContent, name: str) -> Card:
    """A card by the code of its copies (`R4`, `elixir_of_wisdom:astral_energy`) or its id (`red-4`).

    Where copies differ, a code finds the card with those copies alone, an id with all of them. Raises
    UnknownDrawing.
    """
    if name in content.copies_by_code:
        card, copies = content.copies_by_code[name]
        return replace(card, copies=(copies,), count=copies.count)
    if name in content.card_by_id:
        return content.card_by_id[name]
    raise UnknownDrawing(f"{content.id}: card {name}")


def card_label(content: GameContent, card: Card, lang: str) -> str:
    """What a reader hears of a card."""
    return FAMILIES[family_of(card)].label(content, card, lang)


def card_tint(content: GameContent, card: Card) -> str:
    """The class that gives a card its colour, without its `k-`."""
    return FAMILIES[family_of(card)].tint(content, card)


def card_svg(content: GameContent, name: str, lang: str, size: str = "hand", *, classes: str = "") -> str:
    """A small card face; `name` is as for `find_card`, `size` is hand or row. Raises UnknownDrawing."""
    card = find_card(content, name)
    family = FAMILIES[family_of(card)]
    if size not in family.faces:
        raise UnknownDrawing(f"card size {size}")
    face = family.faces[size](content, card, lang)
    return framed(
        face, f"{size}-size k-{card_tint(content, card)} {classes}", family.label(content, card, lang)
    )


def back_svg(label: str, size: str = "hand", *, classes: str = "", family: str = "value") -> str:
    """A small card of a family lying face down; `label` is what a reader hears."""
    return framed(FAMILIES[family].back, f"{size}-size back {classes}", label)
