"""What a move comes to if nobody else answers: the position after it, or after each way to finish it.

All of it happens in the open world of a view (`view.bare`), where the others hold no cards: what they could
answer, nobody knows, and a proposition says «если не ответят».
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.wizwar.simulator.engine.moves import PASS
from games.wizwar.simulator.engine.places import SEAT_OF
from games.wizwar.simulator.engine.rules import asking, do, legal_moves, to_act
from games.wizwar.simulator.engine.state import Staged, State
from simulator.engine.game import Move, Seat

MOST_STEPS = 160  # of ways to finish one move; where there are more, nothing is said of what it begins
MOST_MAZES = 12  # the same for ways that change the maze: each has lines and ways of its own
MOST_PASSES = 12


class MoveOutcome(NamedTuple):
    """A move with the positions that it may come to by one's own further choices: none where there are too
    many, or dice decide.
    """

    move: Move
    ends: tuple[State, ...]


def outcome(state: State, seat: Seat, move: Move) -> MoveOutcome:
    found: list[State] = []
    open_ends, steps = [do(state, seat, move).state], 0
    while open_ends:
        steps += 1
        if steps > MOST_STEPS:
            return MoveOutcome(move, ())
        end = settled(open_ends.pop())
        if end.chance != state.chance:
            return MoveOutcome(move, ())
        further = list(_further(end, seat))
        open_ends += further
        if not further:
            found.append(end)
            if sum(each.board is not state.board for each in found) > MOST_MAZES:
                return MoveOutcome(move, ())
    return MoveOutcome(move, tuple(found))


def settled(state: State) -> State:
    """Nobody answers what strikes now."""
    for _ in range(MOST_PASSES):
        acting = to_act(state)
        if len(acting) != 1:
            return state
        (seat,) = acting
        if PASS not in legal_moves(state, seat):
            return state
        state = do(state, seat, PASS).state
    return state


def _further(state: State, seat: Seat) -> Iterator[State]:
    """After each answer to a question of one's own compound move; its aim is somebody, if anybody can be."""
    if seat not in to_act(state) or type(asking(state, seat)) is not Staged:
        return
    moves = legal_moves(state, seat)
    somebody = [move for move in moves if move.verb == "target" and move.args[0] in SEAT_OF]
    for move in somebody or moves:
        yield do(state, seat, move).state
