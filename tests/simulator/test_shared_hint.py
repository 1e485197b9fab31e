"""The evaluator that all games share: how far it plays a long game."""

import pytest

from simulator.engine import rules
from simulator.engine.game import Move
from tests.conformance.coins import Coins

COINS = Coins()
STATE = COINS.new_game({"players": 2}, 1).state


def test_a_playout_of_a_long_game_ends_with_the_points_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "LONGEST_PLAYOUT", 1)
    after = COINS.apply(STATE, 0, Move("take", (1,))).state
    assert COINS._played_out(after, 0, 3) < max(after.scores), "one answer has been played"
    monkeypatch.setattr(rules, "LONGEST_PLAYOUT", 0)
    assert COINS._played_out(after, 0, 3) == max(after.scores)
