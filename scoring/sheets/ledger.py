"""Ledgers: sheets that are a grid of numbers, a round of rows by players.

A cell is named «r2.p1.points»: round, player, row; its text is a number or a sum, kept as it was typed.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.sheets.core import (
    FINISH,
    NAME_LIMIT,
    YES,
    Remark,
    SheetEntry,
    State,
    TableRefused,
    TableScore,
    check_names,
    names_of_table,
    state_of,
    verdict_on,
)
from scoring.sheets.lines import PlayerScore, ScoreLine
from web.refusal import Refusal

SUM_LIMIT = 40
CELL = re.compile(r"r([1-9][0-9]?)\.p([1-9][0-9]?)\.([a-z]+(?:-[a-z]+)*)", re.ASCII)
SUM = re.compile(r"[0-9]{1,6}(?: *\+ *[0-9]{1,6})*", re.ASCII)


class Cell(NamedTuple):
    """A place on the sheet, written «r2.p1.points»: round and player count from 1 there, `seat` from 0."""

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
    lines: tuple[ScoreLine, ...]
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
    """The whole sheet, see `core.Tally`. `totals` count complete rounds.

    `open`: nobody knows how many rounds there will be; then `rounds` are those begun and the one after them.
    """

    rounds: tuple[RoundTally, ...]
    totals: tuple[int, ...]
    leaders: tuple[int, ...]
    winners: tuple[int, ...]
    verdict: Remark | None
    complete: bool
    finished: bool
    open: bool = False

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


# The numbers of a round by row and seat, None where nobody has written one.
Values = Mapping[str, Sequence[int | None]]
# What each player has written in a round, by row; an empty cell isn't there.
Table = Sequence[Mapping[str, int]]


def table_of(values: Values, seats: int) -> list[dict[str, int]]:
    """The numbers of a round by seat."""
    table: list[dict[str, int]] = [{} for _ in range(seats)]
    for field, row in values.items():
        for seat, n in enumerate(row):
            if n is not None:
                table[seat][field] = n
    return table


def bad_number(text: str) -> Refusal:
    return Refusal("sheet_number", "score.record", {"text": text[:NAME_LIMIT]})


class Ledger(ABC):
    """The rules of a ledger, see `core.SheetRules`. A game says what its rows are and what they count.

    `fields` are the rows of a round from top to bottom, `players` the least and the most that a sheet takes.
    """

    game: str
    fields: tuple[str, ...]

    @property
    @abstractmethod
    def players(self) -> tuple[int, int]: ...

    @property
    def table_form(self) -> str:
        counts = "".join(f', "{field}": {n}' for n, field in enumerate(self.fields, start=1))
        return f'{{"players": [{{"name": "Оля"{counts}}}, …]}}'

    @property
    def is_open(self) -> bool:
        """Whether a series goes on until somebody closes the sheet."""
        return False

    @property
    def is_plain(self) -> bool:
        """Whether what is written are the points themselves."""
        return False

    @property
    def fewest_win(self) -> bool:
        return False

    @abstractmethod
    def rounds(self, seats: int) -> int:
        """How many rounds a series has, or may have at most."""

    def expected(self, seats: int) -> int:
        """How many rounds a blank sheet has room for: more are played only where a round brings nothing."""
        return self.rounds(seats)

    def goal(self, seats: int) -> int | None:
        """As many points of somebody end the series when their round is complete; None where none do."""
        return None

    @abstractmethod
    def label(self, field: str, lang: str) -> str:
        """The name of a row."""

    def worth(self, field: str) -> int:
        """What one of a row is worth."""
        return 1

    def supply(self, field: str) -> int | None:
        """How many of a row there are in a round for all players together; None where nothing limits them."""
        return None

    @abstractmethod
    def score(self, state: State, number: int, values: Values) -> Sequence[PlayerScore]:
        """The points of a round; while it isn't complete, those that can't change any more."""

    @abstractmethod
    def score_counted(self, table: Table) -> tuple[tuple[PlayerScore, ...], tuple[int, ...]]:
        """The points of a round that is known as a whole, and who has won if it was the only one."""

    @abstractmethod
    def leaders(self, state: State, played: Sequence[RoundTally]) -> tuple[int, ...]:
        """Who is ahead after these complete rounds, at least one."""

    def marks(self, scores: Sequence[PlayerScore]) -> Mapping[tuple[str, int], str]:
        """What the count did to cells, by row and seat, see `CellTally`."""
        return {}

    def warnings(self, table: Table) -> tuple[Remark, ...]:
        """What can't be right about a round, counted over all players."""
        return ()

    def check_number(self, field: str, n: int) -> Refusal | None:
        """May this number stand in a row?"""
        return None

    def has_field(self, field: str) -> bool:
        """Whether a round has such cells."""
        return field in self.fields

    def check_text(self, field: str, text: str) -> Refusal | None:
        """May this text stand in a cell of a row?"""
        try:
            n = value_of(text)
        except ValueError:
            return bad_number(text)
        return None if n is None else self.check_number(field, n)

    # --- What pages and commands ask ------------------------------------------------------------------------

    def check_names(self, names: list[str]) -> Refusal | None:
        return check_names(names, self.players)

    def check(self, state: State, entry: SheetEntry) -> Refusal | None:
        if entry.cell == FINISH:
            return None if entry.text in ("", YES) else bad_number(entry.text)
        cell = Cell.parse(entry.cell)
        if cell is None or cell.seat >= state.seats or not self.has_field(cell.field):
            return Refusal("sheet_cell", "score.record", {"text": entry.cell[:NAME_LIMIT]})
        last = self._last(state)
        if cell.round > last:
            return Refusal("sheet_round", "series.rounds", {"n": cell.round, "max": last})
        if state.finished:
            return Refusal("sheet_finished", "series.rounds")
        return self.check_text(cell.field, entry.text)

    def compose(self, fields: Mapping[str, Any]) -> str:
        return str(fields.get("text", ""))

    def fold(self, seats: int, entries: Iterable[SheetEntry]) -> LedgerTally:
        state = state_of(seats, entries)
        rounds = self._rounds(state)
        totals = tuple(seat.running for seat in rounds[-1].seats)
        played = [round for round in rounds if round.complete]
        leaders = self.leaders(state, played) if played else ()
        reached = self._is_reached(seats, rounds)
        complete = reached or (not self.is_open and len(played) == len(rounds))
        winners = leaders if complete or state.finished else ()
        return LedgerTally(
            rounds=tuple(rounds),
            totals=totals,
            leaders=leaders,
            winners=winners,
            verdict=verdict_on(winners, totals),
            complete=complete,
            finished=state.finished,
            open=self.is_open and not reached,
        )

    def _rounds(self, state: State) -> list[RoundTally]:
        """The rounds that the sheet shows; none is begun any more when the goal is reached."""
        rounds: list[RoundTally] = []
        totals = (0,) * state.seats
        for number in range(1, self._shown(state) + 1):
            rounds.append(self._round(state, number, totals))
            totals = tuple(seat.running for seat in rounds[-1].seats)
        begun = max((round.number for round in rounds if round.started), default=0)
        return rounds[:begun] if self._is_reached(state.seats, rounds[:begun]) else rounds

    def _is_reached(self, seats: int, rounds: Sequence[RoundTally]) -> bool:
        """Whether somebody has the points of the goal and each of these rounds is complete."""
        goal = self.goal(seats)
        if goal is None or not rounds or not all(round.complete for round in rounds):
            return False
        return max(seat.running for seat in rounds[-1].seats) >= goal

    def _last(self, state: State) -> int:
        """The last round in which something may be written."""
        if self.goal(state.seats) is None:
            return self.rounds(state.seats)
        rounds = self._rounds(state)
        reached = self._is_reached(state.seats, rounds)
        return rounds[-1].number if reached else self.rounds(state.seats)

    def _shown(self, state: State) -> int:
        """How many rounds the sheet shows: of an open one never fewer than before, whatever is emptied."""
        most = self.rounds(state.seats)
        if not self.is_open:
            return most
        cells = filter(None, map(Cell.parse, state.cells))
        return min(most, 1 + max((cell.round for cell in cells), default=0))

    def _round(self, state: State, number: int, before: tuple[int, ...]) -> RoundTally:
        """A round with its points so far; `before` are the running totals of the rounds above."""
        seats = range(state.seats)
        entries = {f: [state.entry(str(Cell(number, seat, f))) for seat in seats] for f in self.fields}
        values = {field: [value_of(entry.text) for entry in row] for field, row in entries.items()}
        filled = [value is not None for row in values.values() for value in row]
        scores = self.score(state, number, values)
        marks = self.marks(scores)

        def cell(field: str, seat: int) -> CellTally:
            entry, mark = entries[field][seat], marks.get((field, seat), "")
            return CellTally(Cell(number, seat, field), entry.text, values[field][seat], entry.number, mark)

        return RoundTally(
            number=number,
            rows={field: tuple(cell(field, seat) for seat in seats) for field in self.fields},
            seats=tuple(
                SeatTally(score.points, score.lines, total + (score.points if all(filled) else 0))
                for score, total in zip(scores, before, strict=True)
            ),
            started=any(filled),
            complete=all(filled),
            warnings=self.warnings(table_of(values, state.seats)),
        )

    def is_whole(self, seats: int, rounds: Sequence[Any]) -> bool:
        if self.goal(seats) is None:
            return not self.is_open and len(rounds) == self.rounds(seats)
        cells = enumerate(self.entries_of(rounds), start=1)
        return self.fold(seats, [SheetEntry(n, cell, text) for n, (cell, text) in cells]).complete

    def holds(self, state: State, cell: str) -> bool:
        return False

    def typed(self, names: Sequence[str], seat: int, n: int, text: str) -> tuple[str, str]:
        """(cell, text) of a line «round row text», as in «1 points 3+2»."""
        number, field, written = [*text.split(maxsplit=2), "", "", ""][:3]
        return f"r{number}.p{seat + 1}.{field}", written

    def score_table(self, data: Mapping[str, Any]) -> TableScore:
        """The numbers of one round by row for each player; a row that isn't named is 0."""
        players = data.get("players")
        if not isinstance(players, list) or not all(isinstance(player, dict) for player in players):
            players = []
        names = names_of_table(self, [player.get("name") for player in players])
        table = [self._counted(player) for player in players]
        scores, winners = self.score_counted(table)
        return TableScore(tuple(names), scores, winners, self.warnings(table))

    def _counted(self, player: Mapping[str, Any]) -> dict[str, int]:
        """A player's raw numbers. Raises TableRefused, naming the player."""
        name = player["name"]
        for key in player:
            if key not in ("name", *self.fields):
                raise TableRefused(Refusal("sheet_cell", "score.record", {"text": key[:NAME_LIMIT]}), name)
        counted = {field: player.get(field, 0) for field in self.fields}
        for field, n in counted.items():
            if not isinstance(n, int) or isinstance(n, bool) or n < 0:
                raise TableRefused(bad_number(f"{n}"), name)
            refusal = self.check_number(field, n)
            if refusal:
                raise TableRefused(refusal, name)
        return counted

    @abstractmethod
    def entries_of(self, rounds: Sequence[Any]) -> list[tuple[str, str]]:
        """What was played elsewhere as entries: (cell, text) in order."""
