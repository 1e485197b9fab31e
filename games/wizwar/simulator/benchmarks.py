"""What `manage.py bench wizwar` measures besides: sight, and the hint for six with its plans and reasons.

Of sight a whole layout from scratch, and single questions. Every run lays a maze that no run before has
asked about, so that nothing comes from a cache. Hints are those of positions in games of the guarding bots.
"""

import statistics
from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random

from games.wizwar.simulator.engine import sight
from games.wizwar.simulator.engine.board import OPEN, WALL, Board, lay_out, put
from games.wizwar.simulator.engine.course import courses
from games.wizwar.simulator.engine.data import MAX_PLAYERS, MIN_PLAYERS, SECTORS
from games.wizwar.simulator.engine.facade import WizWar
from games.wizwar.simulator.engine.geometry import SQUARES, layout_for
from games.wizwar.simulator.engine.state import Act, State
from games.wizwar.simulator.engine.view import View
from simulator.bulk.figures import Metric
from simulator.bulk.reference import cpu_seconds
from simulator.engine.boxes import SETS
from simulator.engine.chance import substream
from simulator.engine.game import Hint

SEED, RUNS, QUESTIONS = 7, 7, 2000
HINT, PLANS, REASONS = 2.0, 50, 300  # seconds, milliseconds
ASKED_AT = {"early": 40, "in the middle": 250}  # by where in a game, after how many decisions
LATE = 400  # decisions among which the position with the most moves is looked for


def sight_figures() -> Iterator[Metric]:
    """The worst of all layouts; CPU time of one core."""
    rng = Random(SEED)
    for players in LAYOUTS:
        seen(_maze(rng, players))  # the tree of lines, as long as the layout, is built once in a process
    whole = {players: _all_squares(rng, players) for players in LAYOUTS}
    yield Metric("sight: all squares of a new layout", max(whole.values()) * 1e3, "ms", 1000)
    first = max(seconds / (players * SQUARES) for players, seconds in whole.items())
    yield Metric("sight: a question to a square in a new maze, mean", first * 1e6, "µs", 10)
    again = max(_asked_again(rng, players) for players in LAYOUTS)
    yield Metric("sight: a question to a square asked before", again * 1e6, "µs", 10)


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


# --- Hints --------------------------------------------------------------------------------------------------


def hint_figures() -> Iterator[Metric]:
    """With as many players as there can be and the boxes of the issue; CPU time of one core."""
    game, plans, reasons = WizWar(), [], []
    for sets in (sets for sets in courses() if "monsters" in sets):
        for where, state in _positions(game, sets).items():
            seat = min(game.to_act(state))
            view, moves = game.view(state, seat), len(game.legal_moves(state, seat))
            name = f"hint {where}, to its first look: {sets}, {MAX_PLAYERS} players, {moves} moves"
            yield Metric(name, _hint_seconds(game, view), "s", HINT)
            plans.append(_seconds(game.plans, view))
            reasons.append(_seconds(game.propositions, view))
    yield Metric("plans of a hint, the slowest of these", max(plans) * 1e3, "ms", PLANS)
    yield Metric("propositions of a hint, the slowest of these", max(reasons) * 1e3, "ms", REASONS)


def _hint_seconds(game: WizWar, view: View) -> float:
    seeds = cycle(range(RUNS))
    return statistics.median(cpu_seconds(lambda: game.hint(view, next(seeds), 1)) for _ in range(RUNS))


def _seconds(asked: Callable[[View, Hint], object], view: View) -> float:
    unweighed = Hint((), 0, SEED)
    return statistics.median(cpu_seconds(lambda: asked(view, unweighed)) for _ in range(RUNS))


def _positions(game: WizWar, sets: str) -> dict[str, State]:
    """Turns at the opening, early, in the middle, and the one with the most moves."""
    state = game.new_game({"players": MAX_PLAYERS, "options": {SETS: sets}}, SEED).state
    found, most = {"at the opening": state}, 0
    for ply in range(LATE):
        if not state.agenda:
            break
        seat = min(game.to_act(state))
        moves = game.legal_moves(state, seat)
        if type(state.agenda[-1]) is Act:
            for where, decisions in ASKED_AT.items():
                if ply >= decisions:
                    found.setdefault(where, state)
            if len(moves) > most:
                most, found["with the most moves"] = len(moves), state
        move = game.bots["guarding"](game.view(state, seat), moves, substream(SEED, ply))
        state = game.apply(state, seat, move).state
    return found
