"""What every round has brought: where the markers stand after it, and by which causes they moved. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from games.alchemists.scoring.points import AUTHORITY, ROBE, change
from games.alchemists.simulator.engine.state import Shift
from games.alchemists.simulator.engine.turns import OVER
from games.alchemists.simulator.engine.view import View
from rulebook.content.entries import GameContent
from scoring.sheets.lines import ScoreLine


class Moved(NamedTuple):
    """A player's round: where their marker stands after it, by how much it moved, and why."""

    name: str
    after: int
    n: int
    lines: tuple[ScoreLine, ...]

    @property
    def before(self) -> int:
        return self.after - self.n


class Result(NamedTuple):
    """A round that is over; `points` are the reputation after it."""

    round: int
    points: tuple[int, ...]
    moved: tuple[Moved, ...]


def results(content: GameContent, view: View, names: Sequence[str], lang: str) -> tuple[Result, ...]:
    """Every round that is over, the last first. How the game is counted stands in what is drawn."""
    last = view.round if view.phase == OVER else view.round - 1
    return tuple(_result(view, number, names) for number in range(last, 0, -1))


def _result(view: View, number: int, names: Sequence[str]) -> Result:
    after = tuple(_standing(view, seat, number) for seat in range(view.players))
    moved = tuple(_moved(view, number, seat, name, after[seat]) for seat, name in enumerate(names))
    return Result(number, after, moved)


def _standing(view: View, seat: int, number: int) -> int:
    """Reputation after a round: where the next move began, or where the marker stands."""
    later = (shift.before for shift in view.history if shift.seat == seat and shift.round > number)
    return next(later, view.boards[seat].reputation)


def _moved(view: View, number: int, seat: int, name: str, after: int) -> Moved:
    moves = [shift for shift in view.history if (shift.seat, shift.round) == (seat, number)]
    lines = tuple(line for shift in moves for line in lines_of(shift))
    return Moved(name, after, sum(shift.after - shift.before for shift in moves), lines)


def lines_of(shift: Shift) -> tuple[ScoreLine, ...]:
    """Why the marker moved so far, by the calculator."""
    robe, authority = ROBE in shift.artifacts, AUTHORITY in shift.artifacts
    return change(shift.before, shift.parts, robe=robe, authority=authority).lines
