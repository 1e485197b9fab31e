"""The cards, elements and numbers of «Зельеварение», read from the rulebook's content.

A card is a code: copies that are alike share it. What a recipe asks for is a tuple of slots, each with all
that may fill it, so that nothing here follows from the number of ingredients or the name of a kind.
"""

from typing import NamedTuple

from rulebook.content import reading
from rulebook.content.entries import Card, Ingredient
from scoring.games.potions.points import is_spell

GAME = reading.load("potions")
CARD: dict[str, Card] = {code: card for code, (card, _) in GAME.copies_by_code.items()}
CODES: tuple[str, ...] = tuple(CARD)
COPIES: dict[str, int] = {code: copies.count for code, (_, copies) in GAME.copies_by_code.items()}
ELEMENTS: tuple[str, ...] = tuple(element.id for element in GAME.elements)
ELEMENTS_OF: dict[str, tuple[str, ...]] = {
    code: copies.elements for code, (_, copies) in GAME.copies_by_code.items()
}
GREAT = frozenset(code for code, elements in ELEMENTS_OF.items() if len(elements) > 1)  # lie apart
PLACE = {element: place for place, element in enumerate(ELEMENTS)}  # of an element's stack
STACK = {code: PLACE[elements[0]] for code, elements in ELEMENTS_OF.items() if code not in GREAT}
POINTS: dict[str, int] = {code: card.points for code, card in CARD.items()}
SPELLS = frozenset(code for code in CODES if is_spell(code))
RECIPES = frozenset(CODES) - SPELLS

# Each set of cards is a deck of its own, in the order of the content.
DECK_IDS: tuple[str, ...] = tuple(dict.fromkeys(card.deck for card in GAME.cards))
DECKS: tuple[tuple[str, ...], ...] = tuple(
    tuple(code for code in CODES for _ in range(COPIES[code]) if CARD[code].deck == deck) for deck in DECK_IDS
)

HAND: int = GAME.constants["hand"]
DEAL: int = GAME.constants["deal"]
OPENING: int = GAME.constants["cupboard"]
MIN_PLAYERS, MAX_PLAYERS = GAME.players


class Slot(NamedTuple):
    """A slot of a recipe: `ingredient` as «element:mandrake», and what may fill it.

    `element` is the element asked for ("" where a recipe is asked for), `recipes` the codes of the recipes.
    """

    ingredient: str
    element: str
    recipes: frozenset[str]


def _slot(ingredient: Ingredient) -> Slot:
    text = f"{ingredient.kind}:{ingredient.id}"
    if ingredient.kind == "element":
        return Slot(text, ingredient.id, frozenset())
    asked = {
        code
        for code, card in CARD.items()
        if (card.id if ingredient.kind == "card" else card.kind) == ingredient.id
    }
    return Slot(text, "", frozenset(asked))


SLOTS: dict[str, tuple[Slot, ...]] = {
    code: tuple(_slot(ingredient) for ingredient in card.ingredients) for code, card in CARD.items()
}
# Which spell a card casts: its id is the name of its effect.
EFFECT = {code: CARD[code].id for code in SPELLS}


def is_called(code: str, word: str) -> bool:
    """Whether a word names a card: by its code, or by the id that it shares with other copies."""
    return word in (code, CARD[code].id)
