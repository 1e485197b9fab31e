"""Point 15: how many lines of 1, 2 and 3 choices lead on from fixed positions; new rules move them."""

import pytest

from simulator import engines
from tests.simulator.states import perft

GAME = engines.get("potions")
SPELLS = (
    "spell_of_knowledge:mushrooms",
    "spell_of_destruction:snake_eye",
    "spell_of_transformation:mandrake",
)
POSITIONS = {
    "opening of two": {
        "players": 2,
        "hands": {
            "1": "love_potion dragon griffin supreme_elixir isidas_mortum",
            "2": "unicorn basilisk banshee",
        },
        "cupboard": "infusion_of_divination solution_of_eternity elixir_of_secret_sight elixir_of_strength",
        "deck": "elixir_of_fire elixir_of_oblivion",
    },
    "all three spells": {
        "players": 2,
        "deck": 0,
        "hands": {
            "1": " ".join(SPELLS),
            "2": "unicorn",
        },
        "cupboard": "isidas_mortum dragon elixir_of_fidelity supreme_elixir",
        "tables": {
            "1": ["love_potion < infusion_of_divination basilisk", "elixir_of_fire"],
            "2": ["griffin"],
        },
    },
    "any two of three, with an order": {
        "players": 3,
        "deck": 0,
        "hands": {"1": "great_elixir_of_omen great_talisman_of_magic", "2": "unicorn", "3": "banshee"},
        "tables": {
            "1": ["talisman_palantirium", "solution_of_eternity"],
            "2": ["talisman_of_beast_lord", "solution_of_eternity < griffin warding_solution"],
            "3": ["talisman_of_teleportation", "infusion_of_divination < love_potion powder_of_truth"],
        },
    },
    "a card must follow": {
        "players": 2,
        "deck": 0,
        "hands": {"1": "spell_of_knowledge:belladonna griffin", "2": "unicorn dragon"},
        "cupboard": "isidas_mortum elixir_of_fire",
        "options": {"spell_follow_up": "must"},
    },
    "the last cards": {
        "players": 3,
        "deck": 0,
        "turn": 3,
        "hands": {"3": "griffin dragon"},
        "tables": {"1": ["powder_of_control"], "2": ["elixir_of_strength"]},
    },
}
COUNTS = {
    "opening of two": (7, 35, 205),
    "all three spells": (6, 10, 42),
    "any two of three, with an order": (4, 7, 11),
    "a card must follow": (3, 6, 10),
    "the last cards": (3, 4, 4),
}


@pytest.mark.parametrize("name", list(POSITIONS))
def test_the_number_of_lines_is_known(name):
    state = GAME.decode(POSITIONS[name])
    assert tuple(perft(GAME, state, depth) for depth in (1, 2, 3)) == COUNTS[name]


def test_the_first_counts_agree_with_counting_by_hand():
    """turn.play: five cards as elements; only Love Potion and Isidas Mortum have all they need."""
    state = GAME.decode(POSITIONS["opening of two"])
    assert len(GAME.legal_moves(state, 0)) == 5 + 2


def test_the_second_counts_agree_with_counting_by_hand():
    """spell.*: an element leaves the other one move; Knowledge takes one of three, the others aim at two."""
    assert COUNTS["all three spells"][1] == 3 * 1 + 3 + 2 + 2
    assert COUNTS["any two of three, with an order"][1] == 2 * 1 + 2 + 3
