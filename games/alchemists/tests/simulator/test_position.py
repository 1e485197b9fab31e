"""The short form of Alchemists (cases/README.md): what is written is read, what can't be is refused."""

import json
from functools import cache
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.alchemists.tests.simulator.positions import GAME, NAMES, SHORT, states
from tests.daily import daily
from tests.simulator.states import assert_sound_or_refused, leaves, put


def test_what_is_not_named_is_as_at_the_start_of_round_two():
    """cases/README.md: gold 2, reputation 10, five open ingredients, all cubes, the first player chooses."""
    state = GAME.decode({"players": 3})
    assert (state.round, state.phase, state.first) == (2, "order", 0)
    assert [(board.gold, board.reputation, board.cubes) for board in state.boards] == [(2, 10, 5)] * 3
    assert len(state.row) == 5
    assert len(state.deck) == 35
    assert not any(screen.hand or screen.favours for screen in state.screens)


def test_unnamed_cards_come_one_of_each_kind_in_turn():
    state = GAME.decode({**SHORT, "hands": {"Оля": 3}, "row": ""})
    assert sorted(state.screens[0].hand) == ["fern", "mushroom", "toad"]


def test_the_secret_agrees_with_all_that_is_said_of_it():
    """cases/README.md: the first world that agrees with truth, facts and past."""
    facts = [{"kind": "aspect", "ingredient": "feather", "colour": "R", "sign": "-"}]
    past = ["Саша: student mushroom toad = R+", "Саша: sell toad fern G+ = sign gone"]
    state = GAME.decode({**SHORT, "truth": {"claw": "a7"}, "facts": facts, "past": past})
    names = GAME.short(state, SHORT["players"])
    assert names["truth"]["claw"] == "a7"
    assert state.mixes[0].potion == "R+"
    assert state.mixes[1].shown == "sign"


def test_a_guessed_pair_makes_what_all_saw():
    """cases/README.md: a pair may be `? ?` if the result is given."""
    state = GAME.decode(
        {**SHORT, "code": "DEMO", "past": ["Саша: drink ? ? = G-", "Саша: sell ? ? R+ = neutral"]}
    )
    assert [mix.potion for mix in state.mixes] == ["G-", "R+"]
    GAME.invariants(state)


@pytest.mark.parametrize(  # every day conformance as well
    ("players", "level"), daily(product((2, 3, 4), ("apprentice", "master")), [(3, "master")])
)
def test_any_moment_of_a_game_can_be_written_down_and_read_again(players, level):
    """What is written whole gives the same position with the same moves; what a seat sees looks the same."""
    names = NAMES[:players]
    for state, seat in states(players, seed=players + 10, level=level):
        whole = json.loads(json.dumps(GAME.short(state, names)))
        again = GAME.decode(whole)
        assert GAME.differences(again, names, whole) == []
        if seat is None:
            assert GAME.scores(again) == GAME.scores(state)
            continue
        if len(state.agenda) == 1:
            assert GAME.legal_moves(again, seat) == GAME.legal_moves(state, seat)
        seen = json.loads(json.dumps(GAME.short(state, names, seat, whole=False)))
        guessed = GAME.decode(seen)
        assert GAME.differences(GAME.view(guessed, seat), names, seen) == []


def played(state, *texts):
    for text in texts:
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, GAME.parse(state, seat, text)).state
    return state


def test_boots_that_were_offered_are_written_down():
    """Rulings 27 and 115: once in an area; here the Periscope asks after the action that they gave."""
    state = GAME.decode(
        {
            **SHORT,
            "actions": {"Оля": "student/1"},
            "at": "student",
            "artifacts": {"Оля": "boots_of_speed", "Саша": "periscope"},
            "asked": "boots",
        }
    )
    state = played(state, "mix fern toad")
    short = GAME.short(state, SHORT["players"])
    assert (short["asked"], short["booted"]) == ("peek", True)
    again = GAME.decode(short)
    assert again.booted
    assert "booted" not in GAME.short(played(again, "decline"), SHORT["players"])
    assert not GAME.decode({key: value for key, value in short.items() if key != "booted"}).booted


def test_herbalists_that_wait_are_written_down_and_played():
    """herbalist.two: one after the other, each to its end."""
    state = GAME.decode(
        {"players": NAMES[:2], "asked": "herbalist", "turn": "Оля", "hands": {"Оля": "fern mushroom toad"}}
        | {"herbalists": ["Саша", "Саша"], "played": "herbalist herbalist herbalist"}
    )
    again = GAME.decode(GAME.short(state, NAMES[:2]))
    assert again.herbalists == (1, 1)
    again = played(again, "discard fern mushroom")
    assert (GAME.short(again, NAMES[:2])["turn"], again.herbalists) == ("Саша", (1,))


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 50),
    st.text(max_size=8),
    st.just([]),
    st.just({}),
    st.just([[]]),
)


@cache
def moments():
    return [state for state, _ in states(3, seed=3, every=20)]


@pytest.mark.thorough  # every day tests/simulator/test_position.py, key by key
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), seed=st.integers(1, 30))
def test_junk_anywhere_in_a_short_form_breaks_nothing(data, seed):
    """Whatever stands there, the answer is a sound position or a refusal."""
    short = GAME.short(moments()[seed % len(moments())], NAMES[:3])
    path = data.draw(st.sampled_from([path for path in leaves(short) if path]))
    assert_sound_or_refused(GAME, put(short, path, data.draw(JUNK)))
