"""A refusal speaks of the thing that was named, also where boxes have things of the same name."""

import pytest

from simulator.game import engine_of

GAME = engine_of("potions")


@pytest.mark.parametrize(
    ("given", "moves", "code", "clause"),
    [
        # a Stone that nothing covers: it isn't that it lies below
        (
            {
                "cupboard": ["dragon", "basilisk", "stone_panacea_of_life"],
                "hands": {"1": "spell_athanorum griffin"},
            },
            ["cast spell_athanorum", "take stone_panacea_of_life"],
            "stone_no_recipe",
            "guild.stone.no_recipe",
        ),
        # which of two copies is returned isn't said; neither is missing
        (
            {
                "cupboard": [],
                "hands": {
                    "1": "spell_of_trismegistus griffin unicorn"
                    " telepathic_potion:ether_waves telepathic_potion:astral_energy"
                },
                "deck": 0,
            },
            ["cast spell_of_trismegistus", "return telepathic_potion"],
            "which_copy",
            "turn.play",
        ),
        # nor does what lies apart
        (
            {
                "cupboard": ["supreme_elixir", "spell_of_haste", "spell_of_creation"],
                "hands": {"1": "spell_of_magical_knowledge griffin"},
            },
            ["cast spell_of_magical_knowledge", "take supreme_elixir"],
            "not_to_take",
            "university.magical.take",
        ),
        # a copy by its whole code, with a number too many: it is what is asked for
        (
            {
                "cupboard": ["elixir_of_wisdom:astral_energy", "dragon"],
                "hands": {"1": "spell_of_creation griffin"},
            },
            ["cast spell_of_creation", "take elixir_of_wisdom:astral_energy 1"],
            "bad_move",
            "turn.play",
        ),
    ],
)
def test_a_reason_is_that_of_the_thing_that_was_named(given, moves, code, clause):
    hands = {**given["hands"], "2": "banshee"}
    state = GAME.decode({"players": 2, **given, "hands": hands, "options": {"sets": "guild,university"}})
    for move in moves[:-1]:
        state = GAME.apply(state, 0, GAME.parse(state, 0, move)).state
    refusal = GAME.check(state, 0, GAME.parse(state, 0, moves[-1]))
    assert (refusal.code, refusal.clause) == (code, clause)
