"""Students, drinking, Custodian, Cap, Periscope, Mortar: rulings 7, 8, 29, 70-76, 111-113, 116, 133."""

import pytest

from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.engine.state import Mix
from games.alchemists.simulator.engine.view import facts_of
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import GAME, asked, kinds, legal, play, ready, refused, said
from simulator.engine.evolve import evolve

# What they make in DEMO, the world of the rulebook's examples.
HEALING, POISONOUS, PARALYSING, MADDENING = (
    "mushroom toad",
    "fern scorpion",
    "toad mandrake",
    "claw mandrake",
)


def mixing(area, actions, hands, round_=2, **more):
    state = games.hand(games.table(3, round_), hands)
    return games.cubes(state, area, actions)


def test_what_the_pairs_of_these_tests_make():
    """mix.rule, on the world of the rulebook's examples."""
    made = {}
    for words in (HEALING, POISONOUS, PARALYSING, MADDENING):
        state = ready(mixing("drink", [(0, 1)], {0: words}))
        _, events = play(state, f"mix {words}")
        made[words] = said(events, "mixed_drink")[0]["potion"]
    assert made == {HEALING: "R+", POISONOUS: "R-", PARALYSING: "G-", MADDENING: "B-"}


# --- The pair ----------------------------------------------------------------------------------------------


def test_a_mix_takes_two_cards_of_the_hand_of_different_kinds():
    """mix.different, rulings 7 and 8."""
    state = ready(mixing("drink", [(0, 2)], {0: "toad toad fern"}))
    assert refused(state, "mix toad toad") == ("same_ingredient", "mix.different")
    assert refused(state, "mix toad claw") == ("not_in_hand", "setup.secret")
    assert refused(state, "mix toad potato") == ("no_such_ingredient", "mix.different")
    assert legal(state) == ["decline", "mix fern toad"]
    assert GAME.parse(state, 0, "mix toad fern") == GAME.parse(state, 0, "mix fern toad")


def test_all_see_the_potion_and_only_its_maker_the_pair():
    """experiment.result, experiment.mark, ruling 43."""
    state = ready(mixing("student", [(0, 1), (1, 1)], {0: HEALING}))
    state, events = play(state, f"mix {HEALING}")
    (private,) = (event for event in events if event.kind == "mixed_pair")
    assert private.audience == (0,)
    assert state.boards[0].potions == ("R+",)
    assert facts_of(GAME.view(state, 0)) == (Fact("mix", ("mushroom", "toad"), ("R+",)),)
    assert facts_of(GAME.view(state, 1)) == facts_of(GAME.view(state, None)) == ()
    assert state.screens[0].hand == ()


# --- The student -------------------------------------------------------------------------------------------


def test_whoever_upsets_the_student_does_not_pay_for_that_test_but_all_do_for_later_ones():
    """student.price, rulings 70 and 133: even the first player pays for a second test."""
    hands = {0: f"{HEALING} {POISONOUS}", 1: MADDENING}
    state = ready(mixing("student", [(0, 2), (1, 1)], hands))
    state, events = play(state, f"mix {HEALING}")
    assert state.boards[0].gold == 10
    state, events = play(state, f"mix {MADDENING}")
    assert "student_unhappy" in kinds(events)
    assert state.boards[1].gold == 10
    state, events = play(state, f"mix {POISONOUS}")
    assert state.boards[0].gold == 9
    assert said(events, "student_paid") == [{"seat": 0, "gold": -1}]
    assert "student_unhappy" not in kinds(events)


def test_without_a_gold_for_the_student_there_is_only_declining():
    """student.price."""
    state = games.board(mixing("student", [(0, 1)], {0: HEALING}), 0, gold=0)
    state = ready(evolve(state, unhappy=True))
    assert refused(state, f"mix {HEALING}") == ("student_unpaid", "student.price")
    assert legal(state) == ["decline"]


# --- Drinking ----------------------------------------------------------------------------------------------


