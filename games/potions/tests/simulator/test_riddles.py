"""What a position asks as a puzzle (docs/lessons.md)."""

from simulator.engine.game import Move
from simulator.game import engine_of

GAME = engine_of("potions")


def test_which_spell_makes_a_recipe_possible_is_a_puzzle():
    """spell.further: after a spell one more card may be played; what it frees can be assembled then."""
    state = GAME.decode(
        {
            "players": ["Оля", "Саша"],
            "turn": "Оля",
            "hands": {
                "Оля": "telepathic_potion:ether_waves dragon spell_of_destruction:snake_eye",
                "Саша": "griffin basilisk",
            },
            "cupboard": "infusion_of_divination elixir_of_fidelity",
            "tables": {
                "Оля": [
                    "isidas_mortum < elixir_of_secret_sight elixir_of_plant_lord:thought_energy",
                    "elixir_of_fire < emanation_of_power potion_of_eternal_sleep",
                ]
            },
        }
    )
    (riddle,) = [each for each in GAME.riddles(state, 0) if each.theme == "frees"]
    assert riddle.right == (Move("cast", ("spell_of_destruction:snake_eye",)),)
    aiming = GAME.apply(state, 0, riddle.right[0]).state
    (riddle,) = GAME.riddles(aiming, 0)
    assert [str(move) for move in riddle.right] == ["target isidas_mortum"]
