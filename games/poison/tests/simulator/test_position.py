"""The short form of «Алхимия»: what is not named, and what comes back."""

import pytest

from games.poison.tests.simulator.positions import GAME, LINES, NAMES, POSITIONS, SHORT
from simulator.engine.refusal import BadPosition
from tests.simulator.states import perft


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


def test_all_that_is_wrong_with_the_cauldrons_is_told_at_once():
    data = {**SHORT, "cauldrons": ["R7 R7", "B1 P1", "R5"]}
    assert POSITIONS.codes(data) == ["pos_over_limit", "pos_mixed", "pos_same_colour"]


def test_a_cauldron_overflows_in_an_encoded_state_too():
    """overflow.limit: with a third red card there would be 14."""
    data = GAME.encode(GAME.decode({**SHORT, "cauldrons": ["R7 R5"], "captured": {"Оля": "R2"}}))
    data["cauldrons"][0]["cards"] += data["captured"][0]
    data["captured"][0] = []
    assert POSITIONS.codes(data) == ["pos_over_limit"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"history": [{"table": [[15, 0, 0, 0]] + [[0] * 4] * 3, "kept": []}]},  # there are fourteen reds
        {"history": [{"table": [[0, 0, 0, -1]] + [[0] * 4] * 3, "kept": []}]},
        {"history": [{"table": [[0] * 4] * 3, "kept": []}]},
        {"history": [{"table": [[0] * 4] * 4, "kept": [[4, "red"]]}]},
        {"kept": [[4, "red"]]},
        {"agenda": []},
        {"agenda": [{"frame": "Turn", "seat": 4}]},
        {"agenda": [{"frame": "Turn", "seat": -1}]},
        {"agenda": [{"frame": "Turn", "seat": 0}] * 2},
        {"agenda": [{"frame": "Shed", "seat": 0, "colour": ""}]},
        {"dealer": 4},
    ],
    ids=str,
)
def test_an_encoded_state_that_no_game_comes_to_is_refused(wrong):
    """DESIGN: decode raises only BadPosition; components.deck, setup.dealer."""
    with pytest.raises(BadPosition):
        GAME.decode(GAME.encode(GAME.decode({**SHORT, "hands": {"Оля": 2, "Коля": 2}})) | wrong)


def test_majorities_are_decided_on_from_the_dealers_left_and_by_colour():
    """majority.shed, option shed_majority: who is asked first, and what can't be asked or kept."""
    asked = {"Оля": "blue red", "Коля": "purple"}
    data = {
        "players": NAMES,
        "dealer": "Рита",
        "cauldrons": ["R1", "B1", "P1"],
        "captured": {"Оля": "R2 B2", "Коля": "P2"},
        "options": {"shed_majority": "ask_player"},
    }
    state = GAME.decode({**data, "asked": asked})
    order = []
    while type(state.agenda[-1]).__name__ == "Shed":
        order.append((state.agenda[-1].seat, state.agenda[-1].colour))
        state = GAME.apply(
            state, *min((seat, GAME.legal_moves(state, seat)[1]) for seat in GAME.to_act(state))
        ).state
    assert order == [(3, "purple"), (0, "red"), (0, "blue")]
    assert POSITIONS.codes({**data, "asked": asked, "hands": {"Оля": "R4"}}) == ["pos_malformed"]
    assert POSITIONS.codes({**data, "asked": asked, "options": {}}) == ["pos_malformed"]
    assert POSITIONS.codes({**data, "asked": {"Оля": "green"}}) == ["pos_malformed"]


def test_the_first_counts_of_a_position_agree_with_counting_by_hand():
    """cauldron.colour, poison.any: two reds, a blue and a purple have one place each, poison has three."""
    state = GAME.decode(LINES["three colours, one nearly full"][0])
    assert len(GAME.legal_moves(state, 0)) == 4 + 3


def test_lines_that_cross_into_the_next_round_are_counted_too():
    """round.end, setup.deal: after the last card comes a new deal; its opening's moves are the lines."""
    state = GAME.decode({"players": 3, "hands": {"1": "R1"}, "cauldrons": ["R7"]})
    step = GAME.apply(state, 0, GAME.legal_moves(state, 0)[0])
    (seat,) = GAME.to_act(step.state)
    assert perft(GAME, state, 2) == len(GAME.legal_moves(step.state, seat)) > 5


def test_a_majority_that_was_kept_and_one_still_asked_about_are_told():
    """majority.shed by the option: a kept majority counts, so the position has to say whose it is."""
    given = {
        "players": ["Оля", "Саша", "Рита"],
        "options": {"shed_majority": "ask_player"},
        "captured": {"Оля": "R1 R2", "Саша": "B1 B2", "Рита": "P1"},
        "cauldrons": ["R4", "", ""],
        "scores": [{"Оля": {"red": 3, "kept": "red"}, "Саша": {"red": 1}}],
        "kept": {"Оля": "red"},
        "asked": {"Саша": "blue", "Рита": "purple"},
    }
    state = GAME.decode(given)
    assert (state.kept, state.history[0].kept) == (((0, "red"),), ((0, "red"),))
    assert GAME.to_act(state) == {1}, "Оля has answered, Саша is next"
    again = GAME.decode(GAME.short(state, given["players"]))
    assert GAME.encode(again) == GAME.encode(state)
    assert GAME.differences(state, given["players"], given | {"asked": {"Рита": "purple"}}) == []
    unlike = GAME.differences(state, given["players"], {"kept": {"1": "blue", "2": ""}})
    assert [each.what for each in unlike] == ["kept 1"]
    for broken in ({"asked": {"Саша": "green"}}, {"kept": 3}, {"hands": {"Оля": "P2"}}):
        with pytest.raises(BadPosition):
            GAME.decode(given | broken)
