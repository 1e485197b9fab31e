"""A ledger as its pages show it: rounds of rows by players."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import gettext

from scoring.boards.core import Points, Sentence, SheetPresenter
from scoring.sheets.ledger import Cell, CellTally, Ledger, LedgerTally, RoundTally

KEYS_MOST = 20  # more keys than these fit above no thumb: digits are typed then


class RoundRow(NamedTuple):
    """A row of a round: what is counted here, and how many of it there are, if that is known."""

    field: str
    label: str
    factor: int
    supply: int | None
    cells: Sequence["BoardCell"]


class Head(NamedTuple):
    """The head of a player's column; `said` stands beside the name in this round."""

    name: str
    said: str


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


@dataclass(frozen=True)
class RoundPresenter:
    """A round of the ledger."""

    tally: RoundTally
    heads: list[Head]
    rows: list[RoundRow]
    points: list[Points]
    warnings: list[Sentence]
    whys: list["RoundReasons"]


@dataclass(frozen=True)
class RoundReasons:
    """Where a player's points of a round come from."""

    name: str
    n: int
    provisional: bool
    lines: list[Sentence]


class ExportedRound(NamedTuple):
    """A round in an export: what was typed, and what it came to; `counts` are the numbers of the cells."""

    number: int
    complete: bool
    cells: dict[str, list[str]]
    counts: dict[str, list[int | None]]
    points: list[int | None]
    warnings: list[str]


class LedgerPresenter(SheetPresenter):
    """The whole sheet for its pages, in one language."""

    tally: LedgerTally
    row_mark = ""  # a template that draws a sign before the name of `row`

    @property
    def rules(self) -> Ledger:
        rules: Ledger = self.sheet.rules
        return rules

    @property
    def nothing_counted(self) -> str:
        """Why a player has no points in a round that is complete."""
        return gettext("Ничего не записано.")

    @property
    def counted_so_far(self) -> str:
        """What the points of a round are worth that isn't complete."""
        return gettext("Раунд войдёт в счёт, когда записаны все.")

    @cached_property
    def rounds(self) -> list[RoundPresenter]:
        return [self._round(tally) for tally in self.tally.rounds]

    @cached_property
    def labels(self) -> dict[str, str]:
        return {field: self.rules.label(field, self.lang) for field in self.rules.fields}

    @cached_property
    def keys(self) -> range:
        """The numbers that have a key of their own, which writes a cell; none where digits are typed."""
        supplies = [self.rules.supply(field) for field in self.rules.fields]
        known = [n for n in supplies if n is not None]
        most = max(known, default=0) if len(known) == len(supplies) else 0
        return range(most + 1 if 0 < most < KEYS_MOST else 0)

    @property
    def progress(self) -> str:
        values = {"n": self.tally.current, "all": len(self.tally.rounds)}
        return (gettext("раунд %(n)s") if self.tally.open else gettext("раунд %(n)s из %(all)s")) % values

    @property
    def how_far(self) -> str:
        values = {"n": self.tally.played, "all": len(self.tally.rounds)}
        return (gettext("Раунд %(n)s") if self.tally.open else gettext("Раунд %(n)s из %(all)s")) % values

    def cell(self, cell_id: str) -> BoardCell | None:
        """A cell of the sheet by its id."""
        return next((c for r in self.rounds for row in r.rows for c in row.cells if c.id == cell_id), None)

    def chapter(self, cell_id: str) -> str:
        """«Раунд 2»."""
        cell = Cell.parse(cell_id)
        return gettext("Раунд %(n)s") % {"n": cell.round} if cell else gettext("Вся серия")

    def inside(self, cell_id: str) -> str:
        """«Саша, записано»."""
        cell = Cell.parse(cell_id)
        return f"{self.names[cell.seat]}, {self.what(cell.field)}" if cell else gettext("Счёт")

    def describe(self, cell_id: str) -> str:
        """«Раунд 2, Саша, записано»."""
        if Cell.parse(cell_id) is None:
            return gettext("Счёт")
        return f"{self.chapter(cell_id)}, {self.inside(cell_id)}"

    def what(self, field: str) -> str:
        """A field inside a sentence."""
        return self.labels[field].lower()

    def said(self, text: str) -> str:
        """A number says itself."""
        return text

    def rows(self) -> Iterator[Iterable[Any]]:
        """A line for each player and round."""
        yield [gettext("Раунд"), gettext("Игрок"), *self.labels.values(), gettext("Очки"), gettext("Всего")]
        for round in self.tally.rounds:
            for seat, name in enumerate(self.names):
                cells = [cell.value for cell in round.column(seat)]
                points = round.seats[seat].points if round.complete else None
                total = round.seats[seat].running if round.complete else None
                yield [round.number, name, *cells, points, total]

    def data(self) -> dict[str, Any]:
        """Rounds with what was typed and what it came to."""
        return {
            "rounds": [
                ExportedRound(
                    number=round.number,
                    complete=round.complete,
                    cells={field: [cell.text for cell in row] for field, row in round.rows.items()},
                    counts={field: [cell.value for cell in row] for field, row in round.rows.items()},
                    points=[seat.points for seat in round.seats],
                    warnings=[warning.text for warning in self.rounds[n].warnings],
                )._asdict()
                for n, round in enumerate(self.tally.rounds)
            ]
        }

    def result_lines(self) -> list[str]:
        """«1. Саша: 4 = 2 + 2»: the best result first."""
        played = [round for round in self.tally.rounds if round.complete]
        totals = self.tally.totals
        worse = [n if self.rules.fewest_win else -n for n in totals]
        lines = []
        for seat in sorted(range(len(self.names)), key=worse.__getitem__) if played else ():
            points = [str(round.seats[seat].points) for round in played]
            sum_of = f" = {' + '.join(points)}" if len(points) > 1 else ""
            place = 1 + sum(other < worse[seat] for other in worse)
            lines.append(f"{place}. {self.names[seat]}: {totals[seat]}{sum_of}")
        return lines

    def first_at(self, seat: int, number: int) -> str:
        """What stands beside a name in round `number` because of who is first; mostly empty."""
        return ""

    def _round(self, tally: RoundTally) -> RoundPresenter:
        worth, supply = self.rules.worth, self.rules.supply
        rows = [
            RoundRow(
                field, self.labels[field], worth(field), supply(field), [self._cell(cell) for cell in cells]
            )
            for field, cells in tally.rows.items()
        ]
        warnings = [self.sentence("warning", remark) for remark in tally.warnings]
        whys = [self._why(tally, seat) for seat in range(len(self.names))] if tally.started else []
        points = [
            Points(
                seat, self.names[seat], score.points, started=any(cell.filled for cell in tally.column(seat))
            )
            for seat, score in enumerate(tally.seats)
        ]
        heads = [Head(name, self.first_at(seat, tally.number)) for seat, name in enumerate(self.names)]
        return RoundPresenter(tally, heads, rows, points, warnings, whys)

    def _why(self, tally: RoundTally, seat: int) -> RoundReasons:
        lines = [self.line(line) for line in tally.seats[seat].lines]
        return RoundReasons(self.names[seat], tally.seats[seat].points, not tally.complete, lines)

    def _cell(self, tally: CellTally) -> BoardCell:
        label = f"{self.names[tally.cell.seat]}, {self.labels[tally.cell.field].lower()}"
        value = gettext("пусто") if tally.value is None else str(tally.value)
        spoken = f"{label}: {value}"
        if tally.mark:
            spoken += f", {self.game.words['mark'][tally.mark].in_(self.lang)}"
        return BoardCell(tally, label, spoken)
