"""Small cards of a game that has no drawings of its own: the number of a card, else its picture."""

from rulebook.content.entries import Card, GameContent
from rulebook.drawing.icons import icon_group, named_icon
from rulebook.drawing.paper import PAPER, SANS, SERIF, SmallFamily, letters
from rulebook.drawing.piece_cards import own_icon, own_name

LONGEST_NUMBER = 2  # digits at full size
ACCENT = "accent"  # the class of a card without a colour


def tint(content: GameContent, card: Card) -> str:
    return card.colour or ACCENT


def hand_face(content: GameContent, card: Card, lang: str) -> str:
    """A face in a hand: the number in the middle, the sign of the colour below it."""
    shape, letter = _sign(content, card, lang)
    corner = letters(letter, 9.5, 15, 12, SANS) if letter else ""
    below = icon_group(shape, 28, 46, 13) if shape else ""
    if not card.value:
        return PAPER + corner + icon_group(own_icon(card), 9, 18, 28) + below
    return PAPER + corner + letters(str(card.value), 23, 41.5, _size(card, 29), SERIF) + below


def row_face(content: GameContent, card: Card, lang: str) -> str:
    """A face among others: all it says stands at the left, seen when others overlap."""
    shape, letter = _sign(content, card, lang)
    head = (
        letters(str(card.value), 12, 25, _size(card, 24), SERIF)
        if card.value
        else icon_group(own_icon(card), 3.5, 6, 18)
    )
    return (
        PAPER
        + head
        + (icon_group(shape, 5, 31, 14) if shape else "")
        + (letters(letter, 12, 58, 12, SANS) if letter else "")
    )


def _sign(content: GameContent, card: Card, lang: str) -> tuple[str, str]:
    """Shape and letter of the colour; empty what a card hasn't got."""
    colour = content.colour_by_id.get(card.colour)
    return (named_icon(colour.shape, ""), colour.letter.in_(lang)) if colour else ("", "")


def _size(card: Card, most: float) -> float:
    """Height of a number that has to fit between the edges."""
    return most * min(1.0, LONGEST_NUMBER / len(str(card.value)))


BACK = (
    PAPER + '<rect x="4" y="4" width="38" height="56" rx="4.5" fill="currentColor" fill-opacity=".14"/>'
    '<g fill="none" stroke="currentColor" stroke-width="1.25" stroke-linejoin="round">'
    '<rect x="4" y="4" width="38" height="56" rx="4.5"/>'
    '<path d="M23 11l13 21-13 21-13-21z"/><path d="M23 21l7 11-7 11-7-11z" stroke-opacity=".6"/></g>'
)
FAMILY = SmallFamily("plain", {"hand": hand_face, "row": row_face}, BACK, own_name, tint, own_icon)
