"""What the page of the setup says everybody gets and what lies on the boards, the engine gives and lays."""

import pytest

from games.alchemists.simulator.engine.data import FULL_SET
from rulebook import setup
from rulebook.content.reading import load
from simulator.game import engine_of

ALCHEMISTS = load("alchemists")
GAME = engine_of("alchemists")
LEVELS = ("apprentice", "master")


@pytest.mark.parametrize("players", range(ALCHEMISTS.players[0], ALCHEMISTS.players[1] + 1))
@pytest.mark.parametrize("level", LEVELS)
def test_the_figures_are_those_of_a_new_game(players: int, level: str) -> None:
    counts = setup.of(ALCHEMISTS, players, "ru").counts
    shown = {count.clause: count.numbers[0] for count in counts}
    by_level = [count.numbers[0] for count in counts if count.clause == "setup.deal"]
    state = GAME.new_game({"players": players, "options": {"level": level}}, 1).state
    for board, screen in zip(state.boards, state.screens, strict=True):
        assert (board.gold, board.reputation) == (shown["setup.gold"], shown["setup.reputation"])
        assert board.cubes == shown["setup.first_cubes"]
        assert len(screen.hand) == by_level[LEVELS.index(level)]
        assert len(screen.seals) == shown["setup.seals"]
    assert {len(screen.favours) for screen in state.screens} == {shown["setup.favours"]}
    assert FULL_SET[players] == shown["setup.cubes"]
    assert len(state.row) == shown["setup.row"]
    assert len(state.adventurers) == shown["setup.adventurers"]
    assert {len(cards) for cards in state.dealt} == {shown["setup.artifacts"]}
