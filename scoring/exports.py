"""A sheet taken along: CSV for spreadsheets, JSON for programs, plain text for a chat."""

import csv
import io
import json

from django.utils.translation import gettext

from scoring.boards.core import SheetPresenter
from web import names as rule_of_names
from web.addresses import is_own

FORMULA = tuple("=+-@＝＋－＠")  # of either width
BLANK = ("\t", "\r")
SEMICOLON, COMMA = (";", ","), (",", ".")  # what parts cells, and what begins the decimals
CUSTOMS = {"ru": SEMICOLON, "en": COMMA}
BOM = "\ufeff"  # spreadsheets take a file for UTF-8 when it begins with this


def as_csv(board: SheetPresenter) -> str:
    """The sheet's rows, as a spreadsheet of the reader's language opens them by a tap; numbers that aren't
    known yet are empty. No line says `sep=`: a spreadsheet that reads it forgets the BOM.
    """
    delimiter, decimal = CUSTOMS[board.lang]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerows([plain(value, decimal) for value in row] for row in board.rows())
    return BOM + out.getvalue()


def plain(value: object, decimal: str) -> str:
    """A value for a spreadsheet: a number stays one, and no text is taken for a formula, not even one behind
    what shuts a name in for readers.
    """
    if isinstance(value, int | float):
        return str(value).replace(".", decimal)
    text = "" if value is None else rule_of_names.bare(str(value))
    return f"'{text}" if text.lstrip().startswith(FORMULA) or text.startswith(BLANK) else text


def as_json(board: SheetPresenter) -> str:
    """Everything on the sheet but its links."""
    tally = board.tally
    data = {
        "game": board.sheet.game,
        "title": board.sheet.title,
        "players": board.written_names,
        **board.data(),
        "totals": tally.totals,
        "winners": tally.winners,
        "finished": tally.finished,
        "entries": [entry._asdict() for entry in board.entries],
    }
    return rule_of_names.bare(json.dumps(data, ensure_ascii=False, indent=2))


def as_text(board: SheetPresenter, link: str) -> str:
    """A line for each player that can be read aloud, the best result first; at the end the viewer's link,
    unless whoever gets it couldn't follow it.
    """
    title = ". ".join(filter(None, (board.game_title, rule_of_names.isolated(board.sheet.title))))
    lines = board.result_lines()
    how_far = board.how_far if lines else gettext("Пока пусто")
    last = board.verdict.text if board.verdict else how_far
    end = [last] if is_own(link) else [last, link]
    return "\n".join([title, "", *lines, *([""] if lines else []), *end]) + "\n"
