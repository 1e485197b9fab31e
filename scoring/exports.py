"""A sheet taken along: CSV for spreadsheets, JSON for programs, plain text for a chat."""

import csv
import io
import json

from django.utils.translation import gettext

from scoring.boards.core import Board

FORMULA = ("=", "+", "-", "@")
BLANK = ("\t", "\r")
DELIMITER = ";"
BOM = "\ufeff"  # spreadsheets take a file for UTF-8 when it begins with this


def as_csv(board: Board) -> str:
    """The sheet's rows, as a spreadsheet opens them where a comma begins the decimals; numbers that aren't
    known yet are empty.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=DELIMITER)
    writer.writerows([plain(value) for value in row] for row in board.rows())
    return BOM + out.getvalue()


def plain(value: object) -> str:
    """A value for a spreadsheet: a number stays one, and no text is taken for a formula."""
    if isinstance(value, int | float):
        return str(value).replace(".", ",")
    text = "" if value is None else str(value)
    return f"'{text}" if text.lstrip().startswith(FORMULA) or text.startswith(BLANK) else text


def as_json(board: Board) -> str:
    """Everything on the sheet but its links."""
    tally = board.tally
    data = {
        "game": board.sheet.game,
        "title": board.sheet.title,
        "players": board.names,
        **board.data(),
        "totals": tally.totals,
        "winners": tally.winners,
        "finished": tally.finished,
        "entries": [entry._asdict() for entry in board.entries],
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_text(board: Board, link: str) -> str:
    """A line for each player that can be read aloud, the best result first; the viewer's link at the end."""
    title = ". ".join(filter(None, (board.game_title, board.sheet.title)))
    lines = board.result_lines()
    how_far = board.how_far if lines else gettext("Пока пусто")
    last = board.verdict.text if board.verdict else how_far
    return "\n".join([title, "", *lines, *([""] if lines else []), last, link]) + "\n"
