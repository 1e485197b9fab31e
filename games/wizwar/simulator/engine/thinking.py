"""The thinking bot of «Маго-бой»: does as the guarding one, unless playouts are surely against it."""

from collections.abc import Sequence

from games.wizwar.simulator.engine.evaluating import weighing
from games.wizwar.simulator.engine.guarding import play_guarding
from games.wizwar.simulator.engine.view import View
from simulator.engine.game import Move
from simulator.engine.weighing import mean_and_error

PLAYOUTS = 48  # of a choice: 0.3 s
TRIED = 4  # moves between which they are shared out


def play_thinking(view: View, moves: Sequence[Move], seed: int) -> Move:
    """Compared world by world; what can't be told apart stays the guarding bot's choice."""
    own = play_guarding(view, moves, seed)
    tried = weighing(view, seed, whole=False, tried=TRIED)
    if tried is None or len(moves) < 2:
        return own
    best = tried.leader(PLAYOUTS)
    pairs = zip(tried.samples[best], tried.samples[own], strict=False)
    gains = [mine - other for mine, other in pairs]
    if best == own or len(gains) < 2:
        return own
    gain, doubt = mean_and_error(gains)
    return best if gain > doubt else own
