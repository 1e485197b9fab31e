"""Small cards that are a recipe above and an element below: points, kind, elements."""

from collections.abc import Mapping, Sequence

from rulebook.content.entries import Card, Element, GameContent, Text
from rulebook.drawing.icons import element_icon, icon_group, kind_icon, named_icon
from rulebook.drawing.paper import PAPER, SERIF, SmallFamily, letters
from rulebook.wording.sentences import join

OR = Text("или", "or")
# Where the icons of one, two or three elements stand: (x, y, size) each.
Places = Mapping[int, Sequence[tuple[float, float, float]]]
IN_HAND: Places = {
    1: ((9.5, 30, 27),),
    2: ((4.5, 30, 18), (23.5, 41, 18)),
    3: ((5.5, 29, 16), (24.5, 29, 16), (15, 43.5, 16)),
}
IN_ROW: Places = {
    1: ((3.5, 30.5, 28),),
    2: ((3.5, 28.5, 18), (12, 43, 18)),
    3: ((3, 27.5, 17), (20.5, 35.5, 17), (3, 43.5, 17)),
}


def sign_of(card: Card) -> str:
    """Name of a card's own icon `card-…` if it has one, of its kind's otherwise."""
    return named_icon(f"card-{card.id.replace('_', '-')}", kind_icon(card.kind))


def elements_of(content: GameContent, card: Card) -> list[Element]:
    """The elements of a card's lower half, or all that may stand there (see `are_choices`)."""
    return [content.element_by_id[element] for element in card.elements]


def are_choices(card: Card) -> bool:
    """Whether its copies differ: then a card that stands for all of them carries one of its elements."""
    return len({copies.elements for copies in card.copies}) > 1


def name(content: GameContent, card: Card, lang: str) -> str:
    """«Эликсир мудрости (Астральная энергия)»: what the card is as a recipe and as an element."""
    names = [element.name.in_(lang) for element in elements_of(content, card)]
    carried = f" {OR.in_(lang)} ".join(names) if are_choices(card) else join(names, lang)
    return f"{card.name.in_(lang)} ({carried})"


def tint(content: GameContent, card: Card) -> str:
    return card.kind.replace("_", "-")


def hand_face(content: GameContent, card: Card, lang: str) -> str:
    """A face in a hand: points and kind above, the elements on their shelf below."""
    return (
        PAPER
        + '<rect x="3.75" y="27.5" width="38.5" height="32.75" rx="4.75" fill="currentColor"'
        + ' fill-opacity=".12"/>'
        + _recipe(card, (12.5, 21.5, 20), (23.5, 5.5, 18))
        + _elements(card, IN_HAND)
    )


def row_face(content: GameContent, card: Card, lang: str) -> str:
    """A face among others: points and elements stand at the left, seen when others overlap."""
    return (
        PAPER
        + '<path d="M4 26.5h38" stroke="currentColor" stroke-width="1.25" stroke-opacity=".5"/>'
        + _recipe(card, (12, 21.5, 21), (25, 6, 17))
        + _elements(card, IN_ROW)
    )


def _recipe(card: Card, points: tuple[float, float, float], kind: tuple[float, float, float]) -> str:
    """Points and kind; a card without points has its kind in their place and shows what it does beside it."""
    if not card.points:
        return icon_group(kind_icon(card.kind), 4, 5.5, 17) + icon_group(sign_of(card), *kind)
    return letters(str(card.points), *points, SERIF) + icon_group(kind_icon(card.kind), *kind)


def _elements(card: Card, places: Places) -> str:
    elements = card.elements
    drawn = "".join(
        icon_group(element_icon(element), *place)
        for element, place in zip(elements, places[len(elements)], strict=True)
    )
    return f'<g class="card-element">{drawn}</g>'


BACK = (
    PAPER + '<rect x="4" y="4" width="38" height="56" rx="4.5" fill="currentColor" fill-opacity=".14"/>'
    '<g fill="none" stroke="currentColor" stroke-width="1.25" stroke-linejoin="round">'
    '<rect x="4" y="4" width="38" height="56" rx="4.5"/><circle cx="23" cy="32" r="14.5"/>'
    '<path d="M23 18.5l3.4 10.1 10.1 3.4-10.1 3.4L23 45.5l-3.4-10.1L9.5 32l10.1-3.4z"/>'
    '<path d="M23 8v4M23 52v4M9 12l3 3M37 12l-3 3M9 52l3-3M37 52l-3-3" stroke-linecap="round"/></g>'
)
FAMILY = SmallFamily("recipe", {"hand": hand_face, "row": row_face}, BACK, name, tint)
