"""The hint that all games share: its playouts end, and it says what of a compound move it does advise."""

import pytest

from simulator.engine import rules
from simulator.engine.game import Hint, Move, MoveEstimate
from simulator.matches import board
from tests.conformance.coins import Coins

COINS = Coins()
STATE = COINS.new_game({"players": 2}, 1).state


def test_a_playout_of_a_long_game_ends_with_the_points_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "LONGEST_PLAYOUT", 1)
    after = COINS.apply(STATE, 0, Move("take", (1,))).state
    assert COINS._played_out(after, 0, 3) < max(after.scores), "one answer has been played"
    monkeypatch.setattr(rules, "LONGEST_PLAYOUT", 0)
    assert COINS._played_out(after, 0, 3) == max(after.scores)


class Say:
    """Words of moves: their texts."""

    engine = COINS

    def move(self, state: object, seat: int, move: Move) -> str:
        return f"Сыграть: {' → '.join(map(str, move.args))}"


@pytest.mark.parametrize(
    ("texts", "alike", "agreed"),
    [
        (("guard 1", "guard 2", "king 1"), 2, "Сыграть: guard"),
        (("guard 1", "king 1", "king 2"), 2, ""),
        (("guard 1", "guard 2"), 2, ""),
        (("guard 1", "king 1"), 1, ""),
    ],
)
def test_moves_that_begin_alike_are_advised_together(texts: tuple[str, ...], alike: int, agreed: str) -> None:
    """Review, bug 11: «Первые 3 хода неразличимы» was true and useless."""
    rows = tuple(MoveEstimate(Move("play", tuple(text.split())), 0, 0, 2) for text in texts)
    assert board._agreed(Say(), None, 0, Hint(rows, alike, 1, 1)) == agreed  # type: ignore[arg-type]
