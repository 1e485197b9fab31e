"""Positions as data: one that can exist is read, any other is refused by name, none breaks the engine.

What a game's positions say stands in the `positions.py` of its folder; here are the questions.
"""

import json
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.engine.refusal import BadPosition
from simulator.game import played_games
from tests.conformance.tables import DAILY, sample
from tests.daily import examples
from tests.simulator.positions import all_positions, junk
from tests.simulator.states import assert_sound_or_refused, leaves, put

POSITIONS = all_positions()
EACH = pytest.mark.parametrize("at", POSITIONS.values(), ids=POSITIONS.keys())
NAMES = ("Оля", "Саша", "Рита", "Коля")
# What no game takes; in all of them Оля and Саша sit at the table.
IMPOSSIBLE = [
    ({"players": None}, "pos_players"),
    ({"players": "Оля"}, "pos_players"),
    ({"players": ["Оля", ""]}, "pos_players"),
    ({"players": ["Оля", "Саша", "x" * 41]}, "pos_players"),
    ({"players": ["Оля", "Саша", 3]}, "pos_players"),
    ({"players": ["Оля", "Саша", "Оля"]}, "pos_players"),
    ({"players": ["Оля"]}, "players_range"),
    ({"players": True}, "pos_players"),
    ({"players": 7}, "players_range"),
    ({"players": 99}, "players_range"),
    ({"players": 10**30}, "players_range"),
    ({"players": -1}, "players_range"),
    ({"hands": None}, "pos_malformed"),
    ({"hands": {"Барон": 1}}, "pos_malformed"),
    ({"hands": {"Оля": ["R1"]}}, "pos_malformed"),
    ({"hands": {"Оля": True}}, "pos_malformed"),
    ({"hands": {"Оля": -1}}, "pos_not_enough"),
    ({"hands": {"Оля": 200}}, "pos_not_enough"),
    ({"hands": {"Оля": "Dragon"}}, "pos_unknown_card"),
    ({"first": "Барон"}, "pos_malformed"),
    ({"turn": "Барон"}, "pos_turn"),
    ({"turn": 0}, "pos_turn"),
    ({"turn": 7}, "pos_turn"),
    ({"turn": ["Оля"]}, "pos_turn"),
    ({"options": {"luck": 1}}, "unknown_option"),
    ({"options": 5}, "unknown_option"),
    ({"weather": "rain"}, "pos_malformed"),
]
NOTHING = [None, 5, "Оля", [], True, {}, {"state": 1}, {"state": None}, {1: 2}, {"players": {}}]


def test_every_engine_has_positions():
    assert {at.game_id for at in POSITIONS.values()} == set(played_games())


@EACH
def test_a_position_that_can_not_exist_is_refused_by_name(at):
    """With its clause where that is said; never a traceback."""
    for changes, *wanted in [*IMPOSSIBLE, *at.impossible]:
        told = [(refusal.code, refusal.clause) for refusal in at.refusals({**at.short, **changes})]
        assert [list(each[: len(wanted)]) for each in told] == [wanted], changes


@EACH
def test_what_is_no_position_at_all_is_refused(at):
    for data in NOTHING:
        assert at.refusals(data), data


@EACH
def test_names_are_those_of_the_short_form(at):
    assert at.game.names(at.short) == at.short["players"]
    for data in ({"players": 4}, {"players": [1, 2]}, None):
        assert at.game.names(data) == []


@pytest.mark.parametrize(
    ("at", "expected", "what"),
    [
        pytest.param(at, expected, what, id=f"{place}-{what}")
        for place, at in POSITIONS.items()
        for expected, what in at.differing
    ],
)
def test_what_differs_is_named(at, expected, what):
    state = at.game.decode(at.short)
    assert [each.what for each in at.game.differences(state, at.names, expected)] == [what]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        pytest.param(at, expected, id=f"{place}-{expected}")
        for place, at in POSITIONS.items()
        for expected in [{"weather": 1}, {"hands": 5}, {"turn": "Барон"}, *at.unmeetable]
    ],
)
def test_an_expectation_that_no_position_can_meet_is_an_error(at, expected):
    with pytest.raises(BadPosition):
        at.game.differences(at.game.decode(at.short), at.names, expected)


