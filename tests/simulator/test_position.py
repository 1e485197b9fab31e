"""Positions as data: one that can exist is read, any other is refused by name, none breaks the engine."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.content import reading
from rulebook.wording import sentences
from simulator import engines
from simulator.engine.chance import Rng
from simulator.engine.refusal import BadPosition
from tests.daily import examples
from tests.simulator.states import assert_sound_or_refused, leaves, put

GAME = engines.get("poison")
RULES = reading.load("poison")
NAMES = ["Оля", "Саша", "Рита", "Коля"]
SHORT = {"players": NAMES, "hands": {"Оля": "R1 X4", "Саша": 2}}


def codes(data) -> list[str]:
    """The refusals of a position; each must have a clause and words in both languages."""
    with pytest.raises(BadPosition) as caught:
        GAME.decode(data)
    for refusal in caught.value.refusals:
        assert refusal.clause in RULES.clause_by_id
        for lang in ("ru", "en"):
            assert sentences.render(RULES, "refusal", refusal.code, refusal.params, lang)
    return [refusal.code for refusal in caught.value.refusals]


def middle(seed=1, plies=9, **options):
    """A state some random moves into a game of four."""
    state, rng = GAME.new_game({"players": 4, "options": options}, seed).state, Rng(seed)
    for _ in range(plies):
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, rng.choice(GAME.legal_moves(state, seat))).state
    return state


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": None}, "pos_players"),
        ({"players": "Оля"}, "pos_players"),
        ({"players": ["Оля", ""]}, "pos_players"),
        ({"players": ["Оля", "Саша", "x" * 41]}, "pos_players"),
        ({"players": ["Оля", "Саша", 3]}, "pos_players"),
        ({"players": ["Оля", "Саша", "Оля"]}, "pos_players"),
        ({"players": 2}, "players_range"),
        ({"players": 10**30}, "players_range"),
        ({"players": -1}, "players_range"),
        ({"hands": None}, "pos_malformed"),
        ({"hands": {"Барон": 1}}, "pos_malformed"),
        ({"hands": {"Оля": ["R1"]}}, "pos_malformed"),
        ({"hands": {"Оля": True}}, "pos_malformed"),
        ({"hands": {"Оля": -1}}, "pos_not_enough"),
        ({"hands": {"Оля": 51}}, "pos_not_enough"),
        ({"hands": {"Оля": 30, "Саша": 21}}, "pos_not_enough"),
        ({"hands": {"Оля": "R1 " * 51}}, "pos_not_enough"),
        ({"hands": {"Оля": "R3"}}, "pos_unknown_card"),
        ({"hands": {"Оля": "r1"}}, "pos_unknown_card"),
        ({"hands": {"Оля": "R4 R4 R4"}}, "pos_too_many"),
        ({"hands": {}}, "pos_no_cards"),
        ({"turn": "Рита"}, "pos_turn"),
        ({"turn": "Барон"}, "pos_turn"),
        ({"turn": 0}, "pos_turn"),
        ({"turn": 5}, "pos_turn"),
        ({"turn": ["Оля"]}, "pos_turn"),
        ({"dealer": "Барон"}, "pos_malformed"),
        ({"round": 0}, "pos_round"),
        ({"round": 5}, "pos_round"),
        ({"round": "2"}, "pos_round"),
        ({"scores": [{}] * 4}, "pos_round"),
        ({"scores": {}}, "pos_malformed"),
        ({"scores": [{"Оля": {"red": 15}}]}, "pos_malformed"),
        ({"scores": [{"Оля": {"green": 1}}]}, "pos_malformed"),
        ({"scores": [{"Оля": 7}]}, "pos_malformed"),
        ({"cauldrons": "R1"}, "pos_cauldrons"),
        ({"cauldrons": ["", "", "", ""]}, "pos_cauldrons"),
        ({"cauldrons": [["R1"]]}, "pos_malformed"),
        ({"cauldrons": ["R7 R7"]}, "pos_over_limit"),
        ({"cauldrons": ["R1 B1"]}, "pos_mixed"),
        ({"cauldrons": ["R7", "R5"]}, "pos_same_colour"),
        ({"cauldrons": ["red: X4"]}, "pos_mixed"),
        ({"cauldrons": ["green: X4"]}, "pos_malformed"),
        ({"cauldrons": ["red:"]}, "pos_malformed"),
        ({"captured": {"Оля": "R7"}}, "pos_unopened"),
        ({"captured": []}, "pos_malformed"),
        ({"options": {"luck": 1}}, "unknown_option"),
        ({"options": {"final_tie": "coin"}}, "bad_option"),
        ({"options": 5}, "unknown_option"),
        ({"weather": "rain"}, "pos_malformed"),
    ],
)
def test_a_position_that_can_not_exist_is_refused_by_name(changes, code):
    assert code in codes({**SHORT, **changes})


@pytest.mark.parametrize("data", [None, 5, "R1", [], True, {}, {"state": 1}, {"state": None}, {1: 2}])
def test_what_is_no_position_at_all_is_refused(data):
    assert codes(data)


def test_all_that_is_wrong_with_the_cauldrons_is_told_at_once():
    assert codes({**SHORT, "cauldrons": ["R7 R7", "B1 P1", "R5"]}) == [
        "pos_over_limit",
        "pos_mixed",
        "pos_same_colour",
    ]


def test_defaults_are_the_opening_of_a_first_round():
    """turn.start: left of the dealer; setup.dealer: the last seat; nothing in the cauldrons."""
    state = GAME.decode(SHORT)
    assert (state.dealer, state.round, state.history, state.captured) == (3, 1, (), ((),) * 4)
    assert GAME.to_act(state) == {0}
    assert [cauldron.cards for cauldron in state.cauldrons] == [(), (), ()]


def test_unnamed_cards_are_dealt_in_content_order_and_the_rest_lies_aside():
    state = GAME.decode({**SHORT, "hands": {"Оля": "R1 X4", "Саша": 4}})
    assert state.hands[1] == ("R1", "R1", "R2", "R2")
    assert len(state.aside) == 50 - 6


def test_a_turn_passes_by_those_without_cards():
    """turn.empty: left of the dealer has no card, so the next one with cards plays."""
    state = GAME.decode({"players": NAMES, "hands": {"Рита": "R1", "Коля": "B1"}})
    assert GAME.to_act(state) == {2}


def test_a_colour_may_stay_with_poison_only_by_the_option():
    """poison.colourless, ruling 18."""
    data = {**SHORT, "cauldrons": ["red: X4"], "options": {"recolor_after_poison_overflow": False}}
    state = GAME.decode(data)
    assert state.cauldrons[0].colour == "red"
    assert GAME.short(state, NAMES)["cauldrons"][0] == "red: X4"
    assert [str(move) for move in GAME.legal_moves(state, 0)] == [
        "play R1 1",
        "play X4 1",
        "play X4 2",
    ]


@pytest.mark.parametrize("seed", range(6))
def test_the_short_form_of_a_state_gives_back_all_that_can_be_seen(seed):
    state = middle(seed, plies=7 * seed)
    again = GAME.decode(json.loads(json.dumps(GAME.short(state, NAMES))))
    for seat in (0, 1, 2, 3, None):
        assert GAME.view_json(GAME.view(again, seat)) == GAME.view_json(GAME.view(state, seat))


@pytest.mark.parametrize("seat", [0, 3, None])
def test_what_a_seat_may_share_names_no_hidden_card(seat):
    """pile.closed and the hands of others: only their number."""
    state = middle(2)
    short = GAME.short(state, NAMES, seat, whole=False)
    for place, name in enumerate(NAMES):
        assert short["hands"][name] == (
            " ".join(state.hands[place]) if place == seat else len(state.hands[place])
        )
    assert "aside" not in json.dumps(short)
    again = GAME.decode(short)
    assert [len(hand) for hand in again.hands] == [len(hand) for hand in state.hands]


def test_a_state_does_not_differ_from_its_own_short_form():
    for plies in (0, 9, 30, 60):
        state = middle(3, plies=plies, final_tie="single_best_round")
        assert GAME.differences(state, NAMES, GAME.short(state, NAMES)) == []


def test_names_are_those_of_the_short_form():
    assert GAME.names(SHORT) == NAMES
    assert GAME.names({"players": 4}) == []
    assert GAME.names({"players": [1, 2]}) == []
    assert GAME.names(None) == []


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["R1", "X4"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=10,
)
SHORT_KEYS = ("players", "turn", "dealer", "round", "hands", "cauldrons", "captured", "scores", "options")


@given(JUNK)
def test_reading_any_json_raises_nothing_but_bad_position(data):
    with pytest.raises(BadPosition):
        GAME.decode(data)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(SHORT_KEYS, JUNK)))
def test_a_short_form_with_anything_in_it_is_a_sound_state_or_bad_position(changes):
    assert_sound_or_refused(GAME, {**SHORT, **changes})


ENCODED = [
    GAME.encode(middle(4)),
    GAME.encode(middle(5, plies=60)),
    GAME.encode(middle(6, plies=50, shed_majority="ask_player")),
    GAME.encode(middle(7, plies=200, shed_majority="ask_player")),
]


@settings(max_examples=examples(400), suppress_health_check=[HealthCheck.data_too_large])
@given(st.data())
def test_an_encoded_state_spoilt_anywhere_is_still_sound_or_refused(data):
    state = data.draw(st.sampled_from(ENCODED))
    path = data.draw(st.sampled_from(list(leaves(state))))
    value = data.draw(
        JUNK | st.sampled_from([0, 1, 3, -1, 7, 10**30, "red", "none", "empty", "Shed", [], {}])
    )
    assert_sound_or_refused(GAME, put(state, path, value))
