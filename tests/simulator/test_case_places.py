"""Sight and ways by themselves: what a case may say of places, and what differs from what is there."""

import pytest

from simulator import case_words
from simulator.cases import casebook
from simulator.cases.case import CaseError, read_cases

POSITION = {"players": ["Оля", "Коля"], "at": {"Коля": "1b3"}, "bush": "1d4"}


def judge(expect, game="wizwar", position=POSITION):
    (case,) = read_cases({"game": game, "position": position, "expect": expect}, "x", (game,))
    return casebook.evaluate(case).differences


@pytest.mark.parametrize(
    ("origin", "row", "differences"),
    [
        ("Оля", "1c4", []),
        ("1", "1c4", []),
        ("w1", "both 1c4", []),
        ("1c3", "not Коля", []),
        ("Оля", "neither w2", []),
        ("Оля", "1c3w", []),
        ("Оля", "Коля", [("sees.Оля", "Коля", "not Коля")]),
        ("Оля", "not 1c4", [("sees.Оля", "not 1c4", "1c4")]),
        ("Оля", "both 2", [("sees.Оля", "2", "not 2"), ("sees.2", "Оля", "not Оля")]),
        ("1c4", "both 1d4", [("sees.1d4", "1c4", "not 1c4")]),
        ("1c4", "neither 1d4", [("sees.1c4", "not 1d4", "1d4")]),
    ],
)
def test_what_is_seen_is_told_from_where_and_both_ways_if_asked(origin, row, differences):
    """sight.mutual, sight.bush: from inside a bush nothing is seen."""
    assert [each[:3] for each in judge({"sees": {origin: [row]}})] == differences


@pytest.mark.parametrize(
    ("n", "differences"), [(1, []), (2, [("steps.Оля.1c4", 2, 1)]), ("none", [("steps.Оля.1c4", "none", 1)])]
)
def test_the_shortest_way_is_counted_in_steps(n, differences):
    """move.steps."""
    assert [each[:3] for each in judge({"steps": {"Оля": {"1c4": n}}})] == differences


def test_a_wizard_goes_where_the_way_is_open_to_him_alone():
    """door.removed: a door without a lock is a way, from a mere square all doors are shut."""
    position = {**POSITION, "at": {"Оля": "1b3"}, "unlocked": "1b3s"}
    assert not judge({"steps": {"Оля": {"1b4": 1}}}, position=position)
    assert judge({"steps": {"1b3": {"1b4": 1}}}, position=position)


@pytest.mark.parametrize(
    ("expect", "key", "problem"),
    [
        ({"sees": ["1c4"]}, "expect.sees", "kind"),
        ({"sees": {"Оля": "1c4"}}, "expect.sees.Оля", "kind"),
        ({"sees": {"Оля": [14]}}, "expect.sees.Оля", "kind"),
        ({"sees": {"Оля": ["7c4"]}}, "expect.sees", "unknown_place"),
        ({"sees": {"Оля": ["seldom 1c4"]}}, "expect.sees", "unknown_place"),
        ({"sees": {"Оля": ["not"]}}, "expect.sees", "unknown_place"),
        ({"sees": {"Рита": ["1c4"]}}, "expect.sees", "unknown_place"),
        ({"sees": {"Оля": ["both 1c4n"]}}, "expect.sees", "unknown_place"),
        ({"steps": {"Оля": "1c4"}}, "expect.steps.Оля", "kind"),
        ({"steps": {"Оля": {"1c9": 1}}}, "expect.steps", "unknown_place"),
        ({"steps": {"Оля": {"1c4n": 1}}}, "expect.steps", "unknown_place"),
    ],
)
def test_a_place_that_is_none_is_told(expect, key, problem):
    with pytest.raises(CaseError) as caught:
        judge(expect)
    assert (caught.value.key, caught.value.problem) == (key, problem)
    assert case_words.problem_text(caught.value)


@pytest.mark.parametrize("expect", [{"sees": {"Оля": ["Коля"]}}, {"steps": {"1c3": {"Оля": 1}}}])
def test_before_the_maze_is_laid_nobody_stands_in_it(expect):
    """setup.home: the wizard begins on the centre square of a sector, once it lies."""
    position = {"players": ["Оля", "Коля"], "options": {"sectors": "choose"}, "sectors": "- -"}
    with pytest.raises(CaseError) as caught:
        judge(expect, position=position)
    assert caught.value.problem == "unknown_place"


@pytest.mark.parametrize("expect", [{"sees": {"1": ["2"]}}, {"steps": {"1": {"2": 1}}}])
def test_where_nobody_stands_anywhere_nothing_is_seen(expect):
    with pytest.raises(CaseError) as caught:
        judge(expect, "poison", {"players": 3, "hands": {"1": "R1"}})
    assert caught.value.problem == "no_places"
