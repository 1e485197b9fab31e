"""Flat search on worlds that are a mere number: what is compared, and what counts as equal."""

import random

import pytest

from simulator.engine.flat import estimate
from simulator.engine.game import Move

MOVES = [Move("a"), Move("b"), Move("c")]
WORTH = {"a": 1.0, "b": 1.2, "c": 9.0}


def luck(number: int) -> float:
    return random.Random(number).uniform(-1, 1)


def search(fewer: bool, common: bool = False, worth=WORTH, order=tuple):
    def value(world: float, move: Move, number: int) -> float:
        return worth[move.verb] + 4 * luck(number)

    return estimate(MOVES, luck, value, 7, 300, fewer, 1, common, order)


@pytest.mark.parametrize(("fewer", "alike"), [(True, "ab"), (False, "c")])
def test_a_move_far_behind_is_told_from_the_best_whichever_way_points_count(fewer, alike):
    found = search(fewer)
    assert {row.move.verb for row in found.estimates[: found.alike]} == set(alike)
    assert found.clear == (len(alike) == 1)


def test_common_luck_tells_apart_what_lies_within_the_intervals():
    found = search(True, common=True)
    first, second = found.estimates[:2]
    assert (first.move.verb, second.move.verb) == ("a", "b")
    assert second.mean - first.mean < first.error + second.error
    assert found.clear


def test_between_equals_the_caller_says_which_stands_first():
    worth = dict.fromkeys("abc", 2.0)
    found = search(False, common=True, worth=worth, order=lambda move: move.verb != "b")
    assert found.alike == 3
    assert found.estimates[0].move.verb == "b"
