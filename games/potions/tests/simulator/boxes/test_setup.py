"""With boxes on the table the page of the setup says of each deck what the engine does with it."""

import pytest

from rulebook import setup
from rulebook.content.reading import load
from simulator.game import engine_of

BOXES = [("guild",), ("university",), ("guild", "university")]
GAME = engine_of("potions")


@pytest.mark.parametrize("boxes", BOXES)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_figures_are_those_of_a_new_game(boxes: tuple[str, ...], players: int) -> None:
    """guild.deal: four cards and two; guild.both.deal: four, two and two."""
    counts = [count.numbers[0] for count in setup.of(load("potions", boxes=boxes), players, "ru").counts]
    deal, opened, left = counts[0::3], counts[1::3], counts[2::3]
    step = GAME.new_game({"players": players, "options": {"sets": ",".join(boxes)}}, 1)
    assert {len(hand) for hand in step.state.hands} == {sum(deal)}
    (event,) = (event for event in step.events if event.kind == "opened")
    assert len(event.params["cards"]) == sum(opened)
    assert [len(deck) for deck in step.state.decks] == left


@pytest.mark.parametrize("boxes", BOXES)
def test_a_box_ticks_off_its_own_rules_in_place_of_those_it_changes(boxes: tuple[str, ...]) -> None:
    """guild.decks: the decks aren't mixed, so the rule that mixes all cards isn't to be followed."""
    ticked = {clause.id for clause in setup.ticked(load("potions", boxes=boxes), 4)}
    assert not {"setup.deal", "setup.cupboard"} & ticked
    of = "guild.both" if len(boxes) > 1 else boxes[0]
    assert {f"{of}.decks", f"{of}.deal", f"{of}.cupboard"} <= ticked
    assert ("guild.sequence.card" in ticked) == ("guild" in boxes)
