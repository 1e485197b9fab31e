"""The short form of «Зельеварение»: what is not named, and what comes back."""

import json
import time

import pytest

from games.potions.tests.simulator.positions import GAME, LINES, NAMES, POSITIONS, SHORT, UNDER, middle
from games.potions.tests.simulator.seen import COURSE

ELEMENTS = COURSE.elements


def test_all_cards_that_stand_too_often_are_told_at_once():
    data = {**SHORT, "cupboard": "dragon griffin", "aside": "unicorn unicorn"}
    assert POSITIONS.codes(data) == ["pos_too_many"] * 3


def test_defaults_are_an_empty_table_and_all_other_cards_in_the_deck():
    state = GAME.decode(SHORT)
    assert (state.first, state.turn, state.history, state.scores) == (0, 1, (), (0,) * 4)
    assert GAME.to_act(state) == {0}
    assert not any(state.cupboard.stacks)
    assert state.cupboard.apart == ()
    assert state.tables == ((),) * 4
    assert len(state.decks[0]) == 76 - 4
    assert state.aside == ()


def test_unnamed_cards_are_dealt_in_content_order_and_the_rest_is_the_deck():
    state = GAME.decode({**SHORT, "hands": {"Оля": "griffin", "Саша": 3}})
    assert state.hands[1] == ("love_potion", "love_potion", "potion_of_eternal_sleep")
    assert state.decks[0][-1] == "potion_of_eternal_sleep"


def test_a_named_deck_has_its_first_card_on_top_and_the_others_below():
    state = GAME.decode({**SHORT, "deck": "unicorn banshee"})
    assert state.decks[0][-2:] == ("banshee", "unicorn")
    assert len(state.decks[0]) == 76 - 4


def test_a_numbered_deck_leaves_the_others_out_of_play():
    state = GAME.decode({**SHORT, "deck": 7})
    assert len(state.decks[0]) == 7
    assert len(state.aside) == 76 - 4 - 7


def test_a_turn_passes_by_those_without_cards():
    """turn.empty: the first player has no card, so the next one with cards plays."""
    state = GAME.decode({"players": NAMES, "hands": {"Рита": "dragon", "Коля": "griffin"}})
    assert GAME.to_act(state) == {2}


@pytest.mark.parametrize(
    "cupboard",
    [
        "basilisk isidas_mortum dragon spell_of_transformation:mandrake supreme_elixir",
        ["spell_of_transformation:mandrake basilisk", "isidas_mortum dragon", "supreme_elixir"],
        {
            "snake_eye": "isidas_mortum dragon",
            "mandrake": "spell_of_transformation:mandrake basilisk",
            "apart": "supreme_elixir",
        },
        {
            "mandrake": "basilisk spell_of_transformation:mandrake",
            "snake_eye": "isidas_mortum dragon",
            "apart": "supreme_elixir",
        },
    ],
)
def test_a_cupboard_may_be_written_in_three_ways(cupboard):
    """element.under: spells find the bottom by themselves."""
    state = GAME.decode({**SHORT, "hands": {"Оля": "griffin"}, "cupboard": cupboard})
    stacks = dict(zip(ELEMENTS, state.cupboard.stacks, strict=True))
    assert stacks["mandrake"] == ("spell_of_transformation:mandrake", "basilisk")
    assert stacks["snake_eye"] == ("isidas_mortum", "dragon")
    assert state.cupboard.apart == ("supreme_elixir",)


def test_cards_under_a_recipe_may_be_named_in_any_order():
    """assemble.under: they lie in the order of the recipe."""
    for row in (UNDER, "love_potion<basilisk infusion_of_divination"):
        state = GAME.decode({**SHORT, "tables": {"Оля": [row]}})
        assert state.tables[0][0].under == ("infusion_of_divination", "basilisk")
    for pair in ("omen great_elixir_of_might", "might great_elixir_of_omen"):
        state = GAME.decode({**SHORT, "tables": {"Оля": [f"supreme_elixir < great_elixir_of_{pair}"]}})
        assert state.tables[0][0].under == ("great_elixir_of_might", "great_elixir_of_omen")


def test_more_cards_under_a_recipe_than_it_has_slots_are_refused_at_once():
    """assemble.under: trying all orders of a pile would keep a server busy for hours."""
    begun = time.thread_time()
    pile = " ".join(COURSE.codes[:11])
    assert POSITIONS.codes({**SHORT, "tables": {"Оля": [f"love_potion < {pile}"]}}) == ["pos_under"]
    assert time.thread_time() - begun < 1


@pytest.mark.parametrize("seed", range(3))
def test_the_short_form_in_the_middle_of_a_compound_move_is_that_of_its_beginning(seed):
    state = middle(seed, plies=30, staged=True)
    short = GAME.short(state, NAMES)
    again = GAME.decode(json.loads(json.dumps(short)))
    assert again.agenda == state.agenda[:1]
    assert again.hands == state.hands
    assert GAME.differences(state, NAMES, short) == []


def test_a_compound_move_that_could_not_be_finished_is_no_position():
    """assemble.all: the first slot has two sources, the second has none."""
    state = GAME.decode(
        {
            "players": 2,
            "deck": 0,
            "hands": {"1": "powder_of_control", "2": 1},
            "cupboard": "banshee",
            "tables": {"1": ["love_potion"], "2": ["love_potion"]},
        }
    )
    begun = GAME.encode(GAME.apply(state, 0, GAME.parse(state, 0, "assemble powder_of_control")).state)
    assert GAME.decode(begun)
    begun["aside"] += begun["cupboard"]["stacks"][ELEMENTS.index("dragon_tooth")]
    begun["cupboard"]["stacks"][ELEMENTS.index("dragon_tooth")] = []
    assert POSITIONS.codes(begun) == ["pos_malformed"]


def test_a_record_of_plays_that_no_game_has_is_no_position():
    """assemble.once, assemble.own: owners are others, each once; spells aren't assembled."""
    state = GAME.encode(GAME.decode(SHORT))
    for row in (
        [0, "assemble", "dragon", 0, [0]],
        [0, "assemble", "dragon", 0, [1, 1]],
        [0, "assemble", "dragon", 0, [2, 1]],
        [0, "assemble", "dragon", 4, [1]],
        [0, "assemble", "spell_of_knowledge:mushrooms", 0, []],
        [0, "spell", "dragon", 0, []],
        [0, "element", "dragon", 2, []],
        [0, "element", "dragon", 1, [1]],
        [4, "element", "dragon", 1, []],
        [0, "juggle", "dragon", 1, []],
        [0, "element", "sulphur", 1, []],
        [0, "before", "", -1, []],
    ):
        assert POSITIONS.codes({**state, "history": [row]}) == ["pos_malformed"], row
    assert GAME.decode({**state, "history": [[0, "assemble", "dragon", 0, [1, 2]]]}).scores == (8, 4, 4, 0)


def test_the_deck_of_the_short_form_is_the_whole_deck():
    assert sum(len(deck) for deck in COURSE.decks) == 76


def test_the_first_counts_agree_with_counting_by_hand():
    """turn.play: five cards as elements; only Love Potion and Isidas Mortum have all they need."""
    state = GAME.decode(LINES["opening of two"][0])
    assert len(GAME.legal_moves(state, 0)) == 5 + 2


def test_the_second_counts_agree_with_counting_by_hand():
    """spell.*: an element leaves the other one move; Knowledge takes one of three, the others aim at two."""
    assert LINES["all three spells"][1][1] == 3 * 1 + 3 + 2 + 2
    assert LINES["any two of three, with an order"][1][1] == 2 * 1 + 2 + 3
