"""A sheet taken along: CSV for spreadsheets, JSON for programs, plain text for a chat."""

import csv
import io
import json
from typing import Any

from django.utils.translation import gettext

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
    """A line for each player that can be read aloud, the best result first; the viewer's link at the end."""
    played = [round for round in board.tally.rounds if round.complete]
    totals = board.tally.totals
    order = sorted(range(len(board.names)), key=lambda seat: totals[seat])
    lines = []
    for seat in order if played else ():
        points = [str(round.seats[seat].points) for round in played]
        sum_of = f" = {' + '.join(points)}" if len(points) > 1 else ""
        place = 1 + sum(total < totals[seat] for total in totals)
        lines.append(f"{place}. {board.names[seat]}: {totals[seat]}{sum_of}")
    title = ". ".join(filter(None, (board.game.title.in_(board.lang), board.sheet.title)))
    last = board.verdict.text if board.verdict else _how_far(len(played), len(board.tally.rounds))
    return "\n".join([title, "", *lines, *([""] if lines else []), last, link]) + "\n"


def _how_far(played: int, rounds: int) -> str:
    if not played:
        return gettext("Пока пусто")
    return gettext("Раунд %(n)s из %(all)s") % {"n": played, "all": rounds}
