"""«Where it was decided»: what a finished game is split into, as far as that has been worked out.

The helper works in slices, and each request of a page asks for one more; what is known is kept in memory.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from simulator.engine.game import Band, Hint, Move, MoveEstimate
from simulator.engine.worth import FittedWorth
from simulator.jobs import helper
from simulator.jobs.jobs import JobFailed
from simulator.matches import hint_parts, play
from simulator.matches.play import Replay
from simulator.review.fitted import fitted_for
from simulator.review.shares import PlyShare
from simulator.review.slices import read_shares

DEAREST = 3  # decisions that are shown
LOOKED_AT = 8  # at most, for so many that are surely mistakes
MOST_KEPT = 16  # reviews, each of some hundred kilobytes


class Mistake(NamedTuple):
    """A decision that is surely a mistake: the ply before it, what was done and what the hint found there."""

    ply: int
    made: MoveEstimate
    hint: Hint

    @property
    def lost(self) -> float:
        """By how many points it is worse than the best."""
        return abs(self.made.mean - self.hint.estimates[0].mean)


@dataclass
class Review:
    """A finished game, split as far as that has been worked out; `failed`: its game raises."""

    replay: Replay
    name: str
    shares: list[PlyShare] = field(default_factory=list)
    hints: dict[int, Hint] = field(default_factory=dict)
    failed: bool = False

    @property
    def is_split(self) -> bool:
        return len(self.shares) == len(self.replay.steps)

    def is_done(self, seat: int) -> bool:
        """Whether all that a page tells of a seat is known."""
        return self.failed or (self.is_split and self.next_to_weigh(seat) is None)

    @property
    def percent(self) -> int:
        return 100 * len(self.shares) // len(self.replay.steps)

    # --- What there is to weigh -----------------------------------------------------------------------------

    def suspects(self, seat: int) -> list[int]:
        """The plies before decisions of a seat that seem to have cost it most, the dearest first."""
        sign = 1 if self.replay.engine.fewer_is_better else -1
        losses = [
            (sign * share.decided[seat], ply - 1)
            for ply, share in enumerate(self.shares)
            if share.seat == seat and share.apart
        ]
        dear = sorted((pair for pair in losses if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))
        return [ply for _, ply in dear[:LOOKED_AT]]

    def next_to_weigh(self, seat: int) -> int | None:
        if len(self.mistakes(seat)) >= DEAREST:
            return None
        return next((ply for ply in self.suspects(seat) if ply not in self.hints), None)

    def mistakes(self, seat: int) -> list[Mistake]:
        """Those of the decisions weighed so far that are surely mistakes, the dearest first."""
        found = (self._mistake(ply) for ply in self.suspects(seat) if ply in self.hints)
        sure = sorted((each for each in found if each), key=lambda each: -each.lost)
        return sure[:DEAREST]

    def mistake_at(self, ply: int) -> Mistake | None:
        """The mistake that was made there, weighed now if that wasn't done before. Raises Busy."""
        if ply not in self.hints:
            self._weigh(ply)
        return self._mistake(ply)

    def _mistake(self, ply: int) -> Mistake | None:
        hint, made = self.hints[ply], self.move_at(ply)
        row = next((row for row in hint.estimates if row.move == made), None)
        return Mistake(ply, row, hint) if row and row.band == Band.MISTAKE else None

    def move_at(self, ply: int) -> Move:
        """The move that was made there."""
        seat, text = self.replay.record.moves[ply]
        return self.replay.engine.parse(self.replay.steps[ply].state, seat, text)

    # --- Working it out -------------------------------------------------------------------------------------

    def go_on(self, seat: int) -> None:
        """A slice more of what a page of this seat tells. Raises Busy."""
        try:
            if not self.is_split:
                self._split()
            elif (ply := self.next_to_weigh(seat)) is not None:
                self._weigh(ply)
        except JobFailed:
            self.failed = True

    def _split(self) -> None:
        begin = len(self.shares)
        job = {
            "job": "review",
            "game": self.replay.record.game,
            "record": self.replay.record.to_json(),
            "begin": begin,
            "known": self.shares[-1].worth if self.shares else (),
        }
        answer = helper.do(Path(settings.DATA_DIR), job, settings.HELPER_PATIENCE)
        if begin == len(self.shares):  # else another page was quicker
            self.shares += read_shares(answer)

    def _weigh(self, ply: int) -> None:
        """What was the best there, as a hint would have said."""
        seat = self.replay.record.moves[ply][0]
        self.hints[ply] = hint_parts.counted(
            self.at(ply), seat, play.named_seed(self.name, ply), hint_parts.HintAsked()
        )

    def at(self, ply: int) -> Replay:
        """The game as it stood then, as if that were now."""
        return Replay(self.replay.record.cut(ply), self.replay.steps[: ply + 1])

    @property
    def fitted(self) -> FittedWorth:
        return fitted_for(self.replay.record)


reviews: dict[str, Review] = {}


def review_of(name: str, replay: Replay) -> Review:
    """What is known of a match's game; of another record, nothing yet."""
    found = reviews.pop(name, None)
    if found is None or found.replay.record != replay.record:
        found = Review(replay, name)
    while len(reviews) >= MOST_KEPT:
        reviews.pop(next(iter(reviews)), None)  # threads may forget at once
    reviews[name] = found
    return found
