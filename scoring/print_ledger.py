"""Ledgers on paper: a table of rounds, to write in or with the reason for every point."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rulebook.content.entries import GameContent
from rulebook.printing.paper import Paper
from scoring.boards.ledger import LedgerPresenter
from scoring.sheets.core import SheetRules
from scoring.sheets.ledger import CellTally, RoundTally
from scoring.sheets.ledger import Ledger as LedgerRules
from web.language import page_language

MARGIN, HEAD, FOOT = 10.0, 34.0, 40.0  # millimetres of a page that the ledger leaves free
ROW_MOST, ROW_LEAST = 11.0, 4.6
ROW_WRITTEN, ROW_CLOSE = 7.0, 3.4  # of a ledger that is filled: as high as it looks best, and at least
ROW_LOW = 4.4  # under it numbers are set smaller
LINE_BETWEEN = 0.25  # the line under a row
BELOW = 24.0  # millimetres of a page that are margins, above and below
LOST = 30.0  # millimetres of a page that stay empty where a round wouldn’t fit
LONG_NAME, LONG_NAMES = 14, 12.0  # letters; millimetres that such names take besides


@dataclass(frozen=True)
class Spacing:
    """How high the reasons of a filled ledger are set (`print/sheet.css`), in millimetres."""

    heading: float
    round: float
    name: float
    line: float
    beside: float  # what of a person's column is no text
    letter: float  # how wide one is


USUAL = Spacing(heading=12.0, round=9.0, name=7.6, line=3.86, beside=9.4, letter=1.5)
CLOSE = Spacing(heading=11.0, round=5.2, name=5.0, line=3.4, beside=6.9, letter=1.38)


@dataclass(frozen=True)
class PrintedLedger:
    """The table of one sheet, ready for the template. Empty texts are boxes to write in."""

    names: Sequence[str]
    rounds: Sequence[dict[str, Any]]
    totals: Sequence[str]
    best: Sequence[int]
    row_height: float
    title: str
    close: bool = False  # the reasons are set closer, so that all stands on as few pages as it can
    winners: Sequence[int] = ()

    @property
    def height(self) -> str:
        """Millimetres as CSS reads them, whatever the language's decimal sign; so are the other heights."""
        return f"{self.row_height:g}"

    @property
    def low(self) -> bool:
        """Whether numbers of the usual size would touch the lines."""
        return self.row_height < ROW_LOW

    @property
    def sum_height(self) -> str:
        return f"{self.row_height * 1.3:.2f}"

    @property
    def name_height(self) -> str:
        return f"{self.row_height * 1.6:.2f}"

    @property
    def long_names(self) -> bool:
        return _names_height(self.names) > 0


class LedgerPrinting:
    """See `scoring.printing.SheetPrinting`. A game whose rows need words and signs of its own inherits."""

    TEMPLATE = "print/ledger.html"

    def __init__(self, rules: SheetRules) -> None:
        assert isinstance(rules, LedgerRules)
        self.rules = rules

    def mark(self, game: GameContent, field: str) -> SafeString:
        """The sign before the name of a row."""
        return SafeString()

    def struck(self, cell: CellTally) -> bool:
        """Whether a number is struck out."""
        return False

    def firsts(self, players: int, number: int) -> list[str]:
        """What a blank sheet says in each column because of who is first in round `number`: the first column
        is for whoever begins the series.
        """
        return [""] * players

    @property
    def nothing_counted(self) -> str:
        """Why a player has no points in a round that is complete."""
        return gettext("Ничего не записано")

    def blank(self, game: GameContent, paper: Paper, players: int) -> PrintedLedger:
        """An empty ledger for so many players."""
        rules = self.rules
        rounds = rules.expected(players)
        rows = [{**row, "cells": [{"text": "", "struck": False}] * players} for row in self._rows(game)]
        values = {"players": players, "rounds": rounds, "goal": rules.goal(players)}
        points = [""] * players
        return PrintedLedger(
            names=[""] * players,
            rounds=[
                {"number": n, "rows": _with_first(rows, self.firsts(players, n)), "points": points}
                for n in range(1, rounds + 1)
            ],
            totals=[""] * players,
            best=(),
            row_height=_row_height(paper, rounds, len(rows)),
            title=self._title(players) % values,
        )

    def _title(self, players: int) -> str:
        """What a blank sheet says of its length."""
        if self.rules.goal(players):
            return gettext("Игроков: %(players)s, играют до %(goal)s")
        if self.rules.is_open:
            return gettext("Игроков: %(players)s")
        return gettext("Игроков: %(players)s, раундов: %(rounds)s")

    def filled(self, board: LedgerPresenter, paper: Paper) -> PrintedLedger:
        """The ledger as it stands."""
        labels = self._rows(board.game)
        rounds = []
        for tally in board.tally.rounds:
            if board.tally.open and not tally.started:
                continue
            rows = [
                {**row, "cells": [self._cell(cell) for cell in tally.rows[row["field"]]]} for row in labels
            ]
            points = [_points(board, tally, seat) for seat in range(len(board.names))]
            firsts = [board.first_at(seat, tally.number) for seat in range(len(board.names))]
            rounds.append({"number": tally.number, "rows": _with_first(rows, firsts), "points": points})
        started = board.tally.played > 0
        row_height, close = _fitting(board, paper, len(rounds), len(labels))
        return PrintedLedger(
            names=board.names,
            rounds=rounds,
            totals=[str(n) if started else "" for n in board.tally.totals],
            best=board.tally.leaders,
            row_height=row_height,
            title=board.title,
            close=close,
            winners=board.tally.winners,
        )

    def reasons(self, board: LedgerPresenter) -> dict[str, Any]:
        """What explains the points: each complete round, and what can't be right about any."""
        return {"why": list(_why(board)), "nothing_counted": self.nothing_counted}

    def _rows(self, game: GameContent) -> list[Mapping[str, Any]]:
        """The rows of a round: label, sign, what one of it is worth. Points that are typed need no row."""
        rules = self.rules
        if rules.is_plain:
            return []
        return [
            {
                "field": field,
                "label": rules.label(field, page_language()),
                "mark": self.mark(game, field),
                "worth": rules.worth(field),
            }
            for field in rules.fields
        ]

    def _cell(self, cell: CellTally) -> dict[str, Any]:
        return {"text": "" if cell.value is None else str(cell.value), "struck": self.struck(cell)}


