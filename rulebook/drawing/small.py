"""Small cards as SVG text (large ones: `printing.cards`). Pure.

How a card is drawn its game says: see `rulebook.game`.
"""

from dataclasses import replace

from rulebook import game
from rulebook.content.entries import Card, GameContent
from rulebook.drawing.icons import UnknownDrawing
from rulebook.drawing.paper import SmallFamily, framed


def family_of(content: GameContent, card: Card) -> SmallFamily:
    """How a card is drawn on pages."""
    return game.get(content.id).small_family(card)


def find_card(content: GameContent, name: str) -> Card:
    """A card by the code of its copies (`R4`, `elixir_of_wisdom:astral_energy`) or its id (`red-4`).

    Where copies differ, a code finds the card with those copies alone, an id with all of them. Raises
    UnknownDrawing.
    """
    if name in content.copies_by_code:
        card, copies = content.copies_by_code[name]
        return replace(card, copies=(copies,), count=copies.count, deck=copies.deck)
    if name in content.card_by_id:
        return content.card_by_id[name]
    raise UnknownDrawing(f"{content.id}: card {name}")


def card_label(content: GameContent, card: Card, lang: str) -> str:
    """What a reader hears of a card."""
    return family_of(content, card).label(content, card, lang)


def card_tint(content: GameContent, card: Card) -> str:
    """The class that gives a card its colour, without its `k-`."""
    return family_of(content, card).tint(content, card)


def card_icon(content: GameContent, card: Card) -> str:
    """The name of the icon that a card is known by; empty if its game's cards are known by something else."""
    icon = family_of(content, card).icon
    return icon(card) if icon else ""


def card_svg(content: GameContent, name: str, lang: str, size: str = "hand", *, classes: str = "") -> str:
    """A small card face; `name` is as for `find_card`, `size` is hand or row. Raises UnknownDrawing."""
    card = find_card(content, name)
    family = family_of(content, card)
    if size not in family.faces:
        raise UnknownDrawing(f"card size {size}")
    face = family.faces[size](content, card, lang)
    tint = family.tint(content, card)
    return framed(face, f"{size}-size k-{tint} {classes}", family.label(content, card, lang))


def back_svg(content: GameContent, label: str, size: str = "hand", *, classes: str = "") -> str:
    """A small card of a game lying face down; `label` is what a reader hears."""
    return framed(family_of(content, content.cards[0]).back, f"{size}-size back {classes}", label)
