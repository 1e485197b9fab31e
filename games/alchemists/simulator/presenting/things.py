"""Ingredients, potions and levels as the pages of laboratories and notebooks draw and call them."""

from collections.abc import Sequence
from typing import NamedTuple

from games.alchemists.simulator.deduction.data import GAME, INGREDIENTS, POTIONS, RESULTS
from rulebook.content.entries import Card
from rulebook.drawing import small


class Thing(NamedTuple):
    """A card as pages draw it: its code, its name, its icon and the class of its colour."""

    code: str
    name: str
    icon: str
    tint: str = "none"


def card(code: str) -> Card:
    """Raises KeyError."""
    return GAME.card_by_code[code]


def thing(code: str, lang: str) -> Thing:
    """An ingredient, a potion or a quality level."""
    it = card(code)
    return Thing(code, it.name.in_(lang), small.card_icon(GAME, it), small.card_tint(GAME, it))


def name(code: str, lang: str) -> str:
    """«Зелье исцеления», «Жаба»."""
    return card(code).name.in_(lang)


def short(code: str, lang: str) -> str:
    """«здоровье», «жаба»."""
    return card(code).short.in_(lang)


def say_pair(pair: Sequence[str], lang: str) -> str:
    """«Гриб + жаба»."""
    said = " + ".join(short(code, lang) for code in pair)
    return said[:1].upper() + said[1:]


def choices(lang: str) -> dict[str, list[Thing]]:
    """Everything that a page lets people choose from."""
    groups = {"ingredients": INGREDIENTS, "potions": POTIONS, "results": RESULTS}
    return {group: [thing(code, lang) for code in codes] for group, codes in groups.items()}