def _with_first(rows: Sequence[Mapping[str, Any]], said: Sequence[str]) -> list[Mapping[str, Any]]:
    """The rows of a round; those in the uppermost say who is first."""
    if not rows:
        return []
    head = [{**cell, "first": first} for cell, first in zip(rows[0]["cells"], said, strict=True)]
    return [{**rows[0], "cells": head}, *rows[1:]]


def _points(board: LedgerPresenter, tally: RoundTally, seat: int) -> str:
    """A player's points of a round; written points needn't wait for those of the others."""
    known = all(cell.filled for cell in tally.column(seat)) if board.rules.is_plain else tally.complete
    return str(tally.seats[seat].points) if known else ""


def _row_height(paper: Paper, rounds: int, rows: int) -> float:
    """Rows as high as the page allows: a sum counts for 1.3 of a row, names and totals for 1.6 each."""
    room = paper.height - 2 * MARGIN - HEAD - FOOT
    return round(max(ROW_LEAST, min(ROW_MOST, room / _rows_in(rounds, rows))), 2)


def _rows_in(rounds: int, rows: int) -> float:
    return rounds * (rows + 1.3) + 3.2


def _fitting(board: LedgerPresenter, paper: Paper, rounds: int, rows: int) -> tuple[float, bool]:
    """How high rows are and whether the reasons are set closer, so that both share a page if they can, and
    fill two where they can't.
    """
    for spacing, pages in ((USUAL, 1), (CLOSE, 1), (CLOSE, 2)):
        room = pages * (paper.height - BELOW) - (pages - 1) * LOST - HEAD
        room -= _reasons_height(board, paper, spacing) + _names_height(board.names)
        height = (room - LINE_BETWEEN * rounds * (rows + 1)) / _rows_in(rounds, rows)
        if height >= ROW_CLOSE:
            return round(min(ROW_WRITTEN, height), 2), spacing is CLOSE
    return min(ROW_WRITTEN, _row_height(paper, len(board.tally.rounds), rows)), True


def _names_height(names: Sequence[str]) -> float:
    """How much higher the row of names is than others of its kind."""
    return LONG_NAMES if any(len(name) > LONG_NAME for name in names) else 0.0


def _reasons_height(board: LedgerPresenter, paper: Paper, spacing: Spacing) -> float:
    """About how high the reasons stand, their lines broken where the columns of people end."""
    beside = 4 if len(board.names) == 4 else 3
    letters = int(((paper.width - BELOW) / beside - spacing.beside) / spacing.letter)
    height = 0.0
    for shown in _why(board):
        height += spacing.round + spacing.line * len(shown["warnings"])
        tallest = [
            sum(ceil((len(f"{line.text} {line.clause.number}")) / letters) for line in person.lines) or 1
            for person in shown["people"]
        ]
        for n in range(0, len(tallest), beside):
            height += spacing.name + spacing.line * max(tallest[n : n + beside])
    return height + spacing.heading if height else 0.0


def _why(board: LedgerPresenter) -> Iterator[dict[str, Any]]:
    for shown in board.rounds:
        if shown.tally.complete or shown.warnings:
            people = shown.whys if shown.tally.complete else []
            yield {"number": shown.tally.number, "people": people, "warnings": shown.warnings}
