"""A sheet taken along: CSV for spreadsheets, JSON for programs, plain text for a chat."""

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from rulebook.papers import address_of
from scoring.boards.core import SheetPresenter
from scoring.models import Entry
from web import names as rule_of_names
from web.addresses import is_own

FORMULA = tuple("=+-@＝＋－＠")  # of either width
BLANK = ("\t", "\r")
SEMICOLON, COMMA = (";", ","), (",", ".")  # what parts cells, and what begins the decimals
CUSTOMS = {"ru": SEMICOLON, "en": COMMA}
FORMAT = 1  # of `as_json`: one that takes a sheet reads this one and those before
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


def as_json(board: SheetPresenter, key: str = "") -> str:
    """Everything on the sheet but its links: what it comes to, and all that makes it whole again elsewhere
    (`docs/give.md`). With a `key` it is for its owner alone.
    """
    tally = board.tally
    written = board.sheet.entries.filter(number__lte=len(board.entries)).select_related("device")
    data = {
        "game": board.sheet.game,
        "title": board.sheet.title,
        "players": board.written_names,
        **board.data(),
        "totals": tally.totals,
        "winners": tally.winners,
        "finished": tally.finished,
        "sheet": _beginning(board, list(written)) | ({"key": key} if key else {}),
        "entries": [_entry(entry) for entry in written],
    }
    return rule_of_names.bare(json.dumps(data, ensure_ascii=False, indent=2))


def _beginning(board: SheetPresenter, written: list[Entry]) -> dict[str, Any]:
    """The sheet before its first entry, and by which devices the entries were made."""
    devices = {entry.device.number: entry.device.kind for entry in written if entry.device}
    return {
        "format": FORMAT,
        "id": board.sheet.public_id,
        "edition": address_of(board.game),
        "begun": moment(board.sheet.created_at),
        "exported": moment(timezone.now()),
        "names": board.seated,
        "devices": {str(number): devices[number] for number in sorted(devices)},
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "cell": entry.cell,
        "text": entry.text,
        "undoes": entry.undoes,
        "client_entry_id": entry.client_entry_id,
        "at": moment(entry.created_at),
        "device": entry.device.number if entry.device else None,
    }


def moment(at: datetime) -> str:
    """«2026-11-30T18:00:00.000000Z»."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}"


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
