"""What `manage.py bench wizwar` measures of sight: a whole layout from scratch, and single questions.

Every run lays a maze that no run before has asked about, so that nothing comes from a cache.
"""

import statistics
from collections.abc import Iterator
from random import Random

from simulator.bulk.figures import Figure
from simulator.bulk.reference import cpu_seconds
from simulator.games.wizwar.engine import sight
from simulator.games.wizwar.engine.board import OPEN, WALL, Board, lay_out, put
from simulator.games.wizwar.engine.data import MAX_PLAYERS, MIN_PLAYERS, SECTORS
from simulator.games.wizwar.engine.geometry import SQUARES, layout_for

SEED, RUNS, QUESTIONS = 7, 7, 2000


def sight_figures() -> Iterator[Figure]:
    """The worst of all layouts; CPU time of one core."""
    rng = Random(SEED)
    seen(_maze(rng, MAX_PLAYERS))  # the tree of lines is built once in a process
    whole = {players: _all_squares(rng, players) for players in LAYOUTS}
    yield Figure("sight: all squares of a new layout", max(whole.values()) * 1e3, "ms", 1000)
    first = max(seconds / (players * SQUARES) for players, seconds in whole.items())
    yield Figure("sight: a question to a square in a new maze, mean", first * 1e6, "µs", 10)
    again = max(_asked_again(rng, players) for players in LAYOUTS)
    yield Figure("sight: a question to a square asked before", again * 1e6, "µs", 10)


LAYOUTS = range(MIN_PLAYERS, MAX_PLAYERS + 1)


def seen(board: Board) -> None:
    """Everything that is seen from every square."""
    for square in range(len(board.filled)):
        sight.seen(board, square)


def _maze(rng: Random, players: int) -> Board:
    """Sectors at random, each turned at random, with a wall somewhere."""
    sectors = tuple((sector, rng.randrange(4)) for sector in rng.sample(SECTORS, players))
    return _with_wall(rng, lay_out(layout_for(players), sectors))


def _with_wall(rng: Random, board: Board) -> Board:
    free = [half for half, kind in enumerate(board.kinds) if kind == OPEN]
    return put(board, rng.choice(free), WALL, "create_wall", 0, 20)


def _all_squares(rng: Random, players: int) -> float:
    mazes = [_maze(rng, players) for _ in range(RUNS)]
    return statistics.median(cpu_seconds(lambda each=each: seen(each)) for each in mazes)


def _asked_again(rng: Random, players: int) -> float:
    """Mean over questions about pairs of squares."""
    board = _maze(rng, players)
    seen(board)
    squares = range(len(board.filled))
    pairs = [(rng.choice(squares), rng.choice(squares)) for _ in range(QUESTIONS)]

    def ask() -> None:
        for one, other in pairs:
            sight.sees(board, one, other)

    return cpu_seconds(ask) / QUESTIONS
