"""What is said of moves with the university's spells."""

from games.potions.simulator.engine.assembling import missing
from games.potions.tests.simulator.test_reasoning import positions, said_in
from simulator.engine.game import Hint, Move, Proposition
from simulator.game import engine_of

GAME = engine_of("potions")
NO_HINT = Hint((), 0, 1)


def test_what_is_cast_in_haste_brings_no_two_cards_of_its_own():
    """university.haste.two: the spell of haste lets play two cards; a spell that is one of them doesn't."""
    hand = "spell_of_haste spell_of_knowledge:mushrooms unicorn dragon"
    hasty = {
        "options": {"sets": "university"},
        "hands": {"Оля": hand, "Саша": 3},
        "cupboard": ["love_potion"],
    }
    state = GAME.decode({"players": ["Оля", "Саша"], "turn": "Оля", **hasty})
    two = Proposition("plays_two", {})
    for text in ("element dragon", "cast spell_of_haste"):
        move = GAME.parse(state, 0, text)
        found = GAME.propositions(GAME.view(state, 0), NO_HINT)[move]
        assert (two in found) == (move.args[0] == "spell_of_haste")
        state = GAME.apply(state, 0, move).state
    knowing = GAME.parse(state, 0, "cast spell_of_knowledge:mushrooms")
    assert two not in GAME.propositions(GAME.view(state, 0), NO_HINT)[knowing]


def test_a_recipe_that_a_spell_may_assemble_is_not_out_of_reach():
    """university.transfiguration: the spell destroys a recipe and assembles one of the hand from it."""
    keys = {
        "options": {"sets": "university"},
        "hands": {
            "Оля": "spell_of_transfiguration warding_solution elixir_of_flight:quintessence_of_will dragon",
            "Саша": 3,
        },
        "cupboard": "talisman_of_hidden_knowledge spell_of_universal_knowledge elixir_of_eternal_youth"
        " elixir_of_secret_sight elixir_of_universality:university",
        "tables": {
            "Саша": ["elixir_of_invisibility < elixir_of_universality:university great_elixir_of_insight"]
        },
    }
    state = GAME.decode({"players": ["Оля", "Саша"], "turn": "Оля", **keys})
    cast = Move("cast", ("spell_of_transfiguration",))
    said = Proposition("closes_own", {"card": "warding_solution", "n": 2}, good=False)
    assert not GAME.holds(state, 0, cast, said)
    assert said not in GAME.propositions(GAME.view(state, 0), NO_HINT)[cast]


def test_a_move_that_may_end_the_game_is_told_of_like_any_other():
    """series.rounds: with the decks empty, whoever casts Creation last may assemble their last card by it."""
    last = {
        "players": ["Оля", "Саша"],
        "turn": "Оля",
        "options": {"sets": "university"},
        "hands": {"Оля": "elixir_of_wisdom:astral_energy spell_of_creation", "Саша": ""},
    }
    lying = [card for deck in GAME.decode(last).decks for card in deck]
    state = GAME.decode({**last, "cupboard": " ".join(lying)})
    found = GAME.propositions(GAME.view(state, 0), NO_HINT)
    assert list(found) == GAME.legal_moves(state, 0)
    said = found[Move("cast", ("spell_of_creation",))]
    assert said
    assert all(GAME.holds(state, 0, Move("cast", ("spell_of_creation",)), each) for each in said)


def test_what_comes_nearer_lacked_more_before():
    """Where something stands in for any element, either of two may be the one that lacks: that is no step."""
    said = [
        (state, each)
        for state, seat in positions("university", 9, 40)
        for _, each in said_in(state, seat)
        if each.code == "one_short"
    ]
    assert said
    assert all(len(missing(state, each.params["card"])) > 1 for state, each in said)
