"""Ledgers on paper: a table of rounds, to write in or with the reason for every point."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from rulebook.content.entries import GameContent
from rulebook.printing.cards.inks import ink
from rulebook.printing.paper import Paper
from scoring import sheets
from scoring.boards.ledger import LedgerBoard, field_label
from scoring.sheets.ledger import CellTally
from web.language import page_language

TEMPLATE = "print/ledger.html"
MARGIN, HEAD, FOOT = 10.0, 34.0, 40.0  # millimetres of a page that the ledger leaves free
ROW_MOST, ROW_LEAST = 11.0, 4.6
LONG_NAME = 14


@dataclass(frozen=True)
class Ledger:
    """The table of one sheet, ready for the template. Empty texts are boxes to write in."""

    names: Sequence[str]
    rounds: Sequence[dict[str, Any]]
    totals: Sequence[str]
    best: Sequence[int]
    row_height: float
    title: str

    @property
    def height(self) -> str:
        """Millimetres as CSS reads them, whatever the language's decimal sign; so are the other heights."""
        return f"{self.row_height:g}"

    @property
    def sum_height(self) -> str:
        return f"{self.row_height * 1.3:.2f}"

    @property
    def name_height(self) -> str:
        return f"{self.row_height * 1.6:.2f}"

    @property
    def long_names(self) -> bool:
        return any(len(name) > LONG_NAME for name in self.names)


def blank(game: GameContent, paper: Paper, players: int) -> Ledger:
    """An empty ledger for so many players."""
    rows = [{**row, "cells": [{"text": "", "struck": False}] * players} for row in _rows(game)]
    rounds = sheets.get(game.id).rounds(players)
    return Ledger(
        names=[""] * players,
        rounds=[{"number": n, "rows": rows, "points": [""] * players} for n in range(1, rounds + 1)],
        totals=[""] * players,
        best=(),
        row_height=_row_height(paper, rounds, len(rows)),
        title=gettext("Игроков: %(players)s, раундов: %(rounds)s") % {"players": players, "rounds": rounds},
    )


def filled(board: LedgerBoard, paper: Paper) -> Ledger:
    """The ledger as it stands."""
    rounds = []
    for tally in board.tally.rounds:
        rows = [
            {**row, "cells": [_cell(cell) for cell in cells]}
            for row, cells in zip(_rows(board.game), tally.rows.values(), strict=True)
        ]
        points = [str(seat.points) if tally.complete else "" for seat in tally.seats]
        rounds.append({"number": tally.number, "rows": rows, "points": points})
    started = board.tally.played > 0
    return Ledger(
        names=board.names,
        rounds=rounds,
        totals=[str(n) if started else "" for n in board.tally.totals],
        best=board.tally.leaders,
        row_height=min(7.0, _row_height(paper, len(rounds), len(rounds[0]["rows"]))),
        title=board.sheet.title,
    )


def reasons(board: LedgerBoard) -> dict[str, Any]:
    """What explains the points: each complete round, and what can't be right about any."""
    return {"why": list(_why(board))}


def _rows(game: GameContent) -> list[dict[str, Any]]:
    """The rows of a round: label, sign, what a card is worth."""
    rules = sheets.get(game.id)
    return [
        {
            "label": field_label(game, field, page_language()),
            "shape": game.colour_by_id[field].shape,
            "ink": ink(game, field),
            "worth": rules.worth(field),
        }
        for field in rules.fields
    ]


def _row_height(paper: Paper, rounds: int, rows: int) -> float:
    """Rows as high as the page allows: a sum counts for 1.3 of a row, names and totals for 1.6 each."""
    room = paper.height - 2 * MARGIN - HEAD - FOOT
    return round(max(ROW_LEAST, min(ROW_MOST, room / (rounds * (rows + 1.3) + 3.2))), 2)


def _cell(cell: CellTally) -> dict[str, Any]:
    return {"text": "" if cell.value is None else str(cell.value), "struck": cell.mark == "shed"}


def _why(board: LedgerBoard) -> Iterator[dict[str, Any]]:
    for shown in board.rounds:
        if shown.tally.complete or shown.warnings:
            people = shown.whys if shown.tally.complete else []
            yield {"number": shown.tally.number, "people": people, "warnings": shown.warnings}
