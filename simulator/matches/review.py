"""«Where it was decided»: what a finished game is split into, as far as that has been worked out.

The helper works in slices, and each request of a page asks for one more. What is known is kept in a file by
a digest of the record and the code, so that all processes find it, also after a restart.
"""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from rulebook import finder, fingerprint
from rulebook.printing.store import keep_some
from simulator.engine.game import Band, Hint, Move, MoveEstimate
from simulator.engine.record import Record
from simulator.engine.worth import FittedWorth
from simulator.jobs import estimates, helper
from simulator.jobs.jobs import JobFailed
from simulator.matches import hint_parts, play
from simulator.matches.play import Replay
from simulator.review.fitted import fitted_for
from simulator.review.shares import PlyShare
from simulator.review.slices import read_shares

DEAREST = 3  # decisions that are shown
LOOKED_AT = 8  # at most, for so many that are surely mistakes
FOLDER = "reviews"
MOST_KEPT = 300  # each of some hundred kilobytes; the least recently changed go first
CODE = ("simulator/engine", "simulator/review")  # of the house, besides the rooms of the game


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
            self.keep()
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
        else:
            self.keep()

    def _split(self) -> None:
        job = {
            "job": "review",
            "game": self.replay.record.game,
            "record": self.replay.record.to_json(),
            "begin": len(self.shares),
            "known": self.shares[-1].worth if self.shares else (),
        }
        self.shares += read_shares(helper.do(Path(settings.DATA_DIR), job, settings.HELPER_PATIENCE))

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

    # --- What is kept ---------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Others may have come further meanwhile: what says more stays."""
        other = Review(self.replay, self.name)
        other.recall()
        if len(other.shares) > len(self.shares):
            return
        hints = {ply: estimates.hint_json(hint) for ply, hint in (other.hints | self.hints).items()}
        content = json.dumps({"shares": self.shares, "hints": hints})
        keep_some(_path(self.replay.record), content.encode(), MOST_KEPT)

    def recall(self) -> None:
        """What was found before, by whichever process."""
        with suppress(OSError, ValueError, LookupError, TypeError):  # none, or spoilt
            kept = json.loads(_path(self.replay.record).read_bytes())
            self.shares = read_shares(kept)
            self.hints = {int(ply): self._read(int(ply), hint) for ply, hint in kept["hints"].items()}

    def _read(self, ply: int, hint: Mapping[str, Any]) -> Hint:
        state, seat = self.replay.steps[ply].state, self.replay.record.moves[ply][0]
        return estimates.read_hint(hint, lambda text: self.replay.engine.parse(state, seat, text))


def review_of(name: str, replay: Replay) -> Review:
    """What is known of a match's game."""
    found = Review(replay, name)
    found.recall()
    return found


def _path(record: Record) -> Path:
    text = json.dumps(record.to_json(), sort_keys=True)
    digest = hashlib.sha256(f"{_code(record.game)}{text}".encode()).hexdigest()[:32]
    return Path(settings.DATA_DIR) / FOLDER / f"{digest}.json"


@cache
def _code(game_id: str) -> str:
    """A digest of all that a review of a game depends on."""
    rooms = [room.path for app in finder.APPS if (room := finder.room(app, game_id))]
    return fingerprint.of([*(finder.ROOT / folder for folder in CODE), *rooms])
