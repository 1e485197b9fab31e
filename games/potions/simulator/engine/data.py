"""The cards, elements and numbers of «Зельеварение», read from the rulebook's content.

A card is a code: copies that are alike share it. Which cards are in a game, and what may fill the slots of
their recipes, says its `course`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from games.potions.scoring.points import SPELL_KIND
from rulebook.content import reading
from rulebook.content.entries import Card, Ingredient

GAME = reading.load("potions")
WHOLE = reading.whole("potions")
# What is printed on a card is the same whichever boxes are on the table: of all cards that there are.
CARD: dict[str, Card] = {code: card for code, (card, _) in WHOLE.copies_by_code.items()}
ELEMENTS: tuple[str, ...] = tuple(element.id for element in WHOLE.elements)  # those of the base game first
ELEMENTS_OF: dict[str, tuple[str, ...]] = {
    code: copies.elements for code, (_, copies) in WHOLE.copies_by_code.items()
}
GREAT = frozenset(code for code, elements in ELEMENTS_OF.items() if len(elements) > 1)  # lie apart
PLACE = {element: place for place, element in enumerate(ELEMENTS)}  # of an element's stack
STACK = {code: PLACE[elements[0]] for code, elements in ELEMENTS_OF.items() if code not in GREAT}
POINTS: dict[str, int] = {code: card.points for code, card in CARD.items()}
SPELLS = frozenset(code for code, card in CARD.items() if card.kind == SPELL_KIND)
RECIPES = frozenset(code for code, card in CARD.items() if card.ingredients)
ID = {code: card.id for code, card in CARD.items()}
CODES = {card.id: frozenset(code for code in CARD if ID[code] == card.id) for card in CARD.values()}  # by id
DECK_OF = {code: copies.box or card.deck for code, (card, copies) in WHOLE.copies_by_code.items()}
# Which spell a card casts: its id is the name of its effect.
EFFECT = {code: CARD[code].id for code in SPELLS}

HAND: int = GAME.constants["hand"]
DEAL: int = GAME.constants["deal"]
OPENING: int = GAME.constants["cupboard"]
MIN_PLAYERS, MAX_PLAYERS = GAME.players

ANY = "any"  # a slot for whatever element


class Slot(NamedTuple):
    """A slot of a recipe: `ingredient` as «element:mandrake», and what may fill it.

    `element` is the element asked for ("" where a recipe is asked for), `recipes` the codes of the recipes.
    """

    ingredient: str
    element: str
    recipes: frozenset[str]


def slot_of(ingredient: Ingredient, codes: Iterable[str]) -> Slot:
    """What may fill a slot where these are the cards on the table."""
    text = f"{ingredient.kind}:{ingredient.id}"
    if ingredient.kind in ("element", ANY):
        return Slot(text, ingredient.id if ingredient.kind == "element" else ANY, frozenset())
    by_kind = ingredient.kind == "kind"
    asked = {code for code in codes if (CARD[code].kind if by_kind else CARD[code].id) in ingredient.ids}
    return Slot(text, "", frozenset(asked))


def is_called(code: str, word: str) -> bool:
    """Whether a word names a card: by its code, or by the id that it shares with other copies."""
    return word in (code, CARD[code].id)


def carries(code: str, element: str) -> bool:
    """Whether a card carries the element that a slot asks for."""
    return element == ANY or element in ELEMENTS_OF[code]


def fits(code: str, slot: Slot) -> bool:
    """Whether a card is what a slot asks for."""
    return carries(code, slot.element) if slot.element else code in slot.recipes
