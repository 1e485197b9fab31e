"""How a round is counted and who wins: each test names the clause it holds to."""

import pytest

from games.poison.scoring.points import Counts, Round, points_of, score_round, totals, winners
from games.poison.tests.scoring.sample import TABLE
from tests.scoring.people import EXAMPLE_POINTS

NOBODY = Counts()


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
