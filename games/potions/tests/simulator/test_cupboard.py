"""The cupboard of elements: how cards lie in it, what is on top, what is new."""

import pytest

from games.potions.simulator.engine import cupboard as cupboards
from games.potions.simulator.engine.cupboard import count_new, lay, take
from games.potions.simulator.engine.data import ELEMENTS_OF, GREAT, PLACE, SPELLS, STACK
from games.potions.tests.simulator.seen import COURSE, EMPTY, table

CODES, ELEMENTS = COURSE.codes, COURSE.elements

SPELL = "spell_of_transformation:mandrake"
BOTH = ("great_talisman_of_magic", "supreme_elixir")


def stack_of(cupboard, element):
    return cupboard.stacks[PLACE[element]]


def test_cards_lie_on_top_of_their_like_and_are_taken_from_the_top():
    """element.stack, ruling 1."""
    cupboard = lay(EMPTY, ["isidas_mortum", "dragon", "basilisk"])
    assert stack_of(cupboard, "snake_eye") == ("isidas_mortum", "dragon")
    code, rest = cupboards.take_top(cupboard, "snake_eye")
    assert code == "dragon"
    assert stack_of(rest, "snake_eye") == ("isidas_mortum",)
    assert stack_of(rest, "mandrake") == ("basilisk",)


@pytest.mark.parametrize("when", [0, 1, 2])
def test_a_spell_lies_at_the_bottom_whenever_it_comes(when):
    """element.under, ruling 2."""
    cards = ["solution_of_eternity", "basilisk"]
    cards.insert(when, SPELL)
    assert stack_of(lay(EMPTY, cards), "mandrake") == (SPELL, "solution_of_eternity", "basilisk")


def test_of_two_spells_the_newer_lies_lower():
    """element.under: the basic deck has no two of one element, so the same card stands for both."""
    assert stack_of(lay(EMPTY, ["basilisk", SPELL, SPELL]), "mandrake") == (SPELL, SPELL, "basilisk")


@pytest.mark.parametrize("order", [BOTH, BOTH[::-1]])
def test_cards_with_three_elements_lie_apart_in_one_order(order):
    """great.apart."""
    cupboard = lay(EMPTY, order)
    assert cupboard.apart == BOTH
    assert not any(cupboard.stacks)


def test_what_a_great_card_carries_is_present():
    """great.apart, ruling 4."""
    cupboard = lay(EMPTY, ["supreme_elixir"])
    assert {element for element in ELEMENTS if cupboards.is_present(cupboard, element)} == {
        "astral_energy",
        "quintessence_of_will",
        "ether_waves",
    }
    assert count_new(table(cupboard), "elixir_of_invisibility") == 0
    assert count_new(table(cupboard), "great_talisman_of_magic") == 3


@pytest.mark.parametrize(("there", "points"), [([], 3), ([0], 2), ([0, 2], 1), ([0, 1, 2], 0)])
def test_a_great_card_counts_each_of_its_elements_that_is_new(there, points):
    """great.elements: 0 to 3 points."""
    cards = ["warding_solution", "elixir_of_strength", "banshee"]  # feather, thought, tooth
    assert count_new(table(lay(EMPTY, [cards[n] for n in there])), "great_talisman_of_magic") == points


def test_an_element_is_new_once():
    """element.new."""
    assert count_new(table(EMPTY), "griffin") == 1
    assert count_new(table(lay(EMPTY, ["elixir_of_fidelity"])), "griffin") == 0
    assert count_new(table(lay(EMPTY, ["spell_of_knowledge:mushrooms"])), "griffin") == 0


def test_spells_reach_the_top_recipes_and_great_cards():
    """knowledge.top, rulings 6 and 29: never a spell, not even alone in its stack."""
    cupboard = lay(
        EMPTY, ["isidas_mortum", "dragon", SPELL, "supreme_elixir", "spell_of_destruction:snake_eye"]
    )
    assert cupboards.top_recipes(cupboard) == ["dragon", "supreme_elixir"]


def test_a_card_on_top_or_apart_can_be_taken():
    cupboard = lay(EMPTY, ["isidas_mortum", "dragon", "supreme_elixir"])
    assert take(cupboard, "supreme_elixir").apart == ()
    assert stack_of(take(cupboard, "dragon"), "snake_eye") == ("isidas_mortum",)
    with pytest.raises(AssertionError):
        take(cupboard, "isidas_mortum")


@pytest.mark.parametrize(
    ("cards", "groups"),
    [
        ([], []),
        (["griffin", "basilisk"], []),
        (["griffin", "elixir_of_fidelity"], [["griffin", "elixir_of_fidelity"]]),
        (["elixir_of_fidelity", "elixir_of_fidelity"], []),
        (["griffin", "spell_of_knowledge:mushrooms"], []),
        (list(BOTH), []),
        (
            ["griffin", "dragon", "powder_of_truth", "isidas_mortum"],
            [["dragon", "isidas_mortum"], ["griffin", "powder_of_truth"]],
        ),
    ],
)
def test_only_different_cards_of_one_stack_have_an_order_to_choose(cards, groups):
    """return.order, ruling 15: spells go below by themselves, great cards lie apart."""
    assert cupboards.in_groups(cards) == groups


def test_every_card_has_a_place():
    assert set(STACK) & set(CODES) == set(CODES) - GREAT
    assert all(ELEMENTS[STACK[code]] == ELEMENTS_OF[code][0] for code in set(STACK) & set(CODES))
    assert set(BOTH) == GREAT
    assert len(SPELLS & set(CODES)) == 6
