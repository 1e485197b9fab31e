"""Point 15: how many lines of 1, 2 and 3 moves lead on from fixed positions; a change of rules moves them."""

import pytest

from simulator import engines
from tests.simulator.states import perft

GAME = engines.get("poison")
POSITIONS = {
    "opening of three": {
        "players": 3,
        "hands": {"1": "R1 R7 B2 P5 X4", "2": "R2 B7 P1 X4", "3": "R5 B5 P7 P7"},
    },
    "three colours, one nearly full": {
        "players": 3,
        "turn": 1,
        "hands": {"1": "R1 R7 B2 P5 X4", "2": "R2 B7 P1 X4", "3": "R5 B5 P7 P7"},
        "cauldrons": ["R7 R5", "B1", "P2 P2"],
    },
    "only poison on the table": {
        "players": 4,
        "turn": 2,
        "hands": {"1": "X4 R1", "2": "R7 B7 X4", "3": "R5 R5 P2", "4": "B1 B2 X4"},
        "cauldrons": ["X4 X4 X4", "X4", ""],
    },
    "the last cards of a round": {
        "players": 3,
        "turn": 3,
        "round": 2,
        "hands": {"1": "R1", "3": "R7 B7"},
        "cauldrons": ["R7 R5", "B5", "X4"],
        "captured": {"2": "R2 R4"},
    },
    "poison may not open": {
        "players": 3,
        "turn": 1,
        "hands": {"1": "X4 R1", "2": "X4", "3": "X4 B1"},
        "options": {"poison_may_open_empty_cauldron": False},
    },
}
COUNTS = {
    "opening of three": (5, 28, 107),
    "three colours, one nearly full": (7, 42, 126),
    "only poison on the table": (9, 39, 237),
    "the last cards of a round": (2, 2, 2),
    "poison may not open": (1, 1, 2),
}


@pytest.mark.parametrize("name", list(POSITIONS))
def test_the_number_of_lines_is_known(name):
    state = GAME.decode(POSITIONS[name])
    assert tuple(perft(GAME, state, depth) for depth in (1, 2, 3)) == COUNTS[name]


def test_the_first_counts_of_a_position_agree_with_counting_by_hand():
    """cauldron.colour, poison.any: two reds, a blue and a purple have one place each, poison has three."""
    state = GAME.decode(POSITIONS["three colours, one nearly full"])
    assert len(GAME.legal_moves(state, 0)) == 4 + 3


def test_lines_that_cross_into_the_next_round_are_counted_too():
    """round.end, setup.deal: after the last card comes a new deal; its opening's moves are the lines."""
    state = GAME.decode({"players": 3, "hands": {"1": "R1"}, "cauldrons": ["R7"]})
    step = GAME.apply(state, 0, GAME.legal_moves(state, 0)[0])
    (seat,) = GAME.to_act(step.state)
    assert perft(GAME, state, 2) == len(GAME.legal_moves(step.state, seat)) > 5
