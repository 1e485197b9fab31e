"""What the page of the setup says lies on the board and everybody gets, the engine lays and gives."""

import pytest

from rulebook import setup
from rulebook.content.reading import load
from simulator import engines

WIZWAR = load("wizwar")
GAME = engines.get("wizwar")


@pytest.mark.parametrize("players", range(WIZWAR.players[0], WIZWAR.players[1] + 1))
def test_the_figures_are_those_of_a_new_game(players: int) -> None:
    shown = {count.clause: count.numbers[0] for count in setup.of(WIZWAR, players, "ru").counts}
    state = GAME.new_game({"players": players}, 1).state
    assert len(state.board.sectors) == shown["setup.sectors"]
    assert len(state.chests) == shown["setup.treasures"]
    assert {len(hand) for hand in state.hands} == {shown["setup.deal"]}
    assert {wizard.life for wizard in state.wizards} == {shown["setup.life"]}


@pytest.mark.parametrize("players", range(WIZWAR.players[0], WIZWAR.players[1] + 1))
def test_the_board_is_drawn_with_a_home_for_each(players: int) -> None:
    """setup.sectors: the first player has place 1, the second place 2."""
    drawn = setup.of(WIZWAR, players, "ru").drawing
    numbered = [n for n in range(1, 10) if f">{n}</text>" in drawn]
    assert numbered == list(range(1, players + 1))
