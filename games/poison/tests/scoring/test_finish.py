"""What the end of a series of Poison tells, on sheets small enough to count by hand."""

from games.poison.scoring.points import Counts
from tests.scoring.endings import End

FIELDS = Counts._fields


def end(*rounds: tuple[tuple[int, int, int, int], ...]) -> End:
    cells = [
        (f"r{number}.p{place}.{field}", str(n))
        for number, table in enumerate(rounds, start=1)
        for place, row in enumerate(table, start=1)
        for field, n in zip(FIELDS, row, strict=True)
    ]
    return End("poison", 3, cells)


# Red, blue, purple, poison of three players: 5, 4 and 6 points; seat 0 sheds 3 red, seat 1 2 blue.
ROUND = ((3, 1, 0, 2), (1, 2, 1, 1), (2, 1, 1, 1))


def test_who_took_the_most_poison_with_its_rule_and_the_poison_cells_alone() -> None:
    """«Коля собрал 19 яда»."""
    fact = end(ROUND, ROUND).facts["poison_most"]
    assert (fact.clause, fact.params) == ("score.poison", {"seat": 0, "n": 4})
    assert fact.entries == (4, 8, 12, 16, 20, 24)


def test_a_tie_for_the_poison_is_not_told() -> None:
    assert "poison_most" not in end(((0, 0, 0, 2), (0, 1, 0, 2), (1, 0, 0, 0))).facts


def test_who_alone_took_no_poison() -> None:
    assert end(((0, 0, 0, 2), (0, 1, 0, 1), (1, 0, 0, 0))).facts["poison_none"].params == {"seat": 2}
    assert "poison_none" not in end(((0, 0, 0, 2), (0, 1, 0, 0), (1, 0, 0, 0))).facts  # two of them


def test_who_shed_the_most_counts_majorities_and_no_ties() -> None:
    assert end(ROUND).facts["shed_most"].params == {"seat": 0, "n": 3}
    assert "shed_most" not in end(((2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 1, 1))).facts


def test_who_took_the_most_cards() -> None:
    assert end(ROUND).facts["taken_most"].params == {"seat": 0, "n": 6}


def test_who_had_the_most_rounds_without_a_point() -> None:
    clean = ((2, 0, 0, 0), (1, 0, 0, 1), (1, 0, 0, 1))
    assert end(ROUND, clean).facts["clean_rounds"].params == {"seat": 0, "n": 1}
    assert "clean_rounds" not in end(ROUND).facts


def test_the_fewest_points_stand_first() -> None:
    places = end(ROUND).places
    assert [(place.rank, place.seats, place.points) for place in places] == [
        (1, (1,), 4),
        (2, (0,), 5),
        (3, (2,), 6),
    ]


def test_a_round_that_is_not_complete_tells_nothing() -> None:
    assert End("poison", 3, [("r1.p1.poison", "3")]).facts == {}