@pytest.mark.parametrize("table", DAILY, ids=str)
def test_what_a_seat_may_share_names_no_hidden_card(table):
    """Hands of others and piles are numbers; what looks the same to a seat has the same short form."""
    game, names = table.game, NAMES[: table.seats]
    for state in sample(table).telling:
        whole = game.short(state, names)
        for seat in table.everybody:
            seen = json.loads(json.dumps(game.short(state, names, seat, whole=False)))
            assert game.short(game.resample(state, seat, 77), names, seat, whole=False) == seen
            for place, name in enumerate(names):
                hand, written = hand_of(whole, name), hand_of(seen, name)
                assert written == (hand if hand and place == seat else counted(hand))
            for key, number in seen.items():
                if type(number) is int:
                    assert number == counted(whole[key]), key
            if game.to_act(state):
                again = game.short(game.decode(seen), names)
                for name in names:
                    assert counted(hand_of(again, name)) == counted(hand_of(whole, name))


def hand_of(short, name) -> str | int:
    return short.get("hands", {}).get(name) or 0


def counted(cards: str | list[str] | int) -> int:
    """How many are written, where they aren't a number already."""
    return (
        cards
        if isinstance(cards, int)
        else len((cards if isinstance(cards, str) else " ".join(cards)).split())
    )


# --- Hostile data ------------------------------------------------------------------------------------------


def try_out(strategy, number, check):
    """Asks Hypothesis, which for a test of many games can't be done by a decorator."""
    quick = [HealthCheck.data_too_large, HealthCheck.too_slow]
    settings(max_examples=examples(number), suppress_health_check=quick)(given(strategy)(check))()


@EACH
def test_reading_any_json_raises_nothing_but_bad_position(at):
    def check(data):
        with pytest.raises(BadPosition):
            at.game.decode(data)

    try_out(junk(at.words), 40, check)


@EACH
def test_a_short_form_with_anything_in_it_is_a_sound_state_or_bad_position(at):
    changes = st.dictionaries(st.sampled_from(at.keys), junk(at.words), max_size=4)
    try_out(changes, at.tries // 2, lambda changed: assert_sound_or_refused(at.game, {**at.short, **changed}))


@EACH
def test_comparing_with_anything_raises_nothing_but_bad_position(at):
    state = at.game.decode(at.short)

    def check(expected):
        with suppress(BadPosition):
            at.game.differences(state, at.names, expected)

    try_out(st.dictionaries(st.sampled_from(at.keys), junk(at.words), max_size=3), 80, check)


@cache
def encoded(place):
    return POSITIONS[place].encoded()


@cache
def strange(place):
    at = POSITIONS[place]
    return junk(at.words) | st.sampled_from([*at.values, 0, 1, -1, 10**30, True, "none", [], {}])


def spoilt(data, place, below=()):
    """An encoded state with something else somewhere, or somewhere below a key."""

    def once(state):
        part = state[below[0]] if below else state
        paths = list(leaves(part, below))
        return put(state, data.draw(st.sampled_from(paths)), data.draw(strange(place)))

    return once


@pytest.mark.parametrize("place", POSITIONS)
def test_an_encoded_state_spoilt_anywhere_is_still_sound_or_refused(place):
    def check(data):
        state = data.draw(st.sampled_from(encoded(place)))
        assert_sound_or_refused(POSITIONS[place].game, spoilt(data, place)(state))

    try_out(st.data(), POSITIONS[place].tries, check)


@pytest.mark.parametrize("place", POSITIONS)
def test_choices_spoilt_in_two_places_are_still_sound_or_refused(place):
    def check(data):
        once = spoilt(data, place, ("agenda",))
        state = data.draw(st.sampled_from([each for each in encoded(place) if each["agenda"]]))
        assert_sound_or_refused(POSITIONS[place].game, once(once(state)))

    try_out(st.data(), POSITIONS[place].tries, check)


@pytest.mark.parametrize(
    ("at", "change", "what"),
    [
        pytest.param(at, change, what, id=f"{place}-{what}")
        for place, at in POSITIONS.items()
        for change, what in at.broken
    ],
)
def test_an_encoded_state_with_something_wrong_is_refused(at, change, what):
    (refusal,) = at.refusals(at.game.encode(at.game.decode(at.short)) | change)
    assert (refusal.code, refusal.params["what"]) == ("pos_malformed", what)
