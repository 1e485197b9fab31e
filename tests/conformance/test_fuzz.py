"""Point 10: many random games; a failure prints its seed and moves as a small test, ready to paste.

FUZZ_GAMES sets the number of games for each configuration and agent (1 here, 40 with --all, 20000 at night).
"""

import ast

import pytest

from simulator.engine.chance import substream
from simulator.engine.record import record_from_json
from simulator.game import engine_of, played_games
from tests.conformance.faults import as_test, fault_of, fuzz, shrink
from tests.conformance.tables import AGENTS, TABLES, play
from tests.daily import daily

CONFIGS = [
    (game_id, config, agent)
    for game_id in played_games()
    for config in engine_of(game_id).configs
    for agent in AGENTS
]
# Another agent in each configuration of a game.
EVERY_DAY = [each for n, each in enumerate(CONFIGS) if n // len(AGENTS) % len(AGENTS) == n % len(AGENTS)]


@pytest.mark.parametrize(("game_id", "config", "agent"), daily(CONFIGS, EVERY_DAY))
def test_random_games_go_through_without_a_fault(game_id, config, agent, fuzz_games):
    tables = [table for table in TABLES if (table.game_id, table.config) == (game_id, config)]
    for n in range(fuzz_games):
        seed, table = substream(1, n), tables[(n + len(config)) % len(tables)]  # not the fewest seats of all
        record, fault = fuzz(table, AGENTS[agent](seed), seed)
        assert fault is None, as_test(shrink(table.game, record), fault)


class Broken:
    """A real engine with a rule that it was never written for: nobody may have so few legal moves."""

    def __init__(self, game, few):
        self.game, self.few = game, few

    def __getattr__(self, name):
        return getattr(self.game, name)

    def invariants(self, state):
        for seat in self.game.to_act(state):
            assert len(self.game.legal_moves(state, seat)) > self.few, "that is no choice"


def test_a_fault_is_found_made_small_and_printed_as_a_test(table, monkeypatch):
    few = min(len(moves) for ply in play(table, 3).plies for moves in ply.legal.values())
    game = Broken(table.game, few)
    monkeypatch.setattr(type(table), "game", game)
    record, fault = fuzz(table, AGENTS["uniform"](substream(3, 1)), 3)  # the same game again
    assert fault == "AssertionError: that is no choice"
    small = shrink(game, record)
    assert len(small.moves) == 0
    assert fault_of(game, small) == fault
    assert fault_of(table.game.game, small) is None
    printed = as_test(small, fault)
    assert str(record.seed) in printed
    assert record_from_json(ast.literal_eval(printed.split("record_from_json(")[1].split(")\n")[0])) == small
