"""Small cards that are a number of a colour: value, letter and shape."""

from rulebook.content.entries import Card, Colour, GameContent
from rulebook.drawing.icons import icon_group
from rulebook.drawing.paper import PAPER, SANS, SERIF, SmallFamily, letters


def colour_of(content: GameContent, card: Card) -> Colour:
    """What gives a card its shape and letter: its colour, or its kind if it has none (poison)."""
    return content.colour_by_id[card.colour or card.kind]


def hand_face(content: GameContent, card: Card, lang: str) -> str:
    """A face in a hand: letter above, value in the middle, shape below."""
    colour = colour_of(content, card)
    return (
        PAPER
        + letters(colour.letter.in_(lang), 9.5, 15, 12, SANS)
        + letters(str(card.value), 23, 41.5, 29, SERIF)
        + icon_group(colour.shape, 28, 46, 13)
    )


def row_face(content: GameContent, card: Card, lang: str) -> str:
    """A face among others: all it says stands at the left, seen when others overlap."""
    colour = colour_of(content, card)
    return (
        PAPER
        + letters(str(card.value), 12, 25, 24, SERIF)
        + icon_group(colour.shape, 5, 31, 14)
        + letters(colour.letter.in_(lang), 12, 58, 12, SANS)
    )


def name(content: GameContent, card: Card, lang: str) -> str:
    return card.name.in_(lang)


def tint(content: GameContent, card: Card) -> str:
    return colour_of(content, card).id


BACK = (
    PAPER + '<rect x="4" y="4" width="38" height="56" rx="4.5" fill="currentColor" fill-opacity=".14"/>'
    '<g fill="none" stroke="currentColor" stroke-width="1.25" stroke-linejoin="round">'
    '<rect x="4" y="4" width="38" height="56" rx="4.5"/>'
    '<path d="M23 9l15 23-15 23L8 32z" stroke-opacity=".6"/><circle cx="23" cy="32" r="8.5"/>'
    '<path d="M23 26.5c-2.6 3.5-4.2 5-4.2 7.4a4.2 4.2 0 0 0 8.4 0c0-2.4-1.6-3.9-4.2-7.4z"/></g>'
)
FAMILY = SmallFamily("value", {"hand": hand_face, "row": row_face}, BACK, name, tint)
