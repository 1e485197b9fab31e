"""Whose recipes a page offers for a card of a box."""

from games.potions.scoring.sheet.box import Table
from games.potions.scoring.sheet.holders import Holders
from games.potions.scoring.sheet.plays import play_of

LOVE = "card:love_potion"


def holders(*texts: str) -> Holders:
    table = Table(3, ("guild", "university"))
    return Holders([play_of(text, table) for text in texts], table)


def test_an_elixir_that_stands_in_is_offered_and_never_taken_for_granted() -> None:
    """It pays no half, so whether it was used is asked."""
    found = holders("2 assemble elixir_of_universality")
    assert (found.of(LOVE), found.only(LOVE)) == ([1], False)


def test_a_stage_takes_its_recipe_from_its_owner() -> None:
    """guild.sequence.half: the recipe lies in the column of whoever laid it."""
    found = holders("2 assemble love_potion", "1 stage 1 1 love_potion 2")
    assert found.of(LOVE) == [0]
