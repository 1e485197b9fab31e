"""Journals: sheets that are a log of plays, as that of «Зельеварение».

Each play has a cell of its own, «play.» with letters and digits that its phone makes up, so that phones only
ever append; correcting a play is an entry in its cell, undoing empties it. The order is that of the cells.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from scoring.sheets.core import Entry, Remark, SheetRules, State
from scoring.sheets.lines import Line, PlayerScore

CELL = re.compile(r"play\.[a-z0-9]{1,24}", re.ASCII)
CELLS_MOST = 400  # a log longer than this is no game


def poured_cell(n: int) -> str:
    """The cell of the `n`-th play (from 1) of a game that was played elsewhere."""
    return f"play.m{n}"


def standing(state: State) -> list[tuple[str, Entry]]:
    """The plays that stand, as (cell, entry) in the order of the log."""
    return [(cell, entry) for cell, entry in state.cells.items() if CELL.fullmatch(cell) and entry.text]


class PlayTally(NamedTuple):
    """A play of the log: `number` counts those that stand from 1, `play` is the calculator's.

    `gains` are (seat, points), the player's own first, `lines` their explanation as (seat, line).
    """

    number: int
    cell: str
    entry: int
    text: str
    play: Any
    gains: tuple[tuple[int, int], ...]
    lines: tuple[tuple[int, Line], ...]


@dataclass(frozen=True)
class JournalTally:
    """The whole sheet, see `core.Tally`. Only closing it says that the game is over."""

    plays: tuple[PlayTally, ...]
    scores: tuple[PlayerScore, ...]
    leaders: tuple[int, ...]
    verdict: Remark | None
    warnings: list[Remark]
    finished: bool

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(score.points for score in self.scores)

    @property
    def winners(self) -> tuple[int, ...]:
        return self.leaders if self.finished else ()

    @property
    def shown_scores(self) -> list[PlayerScore]:
        return list(self.scores)


class Choice(NamedTuple):
    """A card that a player may be said to have played: `what` is the kind of play it begins with.

    `points` for its player, `half` for each owner, at most `owners` of them; `copies` in the box. A
    card with several elements gives up to `elements` points when it is played as one.
    """

    card: str
    kind: str
    what: str
    points: int
    half: int
    owners: int
    copies: int
    elements: int


class JournalRules(SheetRules, Protocol):
    """The rules of a journal: what may be picked for a play, and how a play is written."""

    @property
    def choices(self) -> Sequence[Choice]:
        """The cards to pick from, kind by kind."""

    def tally_of(self, text: str, seats: int) -> PlayTally:
        """A play by itself, outside of any log. Raises ValueError."""

    def raw(self, names: Sequence[str], play: Any) -> dict[str, Any]:
        """A play as `score_table` reads it."""

    def on_track(self, points: int) -> tuple[int, int]:
        """Where a token with so many points stands on the printed track: (lap from 0, field)."""

    def copies_played(self, plays: Iterable[Any]) -> dict[str, int]:
        """How often each card has been played by name."""

    def fold(self, seats: int, entries: Iterable[Entry]) -> JournalTally:
        """What the entries add up to."""
