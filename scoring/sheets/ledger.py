"""Ledgers: sheets that are a grid of numbers, a round of rows by players, as Poison's.

A cell is named «r2.p1.blue»; its text is a number or a sum, kept as it was typed.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from scoring.sheets.core import Entry, Remark, SheetRules
from scoring.sheets.lines import Line, PlayerScore

SUM_LIMIT = 40
CELL = re.compile(r"r([1-9][0-9]?)\.p([1-9][0-9]?)\.([a-z]+(?:-[a-z]+)*)", re.ASCII)
SUM = re.compile(r"[0-9]{1,6}(?: *\+ *[0-9]{1,6})*", re.ASCII)


class Cell(NamedTuple):
    """A place on the sheet, written «r2.p1.blue»: round and player count from 1 there, `seat` from 0."""

    round: int
    seat: int
    field: str

    def __str__(self) -> str:
        return f"r{self.round}.p{self.seat + 1}.{self.field}"

    @classmethod
    def parse(cls, text: str) -> "Cell | None":
        """The cell that `text` names; whether a sheet has it is for the sheet to say."""
        match = CELL.fullmatch(text)
        return cls(int(match[1]), int(match[2]) - 1, match[3]) if match else None


def value_of(text: str) -> int | None:
    """The number that a text like `6` or `3+6+2` means, None for an empty one; others raise ValueError."""
    if not text:
        return None
    if len(text) > SUM_LIMIT or not SUM.fullmatch(text):
        raise ValueError(text)
    return sum(int(part) for part in text.split("+"))


class CellTally(NamedTuple):
    """A cell as it shows: its text, its number, who wrote last, and what the count did to it (`mark`).

    `mark` is the code of the line that a mark comes from, with words in catalogue `mark`, or empty.
    """

    cell: Cell
    text: str
    value: int | None
    entry: int
    mark: str

    @property
    def filled(self) -> bool:
        return self.value is not None


class SeatTally(NamedTuple):
    """A player's points for a round: all of them once the round is complete, until then what is certain."""

    points: int
    lines: tuple[Line, ...]
    running: int


@dataclass(frozen=True)
class RoundTally:
    """A round: `rows` maps each field to the cells of all players."""

    number: int
    rows: Mapping[str, tuple[CellTally, ...]]
    seats: tuple[SeatTally, ...]
    started: bool
    complete: bool
    warnings: tuple[Remark, ...]

    def column(self, seat: int) -> list[CellTally]:
        """A player's cells from top to bottom."""
        return [row[seat] for row in self.rows.values()]

    def next_empty(self, after: Cell | None = None) -> Cell | None:
        """Where the next number goes: down the player's column, then the next; None if all are filled."""
        cells = [cell for seat in range(len(self.seats)) for cell in self.column(seat)]
        place = next((n + 1 for n, cell in enumerate(cells) if cell.cell == after), 0)
        return next((cell.cell for cell in cells[place:] + cells[:place] if not cell.filled), None)


@dataclass(frozen=True)
class LedgerTally:
    """The whole sheet, see `core.Tally`. `totals` count complete rounds."""

    rounds: tuple[RoundTally, ...]
    totals: tuple[int, ...]
    leaders: tuple[int, ...]
    winners: tuple[int, ...]
    verdict: Remark | None
    complete: bool
    finished: bool

    @property
    def played(self) -> int:
        """How many rounds are complete."""
        return sum(round.complete for round in self.rounds)

    @property
    def current(self) -> int:
        """The round being written: the first that isn't complete, else the last."""
        return next((round.number for round in self.rounds if not round.complete), len(self.rounds))

    @property
    def warnings(self) -> list[Remark]:
        return [remark for round in self.rounds for remark in round.warnings]

    @property
    def shown_scores(self) -> list[PlayerScore]:
        """The points of the last round in which something stands."""
        started = [round for round in self.rounds if round.started]
        shown = started[-1] if started else self.rounds[0]
        return [PlayerScore(seat.points, seat.lines) for seat in shown.seats]


class LedgerRules(SheetRules, Protocol):
    """The rules of a ledger."""

    def worth(self, field: str) -> int:
        """What one card of a row is worth."""

    def fold(self, seats: int, entries: Iterable[Entry]) -> LedgerTally:
        """What the entries add up to."""


def typed_cell(seat: int, text: str) -> tuple[str, str]:
    """(cell, text) of a line «round row text», as in «1 red 3+2»."""
    number, field, written = [*text.split(maxsplit=2), "", "", ""][:3]
    return f"r{number}.p{seat + 1}.{field}", written
