"""Bots and hints of Poison. Each sees a view alone and can't cheat.

Taken cards are remembered (poison-20).
"""

from collections.abc import Mapping, Sequence

from games.poison.scoring.points import points_of
from games.poison.simulator.engine.characters import CHARACTERS
from games.poison.simulator.engine.data import VALUE
from games.poison.simulator.engine.endings import exact
from games.poison.simulator.engine.playouts import RoundPlayouts, cost
from games.poison.simulator.engine.rules import legal_moves, pour
from games.poison.simulator.engine.state import Turn, counts_of
from games.poison.simulator.engine.view import View, world
from simulator.engine.game import Bot, Move, MoveEstimate, Seat
from simulator.engine.rules import random_bot
from simulator.engine.weighing import Known, Playouts, Weighing

FLAT_BUDGET = 500  # playouts of the searching bot for a decision
BOT_WORLDS = 1536  # of its last look; it mostly gets no further than the first one, of a sixteenth
MOST_WORLDS = 3840  # of a hint
SLIP = 1.0  # points of a round by which a move has to be worse than the best to be called a mistake


def greedy_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """The cheapest move now, then the largest card; a majority is always shed."""
    if moves[0].verb != "play":
        return moves[-1]
    recolours = view.options.recolor_after_poison_overflow

    def price(move: Move) -> tuple[int, int, Move]:
        card, place = move.args
        return cost(pour(view.cauldrons[place - 1], card, recolours).taken), -VALUE[card], move

    return min(moves, key=price)


def flat_bot(view: View, moves: Sequence[Move], seed: int) -> Move:
    """The move with the lowest expected penalty over sampled worlds."""
    weighed = weighing(view, seed, whole=False)
    assert weighed is not None
    return weighed.leader(FLAT_BUDGET)


BOTS: Mapping[str, Bot] = {"random": random_bot, "greedy": greedy_bot, "flat": flat_bot, **CHARACTERS}


def weighing(view: View, seed: int, whole: bool = True) -> Weighing | None:
    """The expected penalty of the round for each legal move, over worlds that the seat can't tell apart."""
    if view.seat is None or not view.agenda or view.agenda[-1].seat != view.seat:
        return None
    moves = legal_moves(world(view, seed), view.seat)
    if not isinstance(view.agenda[-1], Turn):
        return _shedding(view, view.seat, moves, seed)
    playing = RoundPlayouts(view)
    means = exact(playing, moves)
    if means is not None:
        return _known([MoveEstimate(move, means[move], 0.0, 0) for move in moves], seed)
    return Playouts(
        moves,
        playing.deal,
        playing.penalty,
        seed,
        slip=SLIP,
        most=MOST_WORLDS if whole else BOT_WORLDS,
        fewer_is_better=True,
        common=True,
        whole=whole,
    )


def _shedding(view: View, seat: Seat, moves: Sequence[Move], seed: int) -> Weighing:
    """Nothing is hidden here: the points are exact."""
    table = [counts_of(cards) for cards in view.captured]
    rows = []
    for move in moves:
        kept = (*view.kept, (seat, move.args[0])) if move.verb == "keep" else view.kept
        rows.append(MoveEstimate(move, points_of(table, kept)[seat], 0.0, 0))
    return _known(rows, seed)


def _known(rows: Sequence[MoveEstimate], seed: int) -> Weighing:
    return Known(sorted(rows, key=lambda row: row.move), seed, SLIP, fewer_is_better=True)
