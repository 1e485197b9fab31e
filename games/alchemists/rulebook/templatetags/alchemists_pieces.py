"""Template tags for the pages of cards of Alchemists: what stands in their `data`, in words."""

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext_lazy

from games.alchemists.rulebook import cards
from games.alchemists.rulebook.reference.formulas import COLOURS
from rulebook.content.entries import Card, GameContent
from rulebook.drawing.piece_cards import ROMAN
from rulebook.wording.sentences import with_sign

register = template.Library()
register.filter("moment", cards.moment)
register.filter("sign_name", cards.sign_name)
register.filter("span", cards.span)

PLACES = (gettext_lazy("слева"), gettext_lazy("посередине"), gettext_lazy("справа"))


@register.filter
def signed(number: int) -> str:
    """«+5», «−4», «0»."""
    return with_sign(number)


@register.filter
def roman(number: int) -> str:
    return ROMAN[number]


@register.filter
def sign_in(formula: Card, colour: str) -> str:
    """The sign of a formula's circle of a colour."""
    return str(formula.data["signs"][COLOURS.index(colour)])


@register.filter
def place_name(place: int) -> str:
    """Where an order stands on the card of a buyer: «слева»."""
    return str(PLACES[place])


@register.filter
def coded(game: GameContent, code: str) -> Card:
    """`{{ game|coded:"R+" }}`: a card by its code."""
    return game.card_by_code[code]


@register.filter
def listed(numbers: Sequence[int]) -> str:
    """«1, 2», or «1–6» where more than two follow one another."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers))


@register.filter
def dashed(players: str) -> str:
    """«2–3» for the «2-3» of a content file."""
    return players.replace("-", "–")
