"""Records: whatever comes in, the answer is a record or BadRecord; a refused move says its clause."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.game import Move
from simulator.engine.record import Record, last_state, record_from_json, state_digest, steps_of
from simulator.engine.refusal import BadRecord
from simulator.game import engine_of

GAME = engine_of("poison")
RECORD = {
    "game": "poison",
    "rules": 1,
    "config": {"players": 3, "options": {"dealer": "3"}},
    "seed": 5,
    "moves": [],
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def first_move(record):
    state = last_state(GAME, record)
    (seat,) = GAME.to_act(state)
    return seat, GAME.legal_moves(state, seat)[0]


def test_a_record_goes_to_json_and_back():
    record = record_from_json(RECORD)
    record = record.with_move(*first_move(record))
    assert record_from_json(record.to_json()) == record
    assert "start" not in record.to_json()
    assert record.cut(0) == record_from_json(RECORD)


def test_equal_records_have_equal_digests_and_others_do_not():
    record = record_from_json(RECORD)
    assert record.digest() == record_from_json(dict(reversed(RECORD.items()))).digest()
    assert record.digest() != record.with_move(*first_move(record)).digest()


@pytest.mark.parametrize(
    "changes",
    [
        {"game": 5},
        {"rules": "1"},
        {"rules": True},
        {"config": []},
        {"seed": 1.5},
        {"seed": None},
        {"moves": {}},
        {"moves": [["1", "play R1 1"]]},
        {"moves": [[0]]},
        {"moves": [[0, 5]]},
        {"moves": [[True, "play R1 1"]]},
        {"start": []},
    ],
)
def test_a_record_of_another_shape_is_refused(changes):
    with pytest.raises(BadRecord) as caught:
        record_from_json({**RECORD, **changes})
    assert [refusal.code for refusal in caught.value.refusals] == ["bad_record"]


@given(JSON)
def test_reading_a_record_raises_nothing_but_bad_record(data):
    with pytest.raises(BadRecord):
        record_from_json(data)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys((*RECORD, "start"), JSON)))
def test_replaying_whatever_looks_like_a_record_raises_nothing_but_bad_record(changes):
    with suppress(BadRecord):
        assert list(steps_of(GAME, record_from_json({**RECORD, **changes})))


@pytest.mark.parametrize("changes", [{"game": "chess"}, {"rules": 99}])
def test_a_record_of_another_game_or_other_rules_is_not_replayed(changes):
    with pytest.raises(BadRecord) as caught:
        list(steps_of(GAME, record_from_json({**RECORD, **changes})))
    assert caught.value.refusals[0].params == {"what": "rules"}


@pytest.mark.parametrize(
    ("config", "code"),
    [
        ({}, "players_range"),
        ({"players": 9}, "players_range"),
        ({"players": 2}, "players_range"),
        ({"players": True}, "players_range"),
        ({"players": 4, "options": {"luck": 1}}, "unknown_option"),
        ({"players": 4, "options": []}, "unknown_option"),
        ({"players": 4, "options": {"shed_majority": 1}}, "bad_option"),
        ({"players": 4, "options": {"show_captured_counts": 1}}, "bad_option"),
        ({"players": 3, "options": {"dealer": "4"}}, "bad_dealer"),
        ({"players": 4, "script": [9]}, "bad_script"),
        ({"players": 4, "script": 9}, "bad_script"),
    ],
)
def test_a_record_whose_game_can_not_be_set_up_says_why(config, code):
    with pytest.raises(BadRecord) as caught:
        list(steps_of(GAME, record_from_json({**RECORD, "config": config})))
    assert code in [refusal.code for refusal in caught.value.refusals]


@pytest.mark.parametrize(
    ("players", "n"),
    [(9, 9), (-1, -1), (10**30, "1" + "0" * 19), ("9", "9"), (True, "True"), (None, "None"), (2.5, "2.5")],
)
def test_a_number_of_players_is_told_as_a_number_anything_else_as_it_begins(players, n):
    with pytest.raises(BadRecord) as caught:
        list(steps_of(GAME, record_from_json({**RECORD, "config": {"players": players}})))
    (refusal,) = caught.value.refusals
    assert refusal.params == {"n": n, "min": 3, "max": 6}
    assert type(refusal.params["n"]) is type(n)


def test_a_record_is_played_up_to_the_move_that_the_rules_refuse():
    """turn.order: the second move is by a seat that is not to play."""
    record = record_from_json(RECORD)
    seat, move = first_move(record)
    record = record.with_move(seat, move).with_move(seat, move)
    steps = steps_of(GAME, record)
    assert len([next(steps), next(steps)]) == 2
    with pytest.raises(BadRecord) as caught:
        next(steps)
    assert caught.value.refusals[0].clause == "turn.order"


def test_a_script_that_runs_out_of_sense_in_a_later_round_is_refused_there():
    config = {"players": 3, "options": {"dealer": "3"}}
    played = Record("poison", 1, config, 5)
    state = GAME.new_game(config, 5).state
    while not state.history:
        (seat,) = GAME.to_act(state)
        move = GAME.legal_moves(state, seat)[0]
        played, state = played.with_move(seat, move), GAME.apply(state, seat, move).state
    start = GAME.encode(last_state(GAME, played.cut(len(played.moves) - 1)))
    record = Record("poison", 1, config, 5, played.moves[-1:], {**start, "script": [["R1"]]})
    with pytest.raises(BadRecord) as caught:
        list(steps_of(GAME, record))
    assert caught.value.refusals[0].code == "bad_script"


def test_equal_states_have_equal_digests():
    one, two = (GAME.new_game(RECORD["config"], 5).state for _ in range(2))
    assert state_digest(GAME, one) == state_digest(GAME, two)
    assert state_digest(GAME, one) != state_digest(GAME, GAME.new_game(RECORD["config"], 6).state)


@given(st.text(), st.integers(-2, 7))
def test_parsing_never_raises_and_what_it_reads_is_checked_without_raising(text, seat):
    state = GAME.new_game(RECORD["config"], 5).state
    move = GAME.parse(state, seat, text)
    refusal = GAME.check(state, seat, move)
    assert (refusal is None) == (move in GAME.legal_moves(state, seat))


ARGS = st.none() | st.integers() | st.text(max_size=4) | st.floats() | st.lists(st.integers(), max_size=2)


@given(st.sampled_from(["play", "shed", "keep", "pass", "look", "", "jump"]), st.lists(ARGS, max_size=3))
def test_checking_junk_never_raises(verb, args):
    state = GAME.new_game(RECORD["config"], 5).state
    for seat in range(3):
        assert GAME.check(state, seat, Move(verb, tuple(args))) is not None
