"""Point 15: how many lines of 1, 2 and 3 moves lead on from fixed positions; a change of rules moves them."""

import pytest

from tests.simulator.positions import Positions, all_positions
from tests.simulator.states import perft


@pytest.mark.parametrize(
    ("at", "name"),
    [
        pytest.param(at, name, id=f"{place}-{name}")
        for place, at in all_positions().items()
        for name in at.lines
    ],
)
def test_the_number_of_lines_is_known(at: Positions, name: str) -> None:
    position, counts = at.lines[name]
    state = at.game.decode(position)
    assert tuple(perft(at.game, state, depth) for depth in (1, 2, 3)) == counts
