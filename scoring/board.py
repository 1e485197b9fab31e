"""A sheet as its pages show it: the tally with names, words and links put to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext

from rulebook.entries import Clause, GameContent
from rulebook.wording import render
from scoring.calculators.lines import Line
from scoring.models import Sheet
from scoring.sheets.core import FINISH, Cell, CellTally, Entry, Remark, RoundTally, SheetTally


class Sentence(NamedTuple):
    """A sentence in the reader's language with the clause it stands on."""

    text: str
    clause: Clause
    points: int = 0


class Row(NamedTuple):
    """A row of a round: which cards are counted here."""

    field: str
    label: str
    factor: int
    cells: Sequence["BoardCell"]


class BoardCell(NamedTuple):
    """A cell to show: `label` says whose it is, `spoken` says all of it."""

    tally: CellTally
    label: str
    spoken: str

    @property
    def id(self) -> str:
        return str(self.tally.cell)

    @property
    def is_sum(self) -> bool:
        return "+" in self.tally.text


class Points(NamedTuple):
    """A player's number at the foot of a round."""

    seat: int
    name: str
    n: int
    best: bool = False
    started: bool = True

    @property
    def place(self) -> int:
        """The seat as addresses count it."""
        return self.seat + 1

    @property
    def long(self) -> bool:
        return abs(self.n) > 999


@dataclass(frozen=True)
class RoundBoard:
    """A round of the ledger."""

    tally: RoundTally
    rows: list[Row]
    points: list[Points]
    warnings: list[Sentence]
    whys: list["Why"]


@dataclass(frozen=True)
class Why:
    """Where a player's points of a round come from."""

    name: str
    n: int
    provisional: bool
    lines: list[Sentence]


class Board:
    """The whole sheet for its pages, in one language."""

    def __init__(self, sheet: Sheet, lang: str):
        self.sheet, self.lang, self.game = sheet, lang, sheet.content
        self.names = sheet.names()
        self.entries = sheet.entries_so_far()
        self.tally: SheetTally = sheet.rules.fold(len(self.names), self.entries)

    @cached_property
    def rounds(self) -> list[RoundBoard]:
        return [self._round(tally) for tally in self.tally.rounds]

    @cached_property
    def totals(self) -> list[Points]:
        leaders = self.tally.leaders
        return [
            Points(seat, self.names[seat], n, seat in leaders) for seat, n in enumerate(self.tally.totals)
        ]

    @property
    def many(self) -> bool:
        """Narrow columns."""
        return len(self.names) > 4

    @cached_property
    def verdict(self) -> Sentence | None:
        remark = self.tally.verdict
        return self._sentence("event", remark) if remark else None

    @cached_property
    def labels(self) -> dict[str, str]:
        return {field: field_label(self.game, field, self.lang) for field in self.sheet.rules.fields}

    @property
    def finish_base(self) -> int:
        """The number of the last entry that closed or opened the sheet."""
        return next((entry.number for entry in reversed(self.entries) if entry.cell == FINISH), 0)

    def _why(self, tally: RoundTally, seat: int) -> Why:
        lines = [self._line(line) for line in tally.seats[seat].lines]
        return Why(self.names[seat], tally.seats[seat].points, not tally.complete, lines)

    def cell(self, cell_id: str) -> BoardCell | None:
        """A cell of the sheet by its id."""
        return next((c for r in self.rounds for row in r.rows for c in row.cells if c.id == cell_id), None)

    def describe(self, cell_id: str) -> str:
        """«Раунд 2, Саша, красные»: a cell in words, for the history."""
        cell = Cell.parse(cell_id)
        if cell is None:
            return gettext("Счёт")
        field = cell.field.removeprefix("keep-")
        label = self.labels[field].lower()
        if field != cell.field:
            label = gettext("%(colour)s не сброшены") % {"colour": label}
        return gettext("Раунд %(round)s, %(name)s, %(what)s") % {
            "round": cell.round,
            "name": self.names[cell.seat],
            "what": label,
        }

    def _round(self, tally: RoundTally) -> RoundBoard:
        worth = self.sheet.rules.worth
        rows = [
            Row(field, self.labels[field], worth(field), [self._cell(cell) for cell in cells])
            for field, cells in tally.rows.items()
        ]
        warnings = [self._sentence("warning", remark) for remark in tally.warnings]
        whys = [self._why(tally, seat) for seat in range(len(self.names))] if tally.started else []
        points = [
            Points(
                seat, self.names[seat], score.points, started=any(cell.filled for cell in tally.column(seat))
            )
            for seat, score in enumerate(tally.seats)
        ]
        return RoundBoard(tally, rows, points, warnings, whys)

    def _cell(self, tally: CellTally) -> BoardCell:
        label = f"{self.names[tally.cell.seat]}, {self.labels[tally.cell.field].lower()}"
        value = gettext("пусто") if tally.value is None else str(tally.value)
        spoken = f"{label}: {value}"
        if tally.mark:
            spoken += f", {self.game.words['mark'][tally.mark].in_(self.lang)}"
        return BoardCell(tally, label, spoken)

    def _line(self, line: Line) -> Sentence:
        text = render(self.game, "line", line.code, line.params, self.lang, self.names)
        return Sentence(text, self.game.clause_by_id[line.clause], line.points)

    def _sentence(self, kind: str, remark: Remark) -> Sentence:
        text = render(self.game, kind, remark.code, remark.params, self.lang, self.names)
        return Sentence(text, self.game.clause_by_id[remark.clause])


def field_label(game: GameContent, field: str, lang: str) -> str:
    """«Красные», «Яд»: the name of a row."""
    colour = game.colour_by_id[field]
    words = colour.forms[lang]["pl"]
    return words[:1].upper() + words[1:]


def undoable(entries: Sequence[Entry]) -> set[int]:
    """Numbers of the entries that still stand in their cells: the ones that can be undone."""
    return {entry.number for entry in {entry.cell: entry for entry in entries}.values()}
