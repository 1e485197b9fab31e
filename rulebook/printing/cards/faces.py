"""Cards as they are printed: faces and backs as SVG text in millimetres, for any size of card.

Our own drawings in our own design; nothing here copies a publisher's card. Pure: no Django. How a card is
drawn its game says: see `rulebook.game`.
"""

from rulebook import game as games
from rulebook.content.entries import Card, GameContent
from rulebook.drawing.small import card_label
from rulebook.drawing.words import letters_in, named
from rulebook.printing.cards.paint import FULL_INK, PrintedFamily, Size, Style


def family(game: GameContent, card: Card) -> PrintedFamily:
    """How a card is printed."""
    return games.get(game.id).printed_family(card)


def face(
    game: GameContent, card: Card, size: Size, lang: str, *, bleed: float = 0, style: Style = FULL_INK
) -> str:
    """The inside of a card's face, drawn in millimetres with the trimmed card at 0 0 width height.

    A card whose copies differ is drawn with all elements that they carry; `drawing.find_card` finds it with
    one kind of copies alone.
    """
    return family(game, card).face(game, card, size, lang, bleed=bleed, style=style)


def back(game: GameContent, size: Size, deck: str = "", *, bleed: float = 0, style: Style = FULL_INK) -> str:
    """The inside of the back that all cards of a deck share; it tells nothing else, not even its upper end.

    Without a deck it is the back of the game's first one.
    """
    first = next((card for card in game.cards if deck and card.deck == deck), game.cards[0])
    return family(game, first).back(game, size, first.deck, bleed=bleed, style=style)


def small(game: GameContent, card: Card, width: float, lang: str) -> str:
    """A card as the pages draw it, `width` millimetres wide, for examples in print."""
    inside = family(game, card).small(game, card, lang)
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="small-card" viewBox="0 0 20 28" '
        f'width="{width:g}mm" height="{width * 1.4:g}mm">{inside}</svg>'
    )
    return named(drawn, card_label(game, card, lang))


def said(game: GameContent, card: Card, face: str, lang: str) -> str:
    """What a face reads as: what a reader hears of the card anywhere, then all that is written on it."""
    return f"{card_label(game, card, lang)}: {letters_in(face)}"
