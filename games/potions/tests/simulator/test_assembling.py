"""What can be assembled, against trying all cards in all slots; and which choices there are."""

from itertools import permutations, product

import pytest

from games.potions.simulator.engine import assembling
from games.potions.simulator.engine.assembling import can_assemble, can_fill, choices, missing
from games.potions.simulator.engine.cupboard import lay
from games.potions.simulator.engine.data import ELEMENTS_OF, PLACE, SPELLS, Slot
from games.potions.simulator.engine.data import RECIPES as EVERY_RECIPE
from games.potions.simulator.engine.state import APART, RECIPE, STACK, Filler, Recipe
from games.potions.tests.simulator.seen import COURSE, EMPTY, table
from simulator.engine.chance import Rng
from tests.daily import daily

SEEDS = daily(range(60), range(0, 60, 6))
CODES, SLOTS, ELEMENTS = COURSE.codes, COURSE.slots, COURSE.elements
RECIPES = EVERY_RECIPE & set(CODES)

ALKAHEST = "griffin"  # a card of this deck that is given a recipe of an expansion


def random_table(seed):
    """A cupboard and two to four tables with a part of the deck; something lies under half the recipes."""
    rng = Rng(seed)
    deck = list(COURSE.decks[0])
    rng.shuffle(deck)
    cupboard = lay(EMPTY, deck[: rng.below(25)])
    left = [code for code in deck[25:] if code in RECIPES]
    tables = []
    for _ in range(2 + rng.below(3)):
        rows = [Recipe(left.pop()) for _ in range(rng.below(6))]
        tables.append(tuple(row if rng.below(2) else Recipe(row.card, (left.pop(),)) for row in rows))
    if rng.below(3) == 0:
        cupboard = lay(cupboard, sorted({"supreme_elixir", "great_talisman_of_magic"} - set(cupboard.apart)))
    return table(cupboard, tuple(tables))


def units(seen, slot):
    """Every card that fits a slot, one by one, with the source that it belongs to."""
    if slot.element:
        stack = seen.cupboard.stacks[PLACE[slot.element]]
        found = [((STACK, slot.element, n), Filler(STACK, slot.element)) for n in range(len(stack))]
        return found + [
            ((APART, code), Filler(APART, code))
            for code in seen.cupboard.apart
            if slot.element in ELEMENTS_OF[code]
        ]
    return [
        ((RECIPE, seat, n), Filler(RECIPE, recipe.card, seat, recipe.under))
        for seat, table in enumerate(seen.tables)
        for n, recipe in enumerate(table)
        if recipe.card in slot.recipes
    ]


def fillings(seen, slots):
    """All ways to put a card of its own into each slot, as tuples of sources."""
    for row in product(*(units(seen, slot) for slot in slots)):
        if len({unit for unit, _ in row}) == len(row):
            yield tuple(source for _, source in row)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_recipe_can_be_assembled_when_a_card_can_be_put_into_every_slot(seed):
    """assemble.all: against all ways there are."""
    seen = random_table(seed)
    there = assembling.open_things(seen)
    for code in RECIPES:
        wanted = any(True for _ in fillings(seen, SLOTS[code]))
        assert can_assemble(seen, code, there) == wanted, code
        assert can_fill(seen, code) == wanted, code
        assert (missing(seen, code) == []) == wanted, code


@pytest.mark.parametrize("seed", SEEDS)
def test_the_choices_lead_to_every_way_of_filling_and_to_no_other(seed):
    """assemble.recipes, great.two: the order of slots that ask for the same means nothing."""
    seen = random_table(seed)
    for code in sorted(RECIPES):
        wanted = {assembling.in_slot_order(COURSE, code, row) for row in fillings(seen, SLOTS[code])}
        found = set(offered(seen, code, ())) if wanted else set()
        assert {assembling.in_slot_order(COURSE, code, row) for row in found} == wanted, code


def offered(seen, code, chosen):
    if len(chosen) == len(SLOTS[code]):
        yield chosen
        return
    options = choices(seen, code, chosen)
    assert options, "a choice led to a dead end"
    assert options == sorted(set(options))
    for source in options:
        yield from offered(seen, code, (*chosen, source))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_missing_is_as_little_as_can_be(seed):
    seen = random_table(seed)
    for code in sorted(RECIPES):
        slots = SLOTS[code]
        found = assembling.needs(seen, code)
        assert [need.ingredient for need in found] == [slot.ingredient for slot in slots]
        fewest = min(
            len(slots) - len(part)
            for size in range(len(slots) + 1)
            for part in permutations(slots, size)
            if any(True for _ in fillings(seen, part))
        )
        assert sum(not need.there for need in found) == fewest
        assert missing(seen, code) == [need.ingredient for need in found if not need.there]


