"""What the page of the setup says is dealt, opened and left of each deck, the engine does."""

import pytest

from rulebook import setup
from rulebook.content.reading import load
from simulator.game import engine_of

POTIONS = load("potions")
GAME = engine_of("potions")


@pytest.mark.parametrize("players", range(POTIONS.players[0], POTIONS.players[1] + 1))
def test_the_figures_are_those_of_a_new_game(players: int) -> None:
    deal, opened, left = (count.numbers[0] for count in setup.of(POTIONS, players, "ru").counts)
    step = GAME.new_game({"players": players}, 1)
    dealt = [len(event.params["cards"]) for event in step.events if event.kind == "hand"]
    assert dealt == [deal] * players
    (event,) = (event for event in step.events if event.kind == "opened")
    assert len(event.params["cards"]) == opened
    drawn = sum(map(len, step.state.hands)) - players * deal  # turn.draw: nobody is asked whether to draw
    assert [len(deck) + drawn for deck in step.state.decks] == [left]