def test_insanity_costs_reputation_paralysis_the_choice_of_a_space_and_poison_a_cube():
    """drink.insanity, drink.paralysis, drink.poison."""
    hands = {0: MADDENING, 1: PARALYSING, 2: POISONOUS}
    state = ready(mixing("drink", [(0, 1), (1, 1), (2, 2)], hands))
    state, _ = play(state, f"mix {MADDENING}", f"mix {PARALYSING}", f"mix {POISONOUS}")
    assert state.boards[0].reputation == 9
    assert state.stricken == (1,)
    assert state.boards[2].hospital == 1
    assert state.boards[2].cubes == 5 - 2  # one more cube still stands in the area


def test_each_potion_harms_once_a_round_the_custodian_included():
    """drink.once, ruling 72."""
    state = mixing("custodian", [(0, 1)], {0: f"{MADDENING} {MADDENING}"})
    state = ready(evolve(games.cubes(state, "drink", [(0, 1)]), card=True, favours=_less_one(state)))
    state, _ = play(state, f"mix {MADDENING}")
    assert state.boards[0].reputation == 9
    state, events = play(state, f"mix {MADDENING}")
    assert state.boards[0].reputation == 9
    assert "suffered_before" in kinds(events)


def _less_one(state):
    """A Custodian has left the deck of favours for the table."""
    cards = list(state.favours)
    cards.remove("custodian")
    return tuple(cards)


def test_the_custodian_drinks_between_transmuting_and_selling_and_leaves_when_all_is_done():
    """custodian.card, rulings 19, 73 and 116: also in the last round, where there is no drinking else."""
    state = mixing("custodian", [(0, 2)], {0: f"{PARALYSING} {HEALING}"}, round_=6)
    state = games.cubes(games.cubes(state, "transmute", [(0, 1)]), "sell", [(0, 1)])
    state = ready(evolve(state, card=True, favours=_less_one(state)))
    state, _ = play(state, "decline")
    assert state.agenda[-1].area == "custodian"
    state, _ = play(state, f"mix {PARALYSING}")
    assert state.stricken == ()  # ruling 74: there is no next round
    assert state.card
    state, _ = play(state, "decline")
    assert not state.card
    assert state.played[-1] == "custodian"
    assert state.agenda[-1].area == "sell"


def test_after_the_boots_poison_takes_any_cube_that_is_back():
    """Ruling 71: the Boots place no cube of their own."""
    state = games.artifacts(mixing("drink", [(0, 1)], {0: f"{HEALING} {POISONOUS}"}), {0: "boots_of_speed"})
    state, _ = play(ready(state), f"mix {HEALING}")
    assert state.agenda[-1].boots
    before = state.boards[0].cubes
    state, events = play(state, f"mix {POISONOUS}")
    assert "poisoned" in kinds(events)
    assert before == 5


# --- The Thinking Cap --------------------------------------------------------------------------------------


def capped(hands, others=""):
    state = games.hand(games.table(3, 4), {0: hands, 1: others})
    state = games.dealt(games.artifacts(state, {1: "periscope"}), "thinking_cap")
    state = games.cubes(games.cubes(state, "buy_artifact", [(0, 1)]), "student", [(0, 1), (1, 1)])
    return play(ready(state), "buy thinking_cap")[0]


def test_the_cap_tests_up_to_two_pairs_in_public_and_keeps_the_cards():
    """cap.tests, rulings 29 and 113: no card in both; no harm, no Periscope, no unhappy student."""
    state = capped(f"{MADDENING} fern")
    state, events = play(state, f"mix {MADDENING}")
    assert said(events, "mixed_cap") == [{"seat": 0, "potion": "B-"}]
    assert (state.boards[0].reputation, state.unhappy) == (10, False)
    assert len(state.screens[0].hand) == 3
    assert "B-" in state.boards[0].potions
    assert refused(state, "mix claw fern") == ("cap_card", "cap.tests")
    assert legal(state) == ["decline"]
    state, events = play(state, "decline")
    assert said(events, "waived") == [{"seat": 0, "artifact": "thinking_cap"}]
    assert state.agenda[-1].area == "student"


