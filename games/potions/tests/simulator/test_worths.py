"""What a position is worth with expansions: a game of its own, judged by the same traits."""

from simulator.engine.record import Record
from simulator.review.fitted import fitted_for, fitted_of, path_of


def test_expansions_have_a_file_of_their_own_in_any_order() -> None:
    """«Worth for Wiz-War, Alchemists, and potions with boxes»"""
    assert path_of("potions", "university, guild") == path_of("potions", "guild,university")
    base = fitted_of("potions")
    for sets in ("guild", "university", "university,guild"):
        found = fitted_for(Record("potions", 1, {"players": 2, "options": {"sets": sets}}, 1))
        assert [*found.weights] == [*base.weights]
        assert found.weights != base.weights
