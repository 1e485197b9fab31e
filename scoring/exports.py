"""A sheet taken along: CSV for spreadsheets, JSON for programs, plain text for a chat."""

import csv
import io
import json
from typing import Any

from django.utils.translation import gettext, pgettext

from scoring.board import Board

FORMULA = ("=", "+", "-", "@", "\t", "\r")
BOM = "\ufeff"  # spreadsheets take a file for UTF-8 when it begins with this


def as_csv(board: Board) -> str:
    """A line for each player and round, what was typed beside what it came to."""
    out = io.StringIO()
    writer = csv.writer(out)
    header = [gettext("Раунд"), gettext("Игрок"), *board.labels.values(), gettext("Очки"), gettext("Всего")]
    writer.writerow(header)
    for round in board.tally.rounds:
        for seat, name in enumerate(board.names):
            cells = [cell.value for cell in round.column(seat)]
            points = round.seats[seat].points if round.complete else None
            total = round.seats[seat].running if round.complete else None
            writer.writerow([plain(value) for value in (round.number, name, *cells, points, total)])
    return BOM + out.getvalue()


def plain(value: object) -> str:
    """A value that no spreadsheet takes for a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def as_json(board: Board) -> str:
    """Everything on the sheet but its links."""
    tally = board.tally
    data: dict[str, Any] = {
        "game": board.sheet.game,
        "title": board.sheet.title,
        "players": board.names,
        "rounds": [
            {
                "number": round.number,
                "complete": round.complete,
                "cells": {field: [cell.text for cell in row] for field, row in round.rows.items()},
                "counts": {field: [cell.value for cell in row] for field, row in round.rows.items()},
                "points": [seat.points for seat in round.seats],
                "warnings": [warning.text for warning in board.rounds[n].warnings],
            }
            for n, round in enumerate(tally.rounds)
        ],
        "totals": tally.totals,
        "winners": tally.winners,
        "finished": tally.finished,
        "entries": [entry._asdict() for entry in board.entries],
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_text(board: Board, link: str) -> str:
    """A table aligned for a chat's fixed type, the best result first; the viewer's link at its end."""
    played = [round for round in board.tally.rounds if round.complete]
    order = sorted(range(len(board.names)), key=lambda seat: board.tally.totals[seat])
    rows = [["", *(str(round.number) for round in played), pgettext("column", "всего")]]
    for seat in order:
        points = [str(round.seats[seat].points) for round in played]
        rows.append([board.names[seat], *points, str(board.tally.totals[seat])])
    title = ". ".join(filter(None, (board.game.title.in_(board.lang), board.sheet.title)))
    verdict = [board.verdict.text] if board.verdict else []
    return "\n".join([title, "", *aligned(rows), "", *verdict, link]) + "\n"


def aligned(rows: list[list[str]]) -> list[str]:
    """Columns of equal width: words to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]
