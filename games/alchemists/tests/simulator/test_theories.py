"""Publishing, grants, debunking, beside what cases show. The world is DEMO:

mushroom a5, fern a4, toad a1, claw a0, flower a6, mandrake a2, scorpion a3, feather a7.
"""

import pytest

from games.alchemists.simulator.deduction.facts import Fact
from games.alchemists.simulator.engine.view import facts_of
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import GAME, asked, kinds, legal, play, ready, refused, said
from rulebook.content import reading
from rulebook.wording.sentences import render

WORDS = reading.load("alchemists")


def publishing(**options):
    return games.cubes(games.table(**options), "publish", [(0, 1), (1, 1)])


def debunking(level="apprentice", actions=((0, 1), (1, 1)), publish=()):
    state = games.cubes(games.table(level=level), "debunk", actions)
    return games.cubes(state, "publish", publish)


def test_others_see_a_theory_only_when_its_seal_lies():
    state = ready(publishing())
    seen = GAME.view(state, 1)
    for text in ("publish toad", "token a1"):
        state, events = play(state, text)
        assert (events, GAME.view(state, 1)) == ([], seen)
    assert refused(state, "seal nothing")[0] == "no_such_seal"
    assert refused(state, "decline") == ("no_decline", "planning.decline")


def test_a_grant_is_named_by_the_ingredients_of_the_tables_own_box():
    """Ruling 132: the sentences named a grant by a number that stands on no tile."""
    state = games.theory(
        publishing(numbers={"g2.ingredients": ["toad", "claw", "feather"]}), "claw", "a0", {0: "gold"}
    )
    state = games.theory(state, "scorpion", "a3", {0: "gold"})
    state, _ = play(ready(state), "publish toad", "token a1", "seal silver")
    assert legal(state) == ["grant g1", "grant g2", "grant g4"]
    move = GAME.parse(state, 0, "grant g2")
    (why,) = next(row.why for row in GAME.hint(GAME.view(state, 0), 1, 200).estimates if row.move == move)
    refusal = GAME.check(state, 0, GAME.parse(state, 0, "grant g3"))
    _, events = play(state, "grant g2")
    own = "грант 2 (жаба, куриная лапа, перо ворона)"
    said_of = {
        ("event", "grant_taken"): (said(events, "grant_taken")[0], f"Оля получает {own} и 2 золотых."),
        ("move", "grant"): (GAME.say(state, 0, move)[1], f"Взять грант: {own}"),
        ("mark", why.code): (why.params, f"{own}: в конце 2 очка.".capitalize()),
    }
    for (kind, code), (params, sentence) in said_of.items():
        assert render(WORDS, kind, code, params, "ru", ["Оля"]).replace("\N{NO-BREAK SPACE}", " ") == sentence
    assert refusal.params["tile"] == ["fern", "claw", "feather"]


def test_who_has_published_at_once_with_the_last_cube_is_not_asked_again():
    """Ruling 119: the cube is spent, so after another debunk there is none to publish with."""
    state = games.cubes(debunking(actions=((0, 2),), publish=((0, 1),)), "drink", [(1, 1)])
    state = games.theory(games.theory(state, "scorpion", "a0", {1: "gold"}), "toad", "a3", {1: "gold"})
    state, _ = play(ready(state), "debunk scorpion B", "publish scorpion", "token a1", "seal silver")
    state, events = play(state, "debunk toad R")
    assert "theory_falls" in kinds(events)
    assert asked(state)[1] != "Immediate"


def test_after_a_double_debunk_either_ingredient_or_either_token_may_be_published():
    """Ruling 67: but neither of the two fallen theories."""
    state = games.theory(debunking("master", publish=((0, 1),)), "mushroom", "a2", {1: "gold"})
    state = games.theory(state, "scorpion", "a4", {1: "silver"})
    state, _ = play(ready(state), "test mushroom scorpion")
    assert refused(state, "claim Y+") == ("no_such_potion", "mix.potions")
    state, _ = play(state, "claim G+")
    assert asked(state) == (0, "Immediate")
    mushroom, _ = play(state, "publish mushroom")
    assert "token a2" not in legal(mushroom)
    assert "token a4" in legal(mushroom)
    fern, _ = play(state, "publish fern")
    assert legal(fern) == ["token a2", "token a4"]


def test_boots_debunk_once_more_and_publishing_at_once_needs_cubes_as_ever():
    """Ruling 115."""
    state = games.artifacts(debunking(actions=((0, 1),)), {0: "boots_of_speed"})
    state = games.theory(games.theory(state, "scorpion", "a0", {1: "gold"}), "toad", "a3", {1: "silver"})
    state, _ = play(ready(state), "debunk scorpion B")
    assert state.agenda[-1].boots
    state, _ = play(state, "debunk toad R")
    assert asked(state)[1] != "Immediate"
    assert GAME.scores(state)[0] == 14


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_an_answer_is_a_fact_for_everybody(seat):
    """notebook.debunk, ruling 130."""
    state = ready(games.theory(debunking("master"), "toad", "a1", {1: "gold"}))
    state, _ = play(state, "test toad claw", "claim N")
    assert facts_of(GAME.view(state, seat)) == (Fact("mix", ("toad", "claw"), ("N",)),)


def test_a_master_may_test_any_two_ingredients():
    """Ruling 120: with theories or without; of eight ingredients there are 28 pairs."""
    state = ready(games.theory(debunking("master"), "toad", "a1", {1: "gold"}))
    assert len({text for text in legal(state) if text.startswith("test ")}) == 28