def test_a_spell_has_no_slots():
    assert all(SLOTS[code] == () for code in SPELLS & set(CODES))
    assert all(SLOTS[code] for code in RECIPES)
    assert set(CODES) == (SPELLS & set(CODES)) | RECIPES


@pytest.fixture
def alkahest(monkeypatch):
    """A recipe of four elements, two of which the Supreme Elixir carries (the basic deck has none such)."""
    elements = ("astral_energy", "ether_waves", "mandrake", "snake_eye")
    slots = tuple(Slot(f"element:{element}", element, frozenset()) for element in elements)
    monkeypatch.setitem(SLOTS, ALKAHEST, slots)
    for tables, value in (
        (COURSE.plain, True),
        (COURSE.asked, frozenset(elements)),
        (COURSE.recipe_slots, ()),
    ):
        monkeypatch.setitem(tables, ALKAHEST, value)
    return slots


@pytest.mark.parametrize(
    ("cards", "wanted"),
    [
        (["supreme_elixir", "basilisk", "dragon"], False),
        (["supreme_elixir", "basilisk", "dragon", "elixir_of_invisibility"], True),
        (["supreme_elixir", "basilisk", "dragon", "emanation_of_power"], True),
        (["supreme_elixir", "dragon", "emanation_of_power"], False),
        (["basilisk", "dragon", "emanation_of_power", "elixir_of_invisibility"], True),
    ],
)
def test_a_great_card_never_fills_two_slots_of_a_recipe(alkahest, cards, wanted):
    """great.one, ruling 3."""
    cupboard = lay(EMPTY, cards)
    assert can_assemble(table(cupboard), ALKAHEST, assembling.open_things(table(cupboard))) == wanted


def test_a_great_card_isnt_offered_where_a_later_slot_needs_it(alkahest):
    """great.one: a stage is offered only if it can be completed."""
    cupboard = lay(EMPTY, ["supreme_elixir", "basilisk", "dragon", "elixir_of_invisibility"])
    assert choices(table(cupboard), ALKAHEST, ()) == [Filler(STACK, "astral_energy")]
    more = lay(cupboard, ["emanation_of_power"])
    supreme, astral = Filler(APART, "supreme_elixir"), Filler(STACK, "astral_energy")
    assert choices(table(more), ALKAHEST, ()) == [supreme, astral]
    assert choices(table(more), ALKAHEST, (supreme,)) == [Filler(STACK, "ether_waves")]


def test_what_is_missing_beside_a_great_card_is_the_other_element(alkahest):
    cupboard = lay(EMPTY, ["supreme_elixir", "basilisk", "dragon"])
    assert missing(table(cupboard), ALKAHEST) == ["element:ether_waves"]


def test_two_elements_of_one_name_take_two_cards_of_the_stack(monkeypatch):
    """Slots may ask twice for one element (the Elixir of Universality of an expansion does)."""
    slot = Slot("element:mandrake", "mandrake", frozenset())
    monkeypatch.setitem(SLOTS, ALKAHEST, (slot, slot))
    for tables, value in (
        (COURSE.plain, False),
        (COURSE.direct, False),
        (COURSE.asked, frozenset({"mandrake"})),
        (COURSE.recipe_slots, ()),
    ):
        monkeypatch.setitem(tables, ALKAHEST, value)
    one, two = lay(EMPTY, ["basilisk"]), lay(EMPTY, ["basilisk", "solution_of_eternity"])
    assert not can_fill(table(one), ALKAHEST)
    assert can_fill(table(two), ALKAHEST)


def test_of_any_two_all_are_offered_first_unless_there_are_just_two():
    """great.two: with two there is nothing to choose, of three any may be named first."""
    great = [f"great_elixir_of_{name}" for name in ("omen", "might", "insight")]
    for rows, wanted in (
        (((Recipe(great[0]), Recipe(great[1])), ()), ["great_elixir_of_might"]),
        (((Recipe(great[0]), Recipe(great[1])), (Recipe(great[2]),)), sorted(great)),
    ):
        found = choices(table(EMPTY, rows), "supreme_elixir", ())
        assert sorted(source.what for source in found) == wanted


def test_sources_of_slots_that_ask_for_the_same_lie_sorted():
    one, two = Filler(RECIPE, "great_elixir_of_might", 1), Filler(RECIPE, "great_elixir_of_omen", 0)
    assert assembling.in_slot_order(COURSE, "supreme_elixir", (two, one)) == (one, two)
    plain = (Filler(STACK, "mandrake"), Filler(STACK, "blood_stone"))
    assert assembling.in_slot_order(COURSE, "love_potion", plain) == plain


def test_every_element_is_asked_for_by_three_recipes():
    """Against the table of the card list: each element is in two simple elixirs and one other recipe."""
    asked = [slot.element for slots in {c.split(":")[0]: SLOTS[c] for c in CODES}.values() for slot in slots]
    assert all(asked.count(element) == 3 for element in ELEMENTS)
