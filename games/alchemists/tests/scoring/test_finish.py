"""What the end of a game of «Алхимики» tells, on sheets small enough to count by hand."""

from tests.scoring.endings import End

# Оля's gold seal on a right theory, Саша's on a wrong one: the signs of these two differ in every colour.
BOARD = (("theory.toad", "a1"), ("theory.fern", "a2"), ("truth.toad", "a1"), ("truth.fern", "a3"))
SEALS = (("seal.toad.1", "gold"), ("seal.fern.2", "gold"))


def end(*cells: tuple[str, str]) -> End:
    return End("alchemists", 2, cells)


def gold(first: int, second: int) -> tuple[tuple[str, str], ...]:
    return ("gold.1", str(first)), ("gold.2", str(second))


def test_seals_on_right_and_on_wrong_theories() -> None:
    facts = end(*BOARD, *SEALS, *gold(0, 0)).facts
    assert (facts["right_most"].params, facts["right_most"].clause) == ({"seat": 0, "n": 1}, "reveal.right")
    assert (facts["wrong_most"].params, facts["wrong_most"].clause) == ({"seat": 1, "n": 1}, "reveal.wrong")
    assert facts["right_most"].entries == (1, 2, 3, 4, 5, 6)
    both = end(*BOARD, ("seal.toad.1", "gold"), ("seal.toad.2", "silver"), *gold(0, 0)).facts
    assert "right_most" not in both


def test_who_led_before_the_reveal_and_did_not_win() -> None:
    fact = end(*BOARD, *SEALS, ("rep.a1", "2 gain +3"), *gold(0, 0)).facts["led_before_reveal"]
    assert fact.params["seat"] == 1
    assert "led_before_reveal" not in end(*BOARD, *SEALS, ("rep.a1", "1 gain +3"), *gold(0, 0)).facts


def test_gold_that_settled_a_tie() -> None:
    fact = end(("truth.toad", "a1"), *gold(4, 3)).facts["gold_decided"]
    assert (fact.params, fact.clause, fact.entries) == ({"seat": 0, "n": 4}, "series.tie", (2, 3))
    assert "gold_decided" not in end(("truth.toad", "a1"), *gold(6, 3)).facts  # no tie: two points of gold
    assert "gold_decided" not in end(("truth.toad", "a1"), *gold(3, 3)).facts  # nothing settled it


def test_reputation_gold_and_artifacts_are_told_while_one_has_the_most() -> None:
    facts = end(("rep.a1", "2 gain +3"), ("artifacts.1", "magic_mirror printing_press"), *gold(2, 0)).facts
    assert facts["reputation_most"].params["seat"] == 1
    assert facts["gold_most"].params == {"seat": 0, "n": 2}
    assert facts["leap"].params == {"seat": 1, "n": 3}
    assert facts["leap"].entries == (1,)
    even = end(*gold(2, 2)).facts
    assert not even.keys() & {
        "reputation_most",
        "gold_most",
        "leap",
        "margin",
        "artifacts_most",
        "grants_most",
    }


def test_more_gold_stands_before_less_at_equal_points() -> None:
    places = end(("truth.toad", "a1"), *gold(4, 3)).places
    assert [(place.rank, place.seats, place.won) for place in places] == [(1, (0,), True), (2, (1,), False)]


def test_the_course_follows_the_final_scoring_and_ends_in_the_totals() -> None:
    ended = end(*BOARD, *SEALS, *gold(6, 0))
    course = ended.finish.course(ended.tally)
    assert [step.name for step in course.steps] == ["reputation", "gold", "seals"]
    assert course.steps[-1].totals == ended.tally.totals
