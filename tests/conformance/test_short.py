"""What the short form of a position tells: all of it, but for what the engine names (`untold`).

SHORT_GAMES sets the number of games of each configuration (one here, 200 with --all).
"""

import os
from typing import Any

import pytest

from simulator.engine.refusal import BadPosition
from simulator.game import engine_of, played_games
from tests.conformance.tables import Table, differing, play

CONFIGS = [
    Table(game_id, name, config.seats[:2][-1])
    for game_id in played_games()
    for name, config in engine_of(game_id).configs.items()
]
STRIDE = 8  # plies from one position that is written to the next
AGENTS = ("curious", "uniform")  # by turns
SOME = 4  # positions of a configuration (fewer of a short game) told whole, or the test says nothing


def games_each() -> int:
    thorough = os.environ.get("FUZZ_GAMES")
    return int(os.environ.get("SHORT_GAMES") or (200 if thorough else 1))


def questions(state: Any) -> list[type]:
    """What is open; a short form tells no choice in the middle of a move, and then another one is read."""
    return [type(frame) for frame in getattr(state, "agenda", ())]


def is_told(table: Table, state: Any) -> bool:
    """Whether a position comes back from its short form the same; False where it tells another question."""
    game, names = table.game, [f"N{seat}" for seat in range(table.seats)]
    written = game.short(state, names)
    try:
        read = game.decode(written)
    except BadPosition:
        read = None
    if read is None or questions(read) != questions(state):
        assert len(questions(state)) > 1 or getattr(game, "sealed", False), written
        return False
    assert game.differences(state, names, written) == [], written
    lost = sorted(differing(game.encode(state), game.encode(read), game.untold))
    assert not lost, (lost, written)
    assert game.short(read, names) == written
    return True


@pytest.mark.parametrize("table", CONFIGS, ids=str)
def test_a_position_comes_back_from_its_short_form(table):
    """docs/cases.md: what is written is read again as it was, from tables to the editor and into cases."""
    asked = [
        ply.step.state
        for seed in range(games_each())
        for ply in play(table, seed, AGENTS[seed % 2]).plies[seed % STRIDE :: STRIDE]
        if ply.legal
    ]
    told = sum(is_told(table, state) for state in asked)
    assert told >= min(SOME, len(asked))
