"""Cards as they are printed: faces and backs as SVG text in millimetres, for any size of card.

Our own drawings in our own design; nothing here copies a publisher's card. Pure: no Django. How a card is
drawn follows from what it is: from its kind where that has a design of its own, else `drawing.family_of`.
"""

from collections.abc import Mapping

from rulebook.content.entries import Card, GameContent
from rulebook.drawing.small import family_of
from rulebook.games.poison.printing import value_cards
from rulebook.games.potions.printing import recipe_cards
from rulebook.games.wizwar.printing import spell_cards
from rulebook.printing.cards import piece_cards
from rulebook.printing.cards.paint import FULL_INK, Family, Size, Style

FAMILIES: Mapping[str, Family] = {
    "recipe": recipe_cards.FAMILY,
    "value": value_cards.FAMILY,
    "piece": piece_cards.FAMILY,
}
KINDS: Mapping[str, Family] = dict.fromkeys(spell_cards.KINDS, spell_cards.FAMILY)


def family(card: Card) -> Family:
    """How a card is printed."""
    return KINDS.get(card.kind) or FAMILIES[family_of(card)]


def face(
    game: GameContent, card: Card, size: Size, lang: str, *, bleed: float = 0, style: Style = FULL_INK
) -> str:
    """The inside of a card's face, drawn in millimetres with the trimmed card at 0 0 width height.

    A card whose copies differ is drawn with all elements that they carry; `drawing.find_card` finds it with
    one kind of copies alone.
    """
    return family(card).face(game, card, size, lang, bleed=bleed, style=style)


def back(game: GameContent, size: Size, deck: str = "", *, bleed: float = 0, style: Style = FULL_INK) -> str:
    """The inside of the back that all cards of a deck share; it tells nothing else, not even its upper end.

    Without a deck it is the back of the game's first one.
    """
    first = next((card for card in game.cards if deck and card.deck == deck), game.cards[0])
    return family(first).back(game, size, first.deck, bleed=bleed, style=style)


def small(game: GameContent, card: Card, width: float, lang: str) -> str:
    """A card as the pages draw it, `width` millimetres wide, for examples in print."""
    inside = family(card).small(game, card, lang)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="small-card" viewBox="0 0 20 28" '
        f'width="{width:g}mm" height="{width * 1.4:g}mm">{inside}</svg>'
    )
