"""Puzzles: what follows from a few facts in positions made by hand, by the rules that say so."""

from typing import Any

from simulator.engine.game import Riddle
from simulator.game import engine_of

GAME = engine_of("alchemists")
TABLE = {"players": ["Оля", "Коля"], "round": 4, "gold": {"Оля": 5}}
STUDENT = {"actions": {"Оля": "student"}, "hands": {"Оля": "mushroom fern toad"}}
PUBLISH = {"actions": {"Оля": "publish"}}


def riddles(position: dict[str, Any], *past: str) -> dict[str, Riddle]:
    state = GAME.decode({**TABLE, **position, "past": [f"Оля: student {mix} @1" for mix in past]})
    return {riddle.theme: riddle for riddle in GAME.riddles(state, 0)}


def right(riddle: Riddle) -> list[str]:
    return [str(move) for move in riddle.right]


def test_a_debunk_is_sure_though_the_ingredient_was_never_mixed():
    """«Четыре формулы вычёркивайте у обоих» (formula.ways): four have the blue plus already, so a theory with
    a fifth is wrong.
    """
    wrong = {"actions": {"Оля": "debunk"}, "theories": {"mushroom": ["a1", "Коля"]}}
    found = riddles(wrong, "claw toad = B+", "flower fern = B+")
    assert right(found["debunk"]) == ["debunk mushroom B"]
    assert "debunk" not in riddles(wrong, "claw toad = B+")


def test_a_pair_is_known_that_was_never_mixed():
    """«Узнав новое, вернитесь к старому» (notebook.chain)."""
    found = riddles(STUDENT, "claw toad = G-", "mushroom claw = G-", "fern toad = G-")
    assert right(found["known"]) == ["mix mushroom fern"]
    assert found["known"].why.params == {"pair": ("mushroom", "fern"), "potion": "G-"}


def test_one_experiment_decides_whatever_comes_out():
    """«Факты вычёркивают миры» (notebook.chances): each result leaves the toad one formula."""
    found = riddles(STUDENT, "mushroom flower = B+", "mushroom fern = R+", "mushroom toad = G-")
    assert right(found["decides"]) == ["mix fern toad"]


def test_the_theory_that_is_sure_and_its_token():
    """«Положите на книгу жетон формулы» (publish.token): the fern has one formula left, that one."""
    past = ["fern flower = B-", "toad claw = G+", "fern claw = R+"]
    found = riddles(PUBLISH, *past)
    assert right(found["theory"]) == ["publish fern"]
    state = GAME.decode({**TABLE, **PUBLISH, "past": [f"Оля: student {mix} @1" for mix in past]})
    state = GAME.apply(state, 0, GAME.parse(state, 0, "publish fern")).state
    further = {riddle.theme: right(riddle) for riddle in GAME.riddles(state, 0)}
    assert further["theory"] == [f"token {found['theory'].why.params['alchemical']}"]


def test_one_circle_is_in_doubt_and_insured():
    """«Чья печать того самого цвета, тот ничего не теряет» (debunk.hedge)."""
    found = riddles(PUBLISH, "toad flower = R-", "mushroom fern = G-", "mushroom claw = G-")
    assert right(found["hedge"]) == ["publish mushroom"]
    assert found["hedge"].why.params["colour"] == "B"
