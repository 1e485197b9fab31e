"""Mixing formulas: rule mix.rule (same sign, one circle large, the other small) and mix.neutral."""

from itertools import combinations

import pytest

from games.alchemists.rulebook.reference.formulas import COLOURS, Formula, formula_of, mix
from rulebook.content.reading import load

# What seven published programs agree on, and what follows from the rule; the upper half of the table.
TABLE = {
    "a0": {"a1": "N", "a2": "B-", "a3": "G+", "a4": "R-", "a5": "B-", "a6": "R-", "a7": "G+"},
    "a1": {"a2": "G-", "a3": "B+", "a4": "B+", "a5": "R+", "a6": "G-", "a7": "R+"},
    "a2": {"a3": "N", "a4": "G-", "a5": "R+", "a6": "B-", "a7": "R+"},
    "a3": {"a4": "R-", "a5": "G+", "a6": "R-", "a7": "B+"},
    "a4": {"a5": "N", "a6": "G-", "a7": "B+"},
    "a5": {"a6": "B-", "a7": "G+"},
    "a6": {"a7": "N"},
}
GAME = load("alchemists")
FORMULAS = {card.code: formula_of(card.data) for card in GAME.cards if card.kind == "alchemical"}


@pytest.mark.parametrize("pair", list(combinations(sorted(FORMULAS), 2)), ids="+".join)
def test_two_formulas_react_where_signs_agree_and_sizes_differ(pair: tuple[str, str]):
    """mix.rule: the colour with equal signs, one circle large and the other small, is the potion's."""
    first, second = pair
    assert mix(FORMULAS[first], FORMULAS[second]) == TABLE[first][second]
    assert mix(FORMULAS[second], FORMULAS[first]) == TABLE[first][second]


def test_there_is_never_a_second_colour_in_which_two_formulas_react():
    for first, second in combinations(FORMULAS.values(), 2):
        reacting = [
            colour
            for colour, sign, other in zip(COLOURS, first.signs, second.signs, strict=True)
            if sign == other and (colour in first.large) != (colour in second.large)
        ]
        assert len(reacting) <= 1


def test_only_formulas_with_all_signs_opposite_give_the_neutral_potion():
    """mix.neutral: each formula has one partner like that, and its card names it."""
    for code, formula in FORMULAS.items():
        opposite = "".join("-" if sign == "+" else "+" for sign in formula.signs)
        partner = GAME.card_by_code[code].data["neutral"]
        assert FORMULAS[partner].signs == opposite
        assert [other for other in FORMULAS if other != code and mix(formula, FORMULAS[other]) == "N"] == [
            partner
        ]


def test_a_formula_is_read_from_the_data_of_its_card():
    assert formula_of({"signs": "+-+", "large": "B", "neutral": "a0"}) == Formula("+-+", "B")
    with pytest.raises(KeyError):
        formula_of({"price": 3})
