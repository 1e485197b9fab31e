"""How a round is counted and who wins: each test names the clause it holds to."""

from itertools import product

import pytest

from games.poison.scoring.points import (
    COPIES,
    DECK_SIZE,
    Counts,
    Round,
    most_of,
    points_at,
    points_of,
    score_round,
    totals,
    winners,
)
from games.poison.tests.scoring.sample import TABLE
from tests.scoring.people import EXAMPLE_POINTS

NOBODY = Counts()
SCORES = score_round(TABLE)
THREES = list(product([(0, 0), (1, 2), (2, 1)], repeat=3))  # red and blue cards of three players


def test_the_rulebooks_example_gives_7_2_17_and_15() -> None:
    assert points_of(TABLE) == EXAMPLE_POINTS


@pytest.mark.parametrize(
    ("table", "points"),
    [
        # score.potion, score.poison: a potion costs one point and a poison two.
        ([Counts(red=2, poison=3), Counts(red=2), NOBODY], (8, 2, 0)),
        # majority.shed: more than every other player, and one card against none is enough.
        ([Counts(blue=1), NOBODY, NOBODY], (0, 0, 0)),
        ([Counts(blue=3), Counts(blue=2), NOBODY], (0, 2, 0)),
        # majority.tie: it sheds nothing, and the next player does not inherit.
        ([Counts(purple=4), Counts(purple=4), Counts(purple=3)], (4, 4, 3)),
        # majority.shed: every colour is judged by itself, one player may shed all three.
        ([Counts(3, 3, 3, 1), Counts(2, 2, 2), NOBODY], (2, 6, 0)),
        # poison.kept: not shed even by the only one who has any.
        ([Counts(poison=8), NOBODY, NOBODY], (16, 0, 0)),
    ],
)
def test_what_a_round_costs(table: list[Counts], points: tuple[int, ...]) -> None:
    assert points_of(table) == points


def test_a_majority_may_be_kept_by_choice() -> None:
    """majority.shed: «may», as the option of the simulator asks."""
    score = score_round([Counts(red=3), NOBODY, NOBODY], kept={(0, "red")})[0]
    assert (score.points, score.lines[0].code) == (3, "kept")


@pytest.mark.parametrize("seat", range(4))
def test_the_lines_of_an_explanation_add_up_to_the_points(seat: int) -> None:
    """score.record."""
    score = score_round(TABLE)[seat]
    assert sum(line.points for line in score.lines) == score.points


def test_the_fewest_points_over_all_rounds_win() -> None:
    """series.winner."""
    rounds = [Round(TABLE), Round(tuple(reversed(TABLE)))]
    assert totals(rounds) == (22, 19, 19, 22)
    assert winners(rounds) == (1, 2)


def test_a_tie_at_the_end_is_shared_unless_a_house_rule_breaks_it() -> None:
    """series.tie, ruling poison-30."""
    rounds = [Round((Counts(poison=1), Counts(red=2, blue=2), Counts(red=2, blue=2)))]
    assert totals(rounds) == (2, 4, 4)
    equal = [Round((Counts(poison=1, red=1), Counts(red=3), Counts(red=3)))]
    assert winners(equal) == (0, 1, 2)
    assert winners(equal, "fewest_poison_taken") == (1, 2)


def test_a_house_rule_may_look_at_the_best_round() -> None:
    """series.tie, ruling poison-30: the fewest points in a round, those of the best one."""
    rounds = [
        Round((Counts(poison=2), Counts(), Counts(poison=4))),
        Round((Counts(poison=2), Counts(poison=4), Counts(poison=4))),
    ]
    assert totals(rounds) == (8, 8, 16)
    assert winners(rounds) == winners(rounds, "fewest_poison_taken") == (0, 1)
    assert winners(rounds, "single_best_round") == (1,)


def test_the_lines_say_what_each_colour_cost() -> None:
    """score.potion, score.poison, majority.shed, majority.tie: with the clause of each."""
    lines = [[(line.code, *line.params.values(), line.points) for line in each.lines] for each in SCORES]
    assert lines == [
        [("potions", "red", 2, 2), ("potions", "blue", 3, 3), ("poison", 1, 2)],
        [("shed", "red", 6, 0), ("potions", "purple", 2, 2)],
        [("potions", "red", 5, 5), ("potions", "blue", 2, 2), ("tied", "purple", 6, 6), ("poison", 2, 4)],
        [("potions", "red", 1, 1), ("shed", "blue", 6, 0), ("tied", "purple", 6, 6), ("poison", 4, 8)],
    ]
    clauses = {line.code: line.clause for each in SCORES for line in each.lines}
    assert clauses == {
        "potions": "score.potion",
        "shed": "majority.shed",
        "tied": "majority.tie",
        "poison": "score.poison",
    }


def test_nobody_holds_a_largest_number_of_nought() -> None:
    """majority.shed: more than every other player, so at least one card."""
    assert most_of([NOBODY] * 3, "blue") == (0, ())
    assert most_of(TABLE, "purple") == (6, (2, 3))


@pytest.mark.parametrize("table", [TABLE, *([Counts(n, m, 0, 1) for n, m in three] for three in THREES)])
def test_the_quick_way_counts_the_same(table: list[Counts]) -> None:
    """majority.shed, score.potion, score.poison: where nobody chooses to keep."""
    assert tuple(points_at(table, seat) for seat in range(len(table))) == points_of(table)


def test_fifty_cards_are_dealt_from() -> None:
    """components.deck: fourteen potions of each colour and eight poisons."""
    assert COPIES == {"red": 14, "blue": 14, "purple": 14, "": 8}
    assert DECK_SIZE == 50
