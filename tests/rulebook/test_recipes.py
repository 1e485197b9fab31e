"""The recipe graph of a deck: what is made of what, which way one likes to look."""

from dataclasses import replace
from itertools import combinations

import pytest

from rulebook.content import recipes
from rulebook.content.entries import GameContent, Ingredient
from rulebook.drawing import recipe_trees


def card_ids(cards: tuple[object, ...]) -> list[str]:
    return [card.id for card in cards]


def test_a_powder_is_made_of_a_simple_elixir_and_an_element(potions: GameContent) -> None:
    """components.kinds: «Порошок судьбы» takes «Настой прорицания» and «Перо феникса»."""
    slots = recipes.made_of(potions, potions.card_by_id["powder_of_fate"])
    assert [slot.ingredient for slot in slots] == [
        Ingredient("card", "infusion_of_divination"),
        Ingredient("element", "phoenix_feather"),
    ]
    assert [card_ids(slot.cards) for slot in slots] == [["infusion_of_divination"], []]
    assert not any(slot.is_open for slot in slots)


def test_any_two_great_elixirs_are_one_slot_taken_twice(potions: GameContent) -> None:
    """great.supreme: the supreme elixir takes any two great elixirs."""
    (slot,) = recipes.made_of(potions, potions.card_by_id["supreme_elixir"])
    assert (slot.times, len(slot.cards), slot.is_open) == (2, 8, True)
    assert {card.kind for card in slot.cards} == {"great_elixir"}


def test_a_spell_is_made_of_nothing_and_goes_into_nothing(potions: GameContent) -> None:
    spell = potions.card_by_id["spell_of_knowledge"]
    assert recipes.made_of(potions, spell) == ()
    assert recipes.goes_into(potions, spell.id) == ()
    assert recipes.tree(potions, spell) == recipes.RecipeTree((), ())


@pytest.mark.parametrize(
    ("node", "takers"),
    [
        ("mandrake", ["love_potion", "elixir_of_fidelity", "elixir_of_flight"]),
        ("love_potion", ["powder_of_control", "great_elixir_of_eternal_love"]),
        ("talisman_palantirium", ["great_talisman_of_magic"]),
        ("dragon", []),
    ],
)
def test_what_a_thing_goes_into(potions: GameContent, node: str, takers: list[str]) -> None:
    assert card_ids(recipes.goes_into(potions, node)) == takers


def test_an_unknown_node_is_an_error(potions: GameContent) -> None:
    with pytest.raises(KeyError):
        recipes.goes_into(potions, "gold")


def test_a_tree_goes_down_to_the_elements_and_up_to_the_last_recipe(potions: GameContent) -> None:
    tree = recipes.tree(potions, potions.card_by_id["powder_of_control"])
    leaf = recipes.Branch
    love = leaf("card", "love_potion", 1, (leaf("element", "blood_stone", 1), leaf("element", "mandrake", 1)))
    assert tree.needs == (love, leaf("element", "dragon_tooth", 1))
    assert tree.feeds == (leaf("card", "dragon", 1),)


def test_a_tree_of_an_element_only_grows_upwards(potions: GameContent) -> None:
    tree = recipes.tree(potions, potions.element_by_id["mandrake"])
    assert tree.needs == ()
    assert [branch.id for branch in tree.feeds] == ["love_potion", "elixir_of_fidelity", "elixir_of_flight"]


def test_the_kin_of_a_recipe_is_all_below_and_all_above_it(potions: GameContent) -> None:
    kin = recipes.kin(potions, "elixir_of_fire")
    assert kin.needs == {"ether_waves", "fiery_light"}
    assert kin.feeds == {"great_elixir_of_rebirth", "supreme_elixir", "fire_salamander"}


def test_carriers_count_the_copies_that_carry_an_element(potions: GameContent) -> None:
    element = potions.element_by_id["astral_energy"]
    counts = {carrier.card.id: carrier.copies for carrier in recipes.carriers(potions, element)}
    assert counts == {
        "elixir_of_invisibility": 2,
        "elixir_of_wisdom": 2,
        "telepathic_potion": 1,
        "supreme_elixir": 1,
    }
    assert recipes.supply(potions, element) == 6


def test_the_supplies_of_all_elements_are_the_marks_of_the_deck(potions: GameContent) -> None:
    """components.deck: 76 cards, two of which carry three elements."""
    assert sum(recipes.supply(potions, element) for element in potions.elements) == 76 + 2 * 2


def test_every_element_is_asked_for_by_three_recipes(potions: GameContent) -> None:
    assert {len(recipes.goes_into(potions, element.id)) for element in potions.elements} == {3}


def test_layers_go_from_elements_to_the_two_great_ones(potions: GameContent) -> None:
    layers = recipes.layers(potions)
    assert len(layers[0].elements) == 16
    assert [[group.kind.id for group in layer.groups] for layer in layers[1:]] == [
        ["simple_elixir"],
        ["complex_elixir", "powder"],
        ["great_elixir", "talisman", "creature"],
        ["great_talisman", "supreme_elixir"],
    ]


