"""What every score sheet shares: cells, entries, numbers as they were typed, and the shape of a tally.

A sheet is the list of its entries. An entry puts a text into a cell; the last entry of a cell counts, an
empty text empties it. Nothing is ever changed or taken back: correcting and undoing add entries.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from rulebook.refusal import NO_PARAMS, Params, Refusal
from scoring.calculators.lines import Line, PlayerScore

FINISH = "finish"  # the one cell that belongs to no round: "1" closes the sheet, an empty text opens it again
YES = "1"
TEXT_LIMIT = 40
NAME_LIMIT = 40
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


class Entry(NamedTuple):
    """`number` counts a sheet's entries from 1; 0 stands for an entry that isn't written yet."""

    number: int
    cell: str
    text: str


NOTHING = Entry(0, "", "")


@dataclass(frozen=True)
class State:
    """What stands on a sheet: the last entry of each cell that ever had one."""

    seats: int
    cells: Mapping[str, Entry]

    def entry(self, cell: str) -> Entry:
        """The entry that counts for a cell; `NOTHING`, with number 0, where none was made."""
        return self.cells.get(cell, NOTHING)

    @property
    def finished(self) -> bool:
        return self.entry(FINISH).text == YES


def state_of(seats: int, entries: Iterable[Entry]) -> State:
    """The sheet after `entries`, given in the order of their numbers."""
    return State(seats, {entry.cell: entry for entry in entries})


def value_of(text: str) -> int | None:
    """The number that a text like `6` or `3+6+2` means, None for an empty one; others raise ValueError."""
    if not text:
        return None
    if len(text) > TEXT_LIMIT or not SUM.fullmatch(text):
        raise ValueError(text)
    return sum(int(part) for part in text.split("+"))


def is_name(text: str) -> bool:
    """A name that a sheet can show: short, with something to see, on one line."""
    return bool(text.strip()) and len(text) <= NAME_LIMIT and text.isprintable()


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


class Remark(NamedTuple):
    """Something that can't be right, or the verdict on a series: a code of `words.toml` with its clause."""

    code: str
    clause: str
    params: Params = NO_PARAMS


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
class SheetTally:
    """The whole sheet. `totals` count complete rounds; `winners` are known when the series is over."""

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
    def warnings(self) -> list[tuple[int, Remark]]:
        return [(round.number, remark) for round in self.rounds for remark in round.warnings]


class TableScore(NamedTuple):
    """A single round counted from raw numbers, without a sheet."""

    names: tuple[str, ...]
    scores: tuple[PlayerScore, ...]
    winners: tuple[int, ...]
    warnings: tuple[Remark, ...]


class TableRefused(Exception):
    """Raw numbers that can't be counted; `name` is the player they belong to, empty for the whole table."""

    def __init__(self, refusal: Refusal, name: str = ""):
        self.refusal, self.name = refusal, name
        super().__init__(refusal.code)


class SheetRules(Protocol):
    """What a game's sheet is: its rows, its length, what may stand in it and what follows. Pure functions."""

    game: str

    @property
    def fields(self) -> tuple[str, ...]:
        """The rows of a round, from top to bottom."""

    def worth(self, field: str) -> int:
        """What one card of a row is worth."""

    def rounds(self, seats: int) -> int:
        """How many rounds a series has."""

    def check_names(self, names: list[str]) -> Refusal | None:
        """May these people have a sheet?"""

    def check(self, state: State, entry: Entry) -> Refusal | None:
        """May this entry be written now?"""

    def fold(self, seats: int, entries: Iterable[Entry]) -> SheetTally:
        """What the entries add up to."""

    def entries_of(self, rounds: Sequence[Any]) -> list[tuple[str, str]]:
        """Finished rounds (as the calculator has them) as entries: (cell, text) in the order of typing."""

    def score_table(self, data: Mapping[str, Any]) -> TableScore:
        """A round from raw numbers, `{"players": [{"name": …, …}]}`. Raises TableRefused."""
