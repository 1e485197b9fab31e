"""What chemistry and deduction need of the content of «Алхимики». Its order settles ties."""

from collections.abc import Mapping
from itertools import combinations

from games.alchemists.scoring import points as calculator
from rulebook.content import reading

GAME = reading.load("alchemists")
INGREDIENTS = calculator.INGREDIENTS
ALCHEMICALS = calculator.ALCHEMICALS
COLOURS = calculator.COLOURS
SIGNS = calculator.SIGNS
RESULTS = tuple(card.code for card in GAME.cards if card.kind == "potion")
NEUTRAL = next(code for code in RESULTS if not GAME.card_by_code[code].data["sign"])
POTIONS = tuple(code for code in RESULTS if code != NEUTRAL)
COLOUR_OF: Mapping[str, str] = {code: GAME.card_by_code[code].colour for code in POTIONS}
SIGN_OF: Mapping[str, str] = {code: GAME.card_by_code[code].data["sign"] for code in POTIONS}
# Quality levels, the best first, with their price.
LEVELS = tuple(card.code for card in GAME.cards if card.kind == "quality")
PRICE: Mapping[str, int] = {code: GAME.card_by_code[code].data["price"] for code in LEVELS}
PAIRS = tuple(combinations(INGREDIENTS, 2))
# Two different ingredients, either way round, as the pair of PAIRS.
PAIR_OF: Mapping[tuple[str, str], tuple[str, str]] = {
    both: pair for pair in PAIRS for both in (pair, pair[::-1])
}


def potion(colour: str, sign: str) -> str:
    """The code of a coloured potion."""
    return f"{colour}{sign}"