def test_a_layer_takes_only_from_layers_before_it(potions: GameContent) -> None:
    place = {node: n for n, layer in enumerate(recipes.layers(potions)) for node in layer.nodes}
    assert len(place) == 16 + 46
    assert all(place[taken] < place[taker] for taken, taker in recipes.edges(potions))


def test_a_recipe_that_takes_its_equal_in_points_does_not_climb_for_ever(potions: GameContent) -> None:
    dragon = potions.card_by_id["dragon"]
    odd = replace(dragon, ingredients=(Ingredient("card", "griffin"), Ingredient("element", "mandrake")))
    game = replace(potions, cards=tuple(odd if card.id == "dragon" else card for card in potions.cards))
    assert len(recipes.layers(game)) == 5


def test_a_game_without_recipes_has_no_layers_and_an_empty_drawing(poison: GameContent) -> None:
    assert recipes.layers(poison) == ()
    assert recipe_trees.picture(poison, "ru").spots == ()


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_drawing_has_every_node_and_line_once_and_nothing_overlaps(
    potions: GameContent, lang: str
) -> None:
    picture = recipe_trees.picture(potions, lang)
    assert len({spot.id for spot in picture.spots}) == len(picture.spots) == 62
    assert {(wire.taken, wire.taker) for wire in picture.wires} == set(recipes.edges(potions))
    for one, other in combinations(picture.spots, 2):
        apart = abs(one.x - other.x) >= picture.spot_width or abs(one.y - other.y) >= picture.spot_height
        assert apart, f"{one.id} lies on {other.id}"
    for spot in picture.spots:
        assert 0 <= spot.x <= picture.width - picture.spot_width
        assert 0 <= spot.y <= picture.height - picture.spot_height
        assert len(spot.lines) <= 2
        assert all(len(line) <= 20 for line, _ in spot.lines), spot.lines


def test_the_drawing_is_the_same_every_time(potions: GameContent) -> None:
    assert recipe_trees.picture(potions, "ru") == recipe_trees.picture(potions, "ru")


def test_a_branch_is_marked_in_the_whole_drawing(potions: GameContent) -> None:
    picture = recipe_trees.picture(potions, "ru", "powder_of_control")
    marked = {spot.id: spot.mark for spot in picture.spots}
    assert {node for node, mark in marked.items() if mark != "off"} == {
        *("powder_of_control", "dragon_tooth", "love_potion", "blood_stone", "mandrake", "dragon")
    }
    assert (marked["powder_of_control"], marked["mandrake"], marked["dragon"]) == ("on", "needs", "feeds")
    lines = {(wire.taken, wire.taker): wire.mark for wire in picture.wires}
    assert lines["love_potion", "powder_of_control"] == "needs"
    assert lines["powder_of_control", "dragon"] == "feeds"
    assert lines["elixir_of_strength", "dragon"] == "off"


def test_a_branch_can_be_drawn_alone(potions: GameContent) -> None:
    picture = recipe_trees.picture(potions, "ru", "elixir_of_fire", alone=True)
    assert len(picture.spots) == 6
    assert "off" not in {mark.mark for mark in (*picture.spots, *picture.wires)}
    assert picture.height < recipe_trees.picture(potions, "ru").height


def test_a_card_that_stands_in_no_recipe_is_in_no_drawing(potions: GameContent) -> None:
    whole = recipe_trees.picture(potions, "ru")
    assert "spell_of_knowledge" not in {spot.id for spot in whole.spots}


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Дракон", ("Дракон",)),
        ("Великий эликсир вечной любви", ("Великий эликсир", "вечной любви")),
        ("Эликсир повелителя растений", ("Эликсир повелителя", "растений")),
        ("Великий талисман, верховный эликсир, порошок", ("Великий талисман,", "верховный эликсир, порошок")),
        ("Превысокомногорассмотрительствующий", ("Превысокомногорассмотрительствующий",)),
    ],
)
def test_a_long_name_stands_in_two_lines(name: str, lines: tuple[str, ...]) -> None:
    assert recipe_trees.halves(name) == lines


def test_a_recipe_stands_just_below_the_lowest_that_takes_it(potions: GameContent) -> None:
    """Rows by what recipes are worth: «one that takes its equal in points doesn't rise above itself», and one
    that nothing takes stays as low as it can.
    """
    made: dict[str, tuple[int, list[str]]] = {
        "two": (2, ["element:mandrake"]),
        "five": (5, ["element:mandrake"]),
        "four": (4, ["card:two"]),
        "three": (3, ["element:mandrake"]),
        "eight": (8, ["card:four", "card:three", "card:two"]),
        "equal": (8, ["card:eight"]),
        "none": (0, []),
    }
    like = potions.card_by_id["love_potion"]
    cards = tuple(
        replace(
            like, id=name, points=points, ingredients=tuple(Ingredient(*each.split(":")) for each in taken)
        )
        for name, (points, taken) in made.items()
    )
    first, *rows = recipes.layers(replace(potions, cards=cards))
    assert first.nodes == tuple(potions.element_by_id)
    assert [row.nodes for row in rows] == [("two", "five"), ("four", "three"), ("eight", "equal")]
    assert recipes.layers(replace(potions, cards=cards[-1:])) == ()
