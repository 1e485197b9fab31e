"""Sealed choices: several seats are to act at once, in secret; nobody learns who has chosen until all have.

A frame opens where more than one seat is to act. Each choice takes its seat out of those who are to act, and
the frame closes with the last. A seat with several choices in one frame stays among those who are to act;
while it has begun and isn't finished, the game's table says that a move is under way.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from simulator.engine.game import Seat

Acting = frozenset[Seat]


class SealedChoice(NamedTuple):
    """`start` is the ply at which all of `seats` were to act, `end` that of the last choice; None: open."""

    start: int
    seats: Acting
    end: int | None = None

    def covers(self, ply: int) -> bool:
        """Whether a page may have seen `ply` while this frame was open."""
        return self.start <= ply and (self.end is None or ply < self.end)

    def hides(self, ply: int) -> bool:
        """Whether at `ply` some had chosen and some had not."""
        return self.start < ply and (self.end is None or ply < self.end)


def frames_of(
    acting: Sequence[Acting], movers: Sequence[Seat], under_way: Callable[[int], bool]
) -> Iterator[SealedChoice]:
    """The frames of a game, the last of them perhaps open.

    `acting[ply]` were to act at a ply and `movers[ply]` made the next move; `under_way(ply)` says whether
    whoever had begun there still had to choose more.
    """
    start: int | None = None
    for ply, seats in enumerate(acting):
        if start is not None and not _goes_on(acting[ply - 1], seats, movers[ply - 1], ply, under_way):
            yield SealedChoice(start, acting[start], ply)
            start = None
        if start is None and len(seats) > 1:
            start = ply
    if start is not None:
        yield SealedChoice(start, acting[start])


def _goes_on(before: Acting, now: Acting, mover: Seat, ply: int, under_way: Callable[[int], bool]) -> bool:
    """Whether a frame is still open after a move in it. Alone again at once, the last seat begins anew."""
    if mover in now:
        return now == before and (len(now) > 1 or under_way(ply))
    return bool(now) and now == before - {mover}
