"""What the page of the setup says is dealt, the engine deals.

Issue: «Setup of every game for each number of players … Nothing wrong at the table».
"""

import pytest

from rulebook import setup
from rulebook.content.reading import load
from simulator.game import engine_of

POISON = load("poison")
GAME = engine_of("poison")


@pytest.mark.parametrize("players", range(POISON.players[0], POISON.players[1] + 1))
def test_hands_and_the_pile_set_aside_are_those_of_the_engine(players: int) -> None:
    """setup.three: dealt for four, one pile leaves; setup.uneven: the player who starts has a card more."""
    shown = {count.clause: count.numbers for count in setup.of(POISON, players, "ru").counts}
    state = GAME.new_game({"players": players}, 1).state
    first = (state.dealer + 1) % players
    hands = [len(state.hands[(first + n) % players]) for n in range(players)]
    assert shown["setup.uneven"] == tuple(hands)
    assert shown.get("setup.three", (0,)) == (len(state.aside),)
    ticked = [clause.id for clause in setup.ticked(POISON, players)]
    assert ("setup.three" in ticked) == bool(state.aside)
