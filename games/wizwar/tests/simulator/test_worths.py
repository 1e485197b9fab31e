"""What a position is worth with expansions: a game of its own, judged by the same traits."""

import pytest

from simulator.engine.record import Record
from simulator.review.fitted import fitted_for, fitted_of


@pytest.mark.parametrize("sets", ["artifacts", "monsters", "monsters,artifacts"])
def test_expansions_are_judged_by_numbers_of_their_own_and_no_surer_than_the_base_game(sets: str) -> None:
    """docs/review.md: «with expansions a game is another one and has a file of its own», and «the doubts of
    the base game».
    """
    base = fitted_of("wizwar")
    found = fitted_for(Record("wizwar", 1, {"players": 2, "options": {"sets": sets}}, 1))
    assert [*found.weights] == [*base.weights]
    assert found.weights != base.weights
    assert found._replace(weights=base.weights) == base
