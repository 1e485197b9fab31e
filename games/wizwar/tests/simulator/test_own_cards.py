"""Games with cards of a table's own: what the printed cards do, their names and figures do too."""

import json
import pickle

import pytest

from games.wizwar.rulebook import card_sets
from games.wizwar.simulator.engine import extremes
from games.wizwar.simulator.engine.data import CARD, COUNTERS, KIND, LIKE, SIGHT, VALUE
from simulator.engine.refusal import BadConfig, BadPosition
from simulator.game import engine_of

GAME = engine_of("wizwar")
DENSE = dict(GAME.configs["dense"].options)
OWN = [{"like": "fireball", "name": "Комета", "count": 3}]


def new(options, players=2, seed=7):
    return GAME.new_game({"players": players, "options": options}, seed).state


def test_an_empty_difference_is_not_written():
    """variants.cards: digests of the usual cards stay as they were."""
    usual, empty = new({}), new({"cards": {}})
    assert usual == empty
    assert "cards" not in GAME.encode(empty)["options"]
    assert usual.course is empty.course


def test_a_state_carries_the_difference_and_a_set_has_one_course():
    state = new({"cards": {"own": OWN}})
    data = json.loads(json.dumps(GAME.encode(state)))
    assert data["options"]["cards"] == {"own": OWN}
    assert GAME.decode(data) == state
    assert GAME.decode(data).course is state.course
    assert pickle.loads(pickle.dumps(state)).course == state.course


def test_a_card_of_the_table_stands_in_every_table_as_the_one_it_is_like():
    for own, like in LIKE.items():
        assert CARD[own] is CARD[like]
        assert KIND[own] == KIND[like]
        assert (own in SIGHT, own in VALUE) == (like in SIGHT, like in VALUE)


def test_the_deck_is_dealt_from_the_cards_of_the_table():
    state = new({"cards": {"own": OWN, "copies": {"fireball": 0}}})
    assert len(state.course.deck) == 124 - 2 + 3
    assert state.course.all_cards["fireball~1"] == 3
    assert "fireball" not in state.course.copies


def test_with_two_players_what_is_like_relocate_sector_may_be_taken_out_too():
    """variants.relocate: the card leaves the deck before the deal, whatever it is called."""
    own = [{"like": "relocate_sector", "name": "Перестановка"}]
    state = new({"relocate": "removed", "cards": {"own": own}})
    assert not {"relocate_sector", "relocate_sector~1"} & state.course.copies.keys()


def test_a_card_that_is_gone_is_none_of_a_position():
    with pytest.raises(BadPosition) as refused:
        GAME.decode({"players": 2, "hands": {"1": "add"}, "options": {"cards": {"copies": {"add": 0}}}})
    assert [refusal.code for refusal in refused.value.refusals] == ["pos_unknown_card"]


def test_nothing_is_dealt_where_a_set_can_not_be():
    with pytest.raises(BadConfig):
        new({"cards": extremes.poor()}, players=6)
    assert new({"cards": extremes.poor()}, players=4).hands


def test_the_short_form_carries_the_difference():
    """A shared position opens elsewhere, where nobody knows the set."""
    state = new(DENSE, 4)
    written = GAME.short(state, ["А", "Б", "В", "Г"])
    assert card_sets.read(written["options"]["cards"]) == state.options.cards
    again = GAME.decode(json.loads(json.dumps(written)))
    assert again.course == state.course
    assert again.hands == state.hands


def test_the_stretching_sets_are_what_they_say():
    dense, poor = new(DENSE, 4), new({"cards": extremes.poor()}, 3)
    assert dense.course.all_cards["troll"] == extremes.MANY
    wands = [card for card in dense.course.copies if card.startswith("wand_of_opening")]
    assert len(wands) == extremes.MANY
    assert len(poor.course.deck) == 30
    assert not COUNTERS & poor.course.copies.keys()


def test_a_hint_weighs_cards_of_the_table():
    state = GAME.decode(
        {
            "players": 2,
            "at": {"1": "1c3", "2": "1c4"},
            "hands": {"1": "fireball~1", "2": ""},
            "round": 2,
            "options": {"cards": {"own": OWN}},
        }
    )
    seen = GAME.view(state, 0)
    move = GAME.bots["greedy"](seen, GAME.legal_moves(state, 0), 1)
    assert str(move) == "play fireball~1"
