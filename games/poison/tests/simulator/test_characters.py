"""docs/bots.md, «Characters»: each has one fault, which others don't have, and the habit tells of it."""

import pytest

from simulator.game import engine_of
from simulator.game import get as game_object

GAME = engine_of("poison")
# By character: a position, what those do there who don't have its fault, and what it does instead.
FAULTS = {
    "careful": (
        {"hands": {"1": "R1 R7", "2": 2, "3": 2}, "cauldrons": ["R5", "B7", ""]},
        "play R7 1",
        "play R1 1",
    ),
    "greedy": (  # three reds would be shed with those of before; two blues stay
        {
            "hands": {"1": "B7 R7", "2": 2, "3": 2},
            "cauldrons": ["R5 R4 R2", "B5 B4", "P2"],
            "captured": {"1": "R1 R1 R2", "2": "R2 B1 B1 B1"},
        },
        "play R7 1",
        "play B7 2",
    ),
    "hasty": (
        {
            "hands": {"1": "B4 R7", "2": 2, "3": 2},
            "cauldrons": ["R7", "B7", "P2"],
            "captured": {"2": "R1 R2"},
        },
        "play B4 2",
        "play R7 1",
    ),
    "forgetful": (  # the other has taken four reds, but two of them long ago
        {
            "hands": {"1": "B4 R7", "2": 2, "3": 2},
            "cauldrons": ["R5 R4 R2", "B7", "P2"],
            "captured": {"2": "R1 R1 R2 R7 B1 B1 B2 B5"},
        },
        "play B4 2",
        "play R7 1",
    ),
    "scholarly": (  # eight and five are thirteen, and whoever is next collects blue
        {
            "hands": {"1": "B5 R7", "2": 2, "3": 2},
            "cauldrons": ["R4", "B7 B1", "P2"],
            "captured": {"2": "B2 B2 B4"},
        },
        "play R7 1",
        "play B5 2",
    ),
}
SOUND = {
    "careful": ("greedy", "hasty", "forgetful"),
    "greedy": ("careful", "forgetful", "scholarly"),
    "hasty": ("careful", "greedy", "forgetful", "scholarly"),
    "forgetful": ("careful", "greedy", "scholarly"),
    "scholarly": ("greedy", "hasty", "forgetful"),
}


@pytest.mark.parametrize("bot", FAULTS)
def test_a_character_shows_its_fault_where_a_sound_bot_does_not(bot):
    position, sound, faulty = FAULTS[bot]
    state = GAME.decode({"players": 3, "turn": 1, **position})
    legal, habit = GAME.legal_moves(state, 0), game_object("poison").characters[bot].habit
    chosen = {name: str(GAME.bots[name](GAME.view(state, 0), legal, 1)) for name in (bot, *SOUND[bot])}
    assert chosen.pop(bot) == faulty
    assert {*chosen.values()} == {sound}
    shown = {str(move): GAME.habits(state, 0, move)[habit] for move in legal}
    assert shown[faulty]
    assert not shown[sound]


def test_a_majority_is_shed_by_every_character():
    """majority.shed: there is no fault in that."""
    asked = {"cauldrons": ["R5", "B1", ""], "captured": {"1": "R7 R2", "2": "R1"}, "asked": {"1": "red"}}
    hands, options = {"1": "", "2": "", "3": ""}, {"shed_majority": "ask_player"}
    state = GAME.decode({"players": 3, "options": options, "hands": hands, **asked})
    legal, view = GAME.legal_moves(state, 0), GAME.view(state, 0)
    assert {str(GAME.bots[bot](view, legal, 1)) for bot in FAULTS} == {"shed red"}
    assert not GAME.habits(state, 0, legal[0])
