"""Moves as text: what is written is read again, and a card may be called by its name where that is enough."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.content import reading
from rulebook.wording import sentences
from simulator.engine.game import Move
from simulator.game import engine_of
from tests.conformance.tables import curious

GAME = engine_of("potions")
RULES = reading.load("potions")
WISDOM = "elixir_of_wisdom:astral_energy", "elixir_of_wisdom:quintessence_of_will"


def position(**changes):
    return GAME.decode({"players": ["Оля", "Саша", "Рита"], "deck": 0, **changes})


def test_every_legal_move_is_read_from_its_own_text_with_any_blanks():
    """Without more of them conformance reads the texts of all games."""
    agent, state = curious(1), GAME.new_game({"players": 2}, 1).state
    while acting := GAME.to_act(state):
        (seat,) = acting
        moves = GAME.legal_moves(state, seat)
        for move in moves:
            assert GAME.parse(state, seat, f"  {str(move).replace(' ', '   ')} ") == move
        state = GAME.apply(state, seat, agent(moves)).state


@pytest.mark.parametrize("verb", ["element", "assemble", "cast"])
def test_a_card_in_hand_may_be_called_by_its_id_if_one_alone_can_be_meant(verb):
    one = position(hands={"Оля": f"{WISDOM[1]} griffin"})
    assert GAME.parse(one, 0, f"{verb} elixir_of_wisdom") == Move(verb, (WISDOM[1],))
    twice = position(hands={"Оля": f"{WISDOM[0]} {WISDOM[0]}"})
    assert GAME.parse(twice, 0, f"{verb} elixir_of_wisdom") == Move(verb, (WISDOM[0],))
    both = position(hands={"Оля": " ".join(WISDOM)})
    assert GAME.parse(both, 0, f"{verb} elixir_of_wisdom") == Move(verb, ("elixir_of_wisdom",))


def test_a_recipe_may_be_called_by_its_id_on_the_table_that_is_named():
    """`use CARD SEAT`: other tables don't make it ambiguous."""
    state = position(
        hands={"Оля": "unicorn"},
        tables={"Саша": [WISDOM[0]], "Рита": [WISDOM[1]], "Оля": ["warding_solution"]},
    )
    assert GAME.parse(state, 0, "use elixir_of_wisdom 2") == Move("use", (WISDOM[0], 2))
    assert GAME.parse(state, 0, "use elixir_of_wisdom 3 1") == Move("use", (WISDOM[1], 3))
    assert GAME.parse(state, 0, "use elixir_of_wisdom 1") == Move("use", ("elixir_of_wisdom", 1))
    for nobody in (0, 9):
        there = GAME.parse(state, 0, f"use elixir_of_wisdom {nobody}")
        assert there == Move("use", ("elixir_of_wisdom", nobody))


def test_a_target_is_looked_for_among_ones_own_recipes():
    """destruction.own: a like recipe of another's is not meant."""
    state = position(hands={"Оля": "unicorn"}, tables={"Оля": [WISDOM[0]], "Рита": [WISDOM[1]]})
    assert GAME.parse(state, 0, "target elixir_of_wisdom") == Move("target", (WISDOM[0],))


def test_what_lies_on_top_may_be_taken_by_its_id():
    state = position(
        hands={"Оля": "spell_of_knowledge:mushrooms griffin"},
        cupboard=[WISDOM[1], "isidas_mortum"],
    )
    assert GAME.parse(state, 0, "take elixir_of_wisdom") == Move("take", (WISDOM[1],))


def test_the_first_of_a_name_may_be_numbered_too():
    state = position(hands={"Оля": "griffin"}, tables={"Оля": ["love_potion"]})
    assert GAME.parse(state, 0, "target love_potion 1") == Move("target", ("love_potion",))
    assert GAME.parse(state, 0, "use love_potion 1 1") == Move("use", ("love_potion", 1))
    assert GAME.parse(state, 0, "target love_potion 2") == Move("target", ("love_potion", 2))


@given(st.text(max_size=150))
def test_any_text_is_read_as_some_move_and_refused_in_words(text):
    state = position(hands={"Оля": "griffin", "Саша": 1})
    assert_answered(state, text)


VERBS = ["use", "target", "take", "keep", "lay", "cast", "element", "assemble", "pass", "none"]
CARDS = ["love_potion", "elixir_of_wisdom", "supreme_elixir", "griffin", "spell_of_destruction", "mandrake"]
NUMBERS = ["1", "2", "3", "0", "-1", "1.0", "٢", "9999"]
WORDS = st.sampled_from([*VERBS, *CARDS, *NUMBERS, *WISDOM, "spell_of_destruction:snake_eye"])
STAGED = {
    "ingredient": ("assemble unicorn", {"hands": {"Оля": "unicorn"}}),
    "target": ("cast spell_of_destruction", {"hands": {"Оля": "spell_of_destruction:snake_eye"}}),
    "taking": ("cast spell_of_knowledge", {"hands": {"Оля": "spell_of_knowledge:mushrooms"}}),
}


@pytest.mark.parametrize("stage", list(STAGED))
@given(words=st.lists(WORDS, max_size=5))
def test_any_words_in_the_middle_of_a_move_are_a_choice_or_refused_in_words(stage, words):
    begin, changes = STAGED[stage]
    state = position(
        **changes,
        cupboard="isidas_mortum griffin supreme_elixir",
        tables={"Оля": ["warding_solution", "love_potion"], "Саша": [WISDOM[0]], "Рита": [WISDOM[1]]},
    )
    state = GAME.apply(state, 0, GAME.parse(state, 0, begin)).state
    assert len(state.agenda) == 2
    assert_answered(state, " ".join(words))


def assert_answered(state, text):
    """A move is legal, or refused with a clause and a sentence."""
    move = GAME.parse(state, 0, text)
    refusal = GAME.check(state, 0, move)
    if refusal is None:
        assert move in GAME.legal_moves(state, 0)
        return
    assert move not in GAME.legal_moves(state, 0)
    assert refusal.clause in RULES.clause_by_id
    for lang in ("ru", "en"):
        assert sentences.render(RULES, "refusal", refusal.code, refusal.params, lang)


def test_two_equal_elixirs_are_said_apart_by_what_lies_under_them():
    state = position(
        hands={"Оля": "powder_of_control"},
        cupboard="banshee",
        tables={"Саша": ["love_potion < infusion_of_divination basilisk", "love_potion"]},
    )
    state = GAME.apply(state, 0, GAME.parse(state, 0, "assemble powder_of_control")).state
    said = [GAME.say(state, 0, move) for move in GAME.legal_moves(state, 0)]
    assert [code for code, _ in said] == ["use_other", "use_other_bare"]
    assert said[0][1]["cards"] == ["infusion_of_divination", "basilisk"]
    texts = {sentences.render(RULES, "move", *each, "ru", ["Оля", "Саша", "Рита"]) for each in said}
    assert len(texts) == 2
    assert all("Саша" in text for text in texts)
