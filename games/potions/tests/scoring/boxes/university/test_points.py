"""What talismans, the Forest and the Scruple bring: each test names the clause it holds to."""

import pytest

from games.potions.scoring import points
from games.potions.scoring.boxes.university.points import (
    BY_ELIXIR,
    BY_MAGEMA,
    BY_UNIVERSALITY,
    FOREST,
    FOREST_CARD,
    GAME,
    GROWTH,
    INCOME,
    POINTS,
    SCRUPLE,
    SCRUPLE_CARD,
    UNIVERSALITY,
    USEFUL,
    growth_due,
    income_due,
    is_useful,
    may_receive,
    paid,
)
from games.potions.scoring.points import (
    ASSEMBLE,
    ELEMENT,
    INGREDIENT,
    Play,
    Used,
    gains,
    lines_of,
    score,
    silence,
    totals,
)

ONE = ("university",)


def test_generality_pays_for_every_used_recipe() -> None:
    """university.generality.each, rulings 64 and 83: each half is whole, the others have one."""
    assert paid([1, 2, 1, 2, 1], general={1}) == (1, 1, 1, 2)
    play = Play(0, ASSEMBLE, "great_talisman_of_magic", 0, paid([1, 1, 2], general={1}))
    assert gains(play) == {0: 10, 1: 10, 2: 5}


def test_the_second_half_is_explained_by_generality() -> None:
    """university.generality.each."""
    _, first, second = lines_of(Play(0, ASSEMBLE, "dragon", 0, (1, 1)), ONE)
    assert (first[1].code, first[1].clause) == ("half", "assemble.half")
    assert (second[1].code, second[1].clause) == ("half_generality", "university.generality.each")
    assert first[1].points == second[1].points == 4


@pytest.mark.parametrize(
    ("used", "reason"),
    [
        (Used("dragon"), ""),
        (Used("dragon", magema=True), BY_MAGEMA),
        (Used("dragon", universality=True), BY_UNIVERSALITY),
        (Used("dragon", True, True), BY_MAGEMA),
        (Used(UNIVERSALITY, True), BY_ELIXIR),
    ],
)
@pytest.mark.parametrize("into", [INGREDIENT, "stage"])
def test_which_halves_are_silent_without_the_guild(used: Used, reason: str, into: str) -> None:
    """Ruling 81: a recipe made with magema or Universality brings none, whatever it goes into."""
    assert silence(used, into, ONE) == reason


@pytest.mark.parametrize(("new", "useful"), [(0, True), (1, False), (2, False), (3, False)])
def test_usefulness_pays_at_least_one(new: int, useful: bool) -> None:
    """university.usefulness.least, ruling 84: a new element brings 1, not 2; three new ones bring 3."""
    assert is_useful(new) is useful
    assert gains(Play(0, USEFUL, "dragon")) == {0: 1}
    assert gains(Play(0, ELEMENT, "dragon", new)) == {0: new}


@pytest.mark.parametrize(
    ("recipes", "due"), [((2, 3), True), ((3, 3), False), ((4, 3), False), ((0, 0, 1), True)]
)
def test_income_needs_somebody_with_more_recipes(recipes: tuple[int, ...], due: bool) -> None:
    """university.income.point, rulings 85 and 99: level brings nothing, never more than 1."""
    assert income_due(recipes, 0) is due
    assert gains(Play(0, INCOME, "")) == {0: 1}


@pytest.mark.parametrize(("scores", "due"), [((5, 6), True), ((6, 6), False), ((-5, -4), True)])
def test_growth_needs_somebody_with_more_points(scores: tuple[int, ...], due: bool) -> None:
    """university.growth.point, ruling 85."""
    assert growth_due(scores, 0) is due
    assert gains(Play(0, GROWTH, "")) == {0: 1}


@pytest.mark.parametrize(
    ("owners", "brought"),
    [((1, 2), {0: 10, 1: 2, 2: 2}), ((1, 1), {0: 10, 1: 4}), ((0, 1), {0: 12, 1: 2}), ((0, 0), {0: 14})],
)
def test_the_forest_pays_caster_and_owners(owners: tuple[int, int], brought: dict[int, int]) -> None:
    """university.forest.points, ruling 94: 10, and 2 for each creature, one's own too: 14 for two of them."""
    play = Play(0, FOREST, FOREST_CARD, 0, owners)
    assert gains(play) == brought
    assert totals(3, [play]) == tuple(brought.get(seat, 0) for seat in range(3))
    assert [each.points for each in score(3, [play], ONE)] == list(totals(3, [play]))


def test_the_scruple_takes_five_below_nothing() -> None:
    """university.scruple.pass, rulings 63 and 96: a score may go below 0."""
    play = Play(0, SCRUPLE, SCRUPLE_CARD, 0, (1,))
    assert gains(play) == {0: 0, 1: -5}
    assert totals(2, [play]) == (0, -5)


@pytest.mark.parametrize(("scores", "may"), [((3, 4), True), ((4, 4), False), ((5, 4), False)])
def test_the_scruple_goes_only_to_those_with_more(scores: tuple[int, int], may: bool) -> None:
    """university.scruple.pass, ruling 96: strictly more."""
    assert may_receive(scores, 0, 1) is may
    assert not may_receive(scores, 0, 0)


def test_each_line_says_what_it_brings() -> None:
    """Rulings 84, 85, 94, 96: the seat, the points, the number and the caster that the sentence names."""
    plays = [
        Play(1, USEFUL, "dragon"),
        Play(1, USEFUL, ""),
        Play(1, INCOME, ""),
        Play(1, GROWTH, ""),
        Play(1, FOREST, FOREST_CARD, 0, (2,)),
        Play(1, SCRUPLE, SCRUPLE_CARD, 0, (2,)),
    ]
    told = [
        (seat, line.code, line.points, line.params.get("n"), line.params.get("seat"))
        for play in plays
        for seat, line in lines_of(play, ONE)
    ]
    assert told == [
        (1, "useful", 1, None, None),
        (1, "useful_bare", 1, None, None),
        (1, "income", 1, None, None),
        (1, "growth", 1, None, None),
        (1, "forest", 10, 10, 1),
        (2, "forest_creature", 2, 2, 1),
        (2, "scruple", -5, 5, 1),
    ]


def test_a_talisman_that_pays_stays_and_so_does_the_scruple() -> None:
    """university.income.point, university.growth.point, university.scruple.pass: no card leaves the hand."""
    kept = {name for name in POINTS.kinds if not points.kinds()[name].spends}
    assert kept == {INCOME, GROWTH, SCRUPLE}


def test_every_line_cites_a_clause_of_the_box() -> None:
    """A reader of the reason can look it up."""
    plays = [
        Play(0, USEFUL, "dragon"),
        Play(0, INCOME, ""),
        Play(0, GROWTH, ""),
        Play(0, FOREST, FOREST_CARD, 0, (1, 1)),
        Play(0, SCRUPLE, SCRUPLE_CARD, 0, (1,)),
        Play(0, ASSEMBLE, "dragon", 0, (1, 1), silent=((2, "magema"), (2, "universality"), (2, "elixir"))),
    ]
    clauses = {line.clause for play in plays for _, line in lines_of(play, ONE)}
    assert clauses <= GAME.clause_by_id.keys()
    assert len(points.kinds()) > len(points.KINDS)
