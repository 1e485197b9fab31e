"""What stages and the Stone bring, and whose half is silent: each test names the clause it holds to."""

import pytest

from games.potions.scoring import points
from games.potions.scoring.boxes.guild.points import (
    BY_ELIXIR,
    BY_MAGEMA,
    GAME,
    STAGE,
    STAGE_POINTS,
    STAGES,
    STONE,
    STONE_POINTS,
    UNIVERSALITY,
)
from games.potions.scoring.points import ASSEMBLE, INGREDIENT, Play, Used, gains, lines_of, silence, totals

BOTH = ("guild", "university")


def stage(n: int, owners: tuple[int, ...] = (), **more: object) -> Play:
    """The stage of a column that is worth `n`."""
    return Play(0, STAGE, "aqua_regis", n, owners, (2, 5), **more)  # type: ignore[arg-type]


def test_seven_stages_end_in_ten() -> None:
    """guild.sequence.points, guild.stone.points: 2 2 4 4 6 8, then the Stone's 10."""
    assert STAGE_POINTS == (2, 2, 4, 4, 6, 8, 10)
    assert len(STAGE_POINTS) == STAGES
    assert STAGE_POINTS[-1] == STONE_POINTS


@pytest.mark.parametrize(
    ("n", "owners", "gained"),
    [
        # guild.sequence.points, ruling 40: a stage from hand pays its layer alone.
        (6, (), {0: 6}),
        # guild.sequence.half, ruling 77: of the stage's points, not of the recipe's.
        (4, (2,), {0: 4, 2: 2}),
        # guild.sequence.half, rulings 9 and 74: one's own columns may have odd points; half is rounded down.
        (5, (1,), {0: 5, 1: 2}),
        (1, (1,), {0: 1, 1: 0}),
        # guild.sequence.own, ruling 74: points of a stage are whole numbers from 0.
        (0, (1,), {0: 0, 1: 0}),
    ],
)
def test_what_a_stage_pays(n: int, owners: tuple[int, ...], gained: dict[int, int]) -> None:
    assert gains(stage(n, owners)) == gained


def test_each_line_of_a_laid_stage_says_the_points_that_it_brings() -> None:
    """guild.sequence.points, guild.sequence.half: the stage's for its layer, half of them for the owner."""
    told = [(line.code, line.params["n"], line.points) for _, line in lines_of(stage(4, (2,)))]
    assert told == [("stage", 4, 4), ("half_stage", 2, 2)]


def test_the_stone_pays_its_layer_alone() -> None:
    """guild.stone.points, ruling 45."""
    stone = Play(1, STONE, "stone_magisterium", STONE_POINTS, (), (1, STAGES))
    assert gains(stone) == {1: 10}
    assert totals(3, [stage(2), stone]) == (2, 10, 0)


@pytest.mark.parametrize(
    ("used", "into", "guild", "both"),
    [
        (Used("elixir_of_fire"), INGREDIENT, "", ""),
        (Used("elixir_of_fire"), STAGE, "", ""),
        (Used("elixir_of_fire", magema=True), INGREDIENT, BY_MAGEMA, BY_MAGEMA),
        (Used("elixir_of_fire", magema=True), STAGE, "", BY_MAGEMA),
        (Used("powder_of_fate", universality=True), INGREDIENT, "", "universality"),
        (Used("powder_of_fate", universality=True), STAGE, "", "universality"),
        (Used("powder_of_fate", True, True), STAGE, "", BY_MAGEMA),
        (Used(UNIVERSALITY), INGREDIENT, BY_ELIXIR, BY_ELIXIR),
        (Used(UNIVERSALITY), STAGE, BY_ELIXIR, BY_ELIXIR),
        (Used(UNIVERSALITY, magema=True), STAGE, BY_ELIXIR, BY_ELIXIR),
    ],
)
def test_which_halves_are_silent(used: Used, into: str, guild: str, both: str) -> None:
    """Rulings 54, 55, 81: the Guild alone reads its rulebook, with the University both silence everywhere."""
    assert silence(used, into, ("guild",)) == guild
    assert silence(used, into, BOTH) == both


def test_without_a_box_no_half_is_silent() -> None:
    """assemble.half: the base game has neither magema nor the Elixir."""
    assert silence(Used(UNIVERSALITY, True, True), INGREDIENT, ()) == ""


@pytest.mark.parametrize(
    ("boxes", "clause"), [(("guild",), "guild.magema.half"), (BOTH, "university.magema.half")]
)
def test_a_silent_half_says_why_by_the_boxes_on_the_table(boxes: points.Boxes, clause: str) -> None:
    """Ruling 81: with the University its own clause speaks."""
    play = Play(0, ASSEMBLE, "dragon", 0, (1,), silent=((2, BY_MAGEMA),))
    own, paid, silent = lines_of(play, boxes)
    assert (own[0], own[1].points) == (0, 8)
    assert (paid[0], paid[1].clause, paid[1].points) == (1, "assemble.half", 4)
    assert (silent[0], silent[1].code, silent[1].clause, silent[1].points) == (2, "half_magema", clause, 0)


def test_lines_say_where_a_stage_lies_and_do_without_a_card() -> None:
    """guild.sequence.points, guild.stone.points: a sheet may not name the card."""
    laid, owned, silent = (line for _, line in lines_of(stage(4, (2,), silent=((1, BY_ELIXIR),)), ("guild",)))
    where = {"card": "aqua_regis", "seat": 0, "column": 2, "stage": 5}
    assert [laid.params, owned.params, silent.params] == [where | {"n": n} for n in (4, 2, 0)]
    bare = stage(4, (2,), silent=((1, BY_ELIXIR), (1, "no such reason")))._replace(card="")
    assert [line.code for _, line in lines_of(bare, ("guild",))] == [
        "stage_bare",
        "half_stage_bare",
        "half_elixir_bare",
    ]
    for card, code in (("stone_magisterium", "stone"), ("", "stone_bare")):
        ((seat, line),) = lines_of(Play(1, STONE, card, STONE_POINTS, (), (3, STAGES)))
        assert (seat, line.code, line.points) == (1, code, 10)
        assert line.params == {"card": card, "column": 3, "n": 10}


def test_a_laid_stage_need_not_have_been_in_hand() -> None:
    """guild.sequence.own: it may have lain on a table, the Stone was held."""
    assert [points.kinds()[kind].spends for kind in (STAGE, STONE)] == [False, True]


def test_every_line_cites_a_clause_of_the_box() -> None:
    """A reader of the reason can look it up."""
    for play in (stage(4, (1,), silent=((2, BY_ELIXIR),)), Play(0, STONE, "", 10, (), (3, STAGES))):
        for _, line in lines_of(play, ("guild",)):
            assert line.clause in GAME.clause_by_id, line.clause


def test_lines_add_up_to_the_gains() -> None:
    """score.record."""
    plays = [stage(6, (1,)), Play(2, STONE, "", STONE_POINTS, (), (1, STAGES)), Play(1, ASSEMBLE, "dragon")]
    assert [each.points for each in points.score(3, plays, BOTH)] == list(totals(3, plays))


@pytest.mark.parametrize(
    ("boxes", "clause"), [(("guild",), "guild.magema.element"), (BOTH, "university.magema.element")]
)
def test_magema_in_the_cupboard_is_worthless_for_being_magema(boxes: points.Boxes, clause: str) -> None:
    """guild.magema.element: it brings nothing, whether there was some or none."""
    ((_, line),) = lines_of(Play(0, points.ELEMENT, "stone_magisterium"), boxes)
    assert (line.code, line.clause, line.points) == ("element_wild", clause, 0)
