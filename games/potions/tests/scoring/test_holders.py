"""Whose recipes a page offers for a card, and who is the only one, by the log."""

import pytest

from games.potions.scoring.sheet.box import Table
from games.potions.scoring.sheet.holders import Holders
from games.potions.scoring.sheet.plays import play_of

LOVE, DIVINATION = "card:love_potion", "card:infusion_of_divination"


def holders(*texts: str, seats: int = 3) -> Holders:
    table = Table(seats, ())
    return Holders([play_of(text, table) for text in texts], table)


def test_the_only_holder_of_a_recipe_is_known() -> None:
    """assemble.recipes: a recipe comes from a table where it lies."""
    found = holders("2 assemble love_potion", "1 assemble infusion_of_divination")
    assert (found.of(LOVE), found.only(LOVE)) == ([1], True)
    assert (found.of("card:elixir_of_fire"), found.only("card:elixir_of_fire")) == ([], False)


def test_of_two_who_have_it_neither_is_the_only_one() -> None:
    found = holders("2 assemble love_potion", "3 assemble love_potion")
    assert (found.of(LOVE), found.only(LOVE)) == ([1, 2], False)


@pytest.mark.parametrize("taken", ["1 assemble powder_of_control 2", "2 assemble powder_of_control"])
def test_what_was_taken_lies_there_no_more(taken: str) -> None:
    """From another’s table, or from one’s own where nobody is named."""
    assert holders("2 assemble love_potion", taken).of(LOVE) == []
    assert holders("2 assemble love_potion", "2 assemble love_potion", taken).of(LOVE) == [1]


def test_a_recipe_with_no_owner_takes_nothing_from_a_table_that_has_none() -> None:
    """The entry that named nobody left the only holder theirs: the page still offers them."""
    assert holders("2 assemble love_potion", "1 assemble powder_of_control").of(LOVE) == [1]


def test_where_either_of_two_recipes_went_both_may_still_lie() -> None:
    """«Two great elixirs»: no log says which of three were used, so each may be the one that is left."""
    elixirs = ["omen", "rebirth", "insight"]
    made = [f"2 assemble great_elixir_of_{name}" for name in elixirs]
    slots = [f"card:great_elixir_of_{name}" for name in elixirs]
    one = "1 assemble supreme_elixir 2 3"  # one of each: the third has none by the log
    assert [holders(*made, one, one).of(slot) for slot in slots] == [[1], [1], [1]]
    assert [holders(*made, one, one, one).of(slot) for slot in slots] == [[], [], []]


def test_an_owner_who_is_named_once_may_have_given_both_recipes() -> None:
    """assemble.once: for two recipes of one owner there is one half, so the log names them once."""
    made = ["2 assemble solution_of_eternity", "2 assemble infusion_of_divination"]
    found = holders(*made, "1 assemble great_elixir_of_omen 2")
    assert (found.of("card:solution_of_eternity"), found.of(DIVINATION)) == ([], [])


def test_a_spell_that_turns_a_recipe_leaves_open_what_its_player_has() -> None:
    """transformation.take: a recipe of any kind; so nobody else is the only one, and none is missing."""
    found = holders("2 assemble love_potion", "1 spell spell_of_transformation")
    assert (found.of(LOVE), found.only(LOVE)) == ([0, 1], False)
    assert (found.of(DIVINATION), found.only(DIVINATION)) == ([0], False)


def test_of_a_game_that_began_before_its_log_nothing_is_known() -> None:
    assert not holders("2 before 12").known
    assert holders().known