def test_a_second_card_of_a_kind_may_be_tested_again():
    """Ruling 113: with two mandrakes there is a second test."""
    state, _ = play(capped(f"{MADDENING} mandrake fern"), f"mix {MADDENING}")
    assert legal(state) == ["decline", "mix fern mandrake"]


# --- The Periscope -----------------------------------------------------------------------------------------


def test_the_periscope_looks_at_one_card_of_another_mix_once_a_round():
    """periscope.when, ruling 76: chance picks; the fact is that this ingredient took part."""
    state = games.artifacts(
        mixing("student", [(0, 2), (1, 1)], {0: f"{HEALING} {HEALING}", 1: HEALING}), {1: "periscope"}
    )
    state = ready(state, [1])
    state, _ = play(state, f"mix {HEALING}")
    assert asked(state) == (1, "Peek")
    state, events = play(state, "peek")
    (private,) = (event for event in events if event.kind == "peeked_private")
    assert (private.audience, private.params["ingredient"]) == ((1,), "toad")
    assert facts_of(GAME.view(state, 1)) == (Fact("took_part", ("toad",), ("R+",)),)
    assert asked(state) == (1, "Act")
    state, _ = play(state, f"mix {HEALING}")  # one's own
    state, _ = play(state, f"mix {HEALING}")  # the round's look is spent
    assert asked(state)[1] == "Space"


def test_the_periscope_may_wait_and_never_looks_at_ones_own_mix():
    state = games.artifacts(mixing("student", [(0, 1), (1, 1)], {0: HEALING, 1: HEALING}), {1: "periscope"})
    state, events = play(ready(state), f"mix {HEALING}", "decline")
    assert said(events, "waived") == [{"seat": 1, "artifact": "periscope"}]
    assert state.used == ()
    state, _ = play(state, f"mix {HEALING}")
    assert asked(state)[1] == "Space"


# --- The Mortar --------------------------------------------------------------------------------------------


def test_the_mortar_keeps_one_of_the_two_by_chance():
    """mortar.random, ruling 75: only its owner knows which."""
    state = ready(games.artifacts(mixing("student", [(0, 1)], {0: HEALING}), {0: "magic_mortar"}), [0])
    state, events = play(state, f"mix {HEALING}")
    (drawn,) = (event for event in events if event.kind == "mortar_drawn")
    assert (drawn.audience, drawn.params["ingredient"]) == ((0,), "mushroom")
    kept, _ = play(state, "mortar")
    assert kept.screens[0].hand == ("toad",)
    assert kept.screens[0].thrown == (("mushroom",),)
    assert GAME.view(kept, 1).thrown[-1] == kept.thrown[-1]
    assert (kept.thrown[-1].size, kept.boards[0].shown) == (1, ())
    both, _ = play(state, "decline")
    assert both.screens[0].thrown == (("mushroom", "toad"),)


def test_after_a_mix_the_order_is_harm_periscope_mortar_discard():
    """Ruling 111."""
    state = games.artifacts(
        mixing("drink", [(0, 1), (1, 1)], {0: MADDENING}), {0: "magic_mortar", 1: "periscope"}
    )
    state, events = play(ready(state), f"mix {MADDENING}")
    assert "reputation" in kinds(events)
    assert asked(state) == (1, "Peek")
    assert state.cauldron is not None
    state, _ = play(state, "peek")
    assert asked(state) == (0, "Mortar")
    state, _ = play(state, "mortar")
    assert state.cauldron is None
    assert asked(state) == (1, "Act")


@pytest.mark.parametrize("seat", [1, None])
def test_nobody_sees_what_is_in_the_cauldron(seat):
    """experiment.steps: the pair is in no view but its maker's, nor what the Mortar has drawn."""
    state = games.artifacts(mixing("drink", [(0, 1)], {0: MADDENING}), {0: "magic_mortar"})
    state, _ = play(ready(state), f"mix {MADDENING}")
    assert asked(state) == (0, "Mortar")
    seen = str(GAME.view_json(GAME.view(state, seat)))
    other = GAME.resample(state, seat, 3)
    assert str(GAME.view_json(GAME.view(other, seat))) == seen
    assert Mix(0, 2, "drink", "B-") in other.mixes
