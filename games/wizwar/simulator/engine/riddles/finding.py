"""Which puzzles a position makes, and their right moves: every move in question is tried.

A theme says which moves are in question and what they are for. A position is a puzzle where there are three
of them or more and one alone is right; in the middle of that move, whichever choices lead on are right.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache, partial

from games.wizwar.simulator.engine.geometry import within
from games.wizwar.simulator.engine.places import SIDES
from games.wizwar.simulator.engine.riddles.position import RiddlePosition
from games.wizwar.simulator.engine.riddles.telling import why_of, wrong_of
from games.wizwar.simulator.engine.riddles.themes import IN_QUESTION, THEMES, RiddleTheme
from games.wizwar.simulator.engine.riddles.trying import Undecided, ends_of, steps_to
from games.wizwar.simulator.engine.rules import to_act
from games.wizwar.simulator.engine.state import State
from games.wizwar.simulator.engine.view import View, bare, view
from simulator.engine.game import Move, Riddle, Seat

KEPT = 8  # views that a process remembers, as worlds of one are asked about again and again
FARTHEST = 20  # steps of a way that are counted


def riddles(state: State, seat: Seat) -> tuple[Riddle, ...]:
    """What the position asks of this seat, by what the seat knows."""
    return _of_view(view(state, seat)) if seat in to_act(state) and state.chests else ()


@lru_cache(maxsize=KEPT)
def _of_view(seen: View) -> tuple[Riddle, ...]:
    assert seen.seat is not None
    return tuple(_asked(RiddlePosition(bare(seen), seen.seat)))


def _asked(case: RiddlePosition) -> Iterator[Riddle]:
    for name, theme in THEMES.items():
        try:
            right = _further(case, theme) if case.is_begun else _right(case, theme)
            if case.is_begun and right:
                yield Riddle(name, right)
            elif right and (wrong := wrong_of(case, name, right)):
                yield Riddle(name, right, why_of(case, name, right[0]), wrong)
        except Undecided:
            continue


def _right(case: RiddlePosition, theme: RiddleTheme) -> tuple[Move, ...]:
    """The one move in question that is right; nothing where there are more, or none is needed."""
    moves = theme.moves(case)
    if len(moves) < IN_QUESTION or not theme.fits(case):
        return ()
    if theme.by_card and _is_reached(case, theme, case.state):
        return ()
    found = _best(case, theme, moves)
    if len(found) != 1:
        return ()
    if theme.looks and not _is_deceptive(case, theme.looks(case), found[0]):
        return ()
    return found


def _is_deceptive(case: RiddlePosition, squares: Collection[int], right: Move) -> bool:
    """Whether another step looks nearer, as if there were no walls."""
    away = {move: _as_the_crow_flies(case, move, squares) for move in case.steps if move.verb == "step"}
    return right in away and min(away.values()) < away[right]


def _as_the_crow_flies(case: RiddlePosition, step: Move, squares: Collection[int]) -> int:
    board, here = case.state.board, case.state.wizards[case.seat].at
    beyond = board.net.next[here * 4 + SIDES.index(step.args[0])]
    found = (n for n in range(FARTHEST) if within(board.layout, beyond, n).intersection(squares))
    return next(found, FARTHEST)


def _further(case: RiddlePosition, theme: RiddleTheme) -> tuple[Move, ...]:
    """The choices of a compound move that lead on, unless all do."""
    if theme.on_foot and not theme.by_card:
        return ()
    right = _best(case, theme, case.legal)
    return right if len(right) < len(case.legal) else ()


def _best(case: RiddlePosition, theme: RiddleTheme, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves that come to most; none where nothing comes of any."""
    worth = {move: _worth(case, theme, move) for move in moves}
    most = max(worth.values(), default=0)
    return tuple(move for move in moves if worth[move] == most) if most > 0 else ()


def _worth(case: RiddlePosition, theme: RiddleTheme, move: Move) -> int:
    ends = ends_of(case.state, case.seat, move, theme.once)
    if theme.on_foot:
        return any(_is_reached(case, theme, end) for end in ends)
    return max((theme.goal(case, end) for end in ends), default=0)


def _is_reached(case: RiddlePosition, theme: RiddleTheme, state: State) -> bool:
    return steps_to(state, case.seat, partial(theme.goal, case)) is not None
