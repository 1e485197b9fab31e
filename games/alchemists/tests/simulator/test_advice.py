"""Advice that was bad when the table was played as a new user would (`review/turn3/table.md`, (b) 3)."""

from itertools import pairwise

import pytest

from games.alchemists.simulator.engine.bots.players import ALIKE, SLIP
from games.alchemists.simulator.engine.state import Herbalist
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.advised import GAME, course
from rulebook.content import reading
from rulebook.wording.sentences import render
from simulator.engine.evolve import evolve
from simulator.engine.game import Band
from tests.daily import Run

WORDS = reading.load("alchemists")
SENSIBLE = ("sensible",)


def hint_for(state, seat=0):
    return GAME.hint(GAME.view(state, seat), 1, 0)


def test_of_five_mushrooms_and_four_kinds_two_mushrooms_go():
    """3a: «nine ingredients, five of them mushrooms, two to discard: all eleven discards alike»."""
    state = games.hand(games.table(round_=2), {0: "mushroom mushroom mushroom mushroom mushroom"})
    state = games.hand(state, {0: "fern flower feather claw"})
    state = evolve(state, agenda=(Herbalist(0),))
    best, *others = hint_for(state).estimates
    assert str(best.move) == "discard mushroom mushroom"
    single = [row for row in others if "mushroom" not in row.move.args]
    assert len(single) == 6
    assert all(row.mean < -ALIKE for row in single)
    assert best.reason is not None
    assert best.reason.code == "say_keeps_kinds"


def test_of_experiments_that_tell_as_much_the_one_that_leaves_all_kinds_comes_first():
    """(h) 2: «ties broken by sense (variety of ingredients)»: before the first mix all pairs tell as much."""
    state = games.acting("student", [(0, 1)], {0: "mushroom mushroom fern feather feather claw"})
    assert str(hint_for(state).estimates[0].move) == "mix mushroom feather"


@pytest.mark.parametrize("row", ["mushroom mushroom fern fern toad", "toad", "mushroom"])
def test_a_card_is_foraged_and_its_cube_not_left_alone(row):
    """3b: «„Отказаться +0,3“ stands first: an unknown ingredient is worth more than half a favour»."""
    state = games.row(games.table(round_=2), row)
    state = games.hand(state, {0: "mushroom mushroom fern fern toad claw flower mandrake scorpion"})
    state = games.ready(games.cubes(state, "forage", [(1, 1), (0, 1)]))
    state, _ = games.play(state, "draw")
    assert hint_for(state).estimates[0].move.verb in ("take", "draw")


def test_the_step_follows_the_plan():
    """3b: «the plan and the step must agree»: what was planned on advice is done when its time comes."""
    asked = {"forage": 0, "transmute": 0}
    for question in course("standard", 4, 1, SENSIBLE):
        if question.kind == "Act" and question.area in asked:
            asked[question.area] += 1
            assert question.move.verb != "decline", question
    assert asked["forage"] > 5
    assert asked["transmute"] > 2


def test_a_pair_that_isnt_in_hand_is_spoken_of_with_if():
    """3c: «the plan's reason named a claw that wasn't in hand; „если лапа ещё будет в ряду“ was missing»."""
    missing = 0
    for question in course("standard", 3, 3, SENSIBLE):
        if question.kind != "Planning" or (Run.is_daily and missing > 3):
            continue
        for row in hint_for(question.state, question.seat).estimates:
            for before, why in pairwise(row.why):
                wanted = [card for card in why.params.get("pair", ()) if card not in question.view.hand]
                if wanted and why.code in ("hint_splits", "hint_sale"):
                    missing += 1
                    assert (before.code, before.params) == ("hint_if_row", {"cards": wanted})
    assert missing > 3
    said = render(WORDS, "mark", "hint_if_row", {"cards": ["claw"]}, "ru")
    assert said.replace("\N{NO-BREAK SPACE}", " ") == "Если в ряду ещё будет куриная лапа:"


def test_figures_of_a_round_have_one_scale():
    """3d: «the scale changes without a word»: each says how far a move is behind the best one."""
    for ply, question in enumerate(course("master", 2, 4, ("greedy",))):
        if ply % 15 == 0:
            best, *others = hint_for(question.state, question.seat).estimates
            assert best.mean == 0
            assert all(row.mean <= 0 for row in others)


def test_bands_say_what_a_seal_or_a_lost_theory_costs():
    """Bands: nothing within a third of a point is told apart, and a mistake costs more than a point."""
    assert pytest.approx(1 / 3) == ALIKE
    for ply, question in enumerate(course("standard", 2, 8, ("greedy",))):
        if ply % 27 == 0:
            for row in hint_for(question.state, question.seat).estimates:
                assert (row.band == Band.MISTAKE) == (row.mean < -SLIP)


def test_reasons_repeat_no_label():
    """3f: «Получите: 2 ингредиента и 1 услугу» repeated the label, «её пора придёт скорее» said nothing."""
    told = set()
    for question in course("standard", 3, 3, SENSIBLE)[:80]:
        if question.kind in ("Space", "Keep"):
            for row in hint_for(question.state, question.seat).estimates:
                told |= {why.code for why in row.why}
                assert row.why
    assert told >= {"hint_space", "hint_space_queue", "hint_space_first"}
    assert not told & {"hint_favour"}
    for name in ("assistant", "associate", "barmaid", "custodian", "herbalist", "merchant", "sage"):
        assert render(WORDS, "mark", f"hint_keep_{name}", {}, "ru")
