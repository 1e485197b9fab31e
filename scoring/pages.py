"""What the page of a sheet shows beyond its board, for each family of sheets: what the address asks for."""

import secrets
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext

from scoring.boards import Board, JournalBoard, LedgerBoard, RevealBoard, TrackerBoard
from scoring.games.wizwar.sheet.texts import DIE
from scoring.sheets.core import JOURNAL, LEDGER, REVEAL, TRACKER
from web.errors import RequestError

Query = Mapping[str, str]


class SheetPage(Protocol):
    """How a family of sheets is shown and written: its template, its context, where a form leads."""

    template: str

    def context(self, board: Any, query: Query, tried: Mapping[str, Any]) -> dict[str, Any]:
        """What the template needs; `tried` is an entry that was refused. Raises RequestError."""

    def after(self, board: Any, cell_id: str, then: str) -> str:
        """The query of the page to show when a form has written a cell."""


@dataclass(frozen=True)
class LedgerPage:
    """The grid of rounds: `?round=`, `?cell=` and `?why=` say what is open."""

    template = "scoring/ledger.html"

    def context(self, board: LedgerBoard, query: Query, tried: Mapping[str, Any]) -> dict[str, Any]:
        cell = board.cell(str(tried.get("cell") or query.get("cell", "")))
        shown = cell.tally.cell.round if cell else _round(board, query)
        return {
            "shown": shown,
            "back_query": f"?round={shown}",
            "why_seat": why_seat(board, query),
            "cell": cell,
            "open_cell": cell.id if cell else "",
            "typed": str(tried.get("text", cell.tally.text if cell else "")),
        }

    def after(self, board: LedgerBoard, cell_id: str, then: str) -> str:
        """The next empty cell of the round, or the round."""
        cell = board.cell(cell_id)
        if cell is None:
            return ""
        round = board.tally.rounds[cell.tally.cell.round - 1]
        following = round.next_empty(cell.tally.cell) if then == "next" else None
        return f"?cell={following}" if following else f"?round={round.number}"


@dataclass(frozen=True)
class JournalPage:
    """The log: `?cell=` names a play that is being corrected, `?why=` a player."""

    template = "scoring/potions/sheet.html"

    def context(self, board: JournalBoard, query: Query, tried: Mapping[str, Any]) -> dict[str, Any]:
        asked = str(tried.get("cell") or query.get("cell", ""))
        row = board.row(asked)
        known = {pick.text for pick in [*board.picks, *board.element_options, *board.great_options]}
        text = board.sheet.rules.compose(tried) if tried else row.tally.text if row else ""
        return {
            "row": row,
            "back_query": "?",
            "why_seat": why_seat(board, query),
            "form": PlayForm.of(text, board.next_seat if row is None else row.seat + 1, known),
            "form_cell": asked if row or tried else new_cell(),
            "base": board.base(asked),
        }

    def after(self, board: JournalBoard, cell_id: str, then: str) -> str:
        return ""


@dataclass(frozen=True)
class PlayForm:
    """What stands in the form for a play: `who` and `used` count from 1, `pick` is the rest of the text.

    `other` says that the form's own list doesn't offer it, as with elements from a match, which have names.
    """

    who: int
    pick: str
    used: tuple[int, ...]
    other: bool

    @classmethod
    def of(cls, text: str, who: int, known: Container[str]) -> "PlayForm":
        """The form that shows a text, whatever it is; an empty one for the player who is next."""
        words = text.split()
        numbers = [int(word) for word in words[3:] if word.isdecimal() and len(word) < 3]
        said = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 3 else who
        is_recipe = words[1:2] == ["assemble"]
        pick = " ".join(words[1:3] if is_recipe else words[1:])
        used = tuple(numbers) if is_recipe else ()
        return cls(said, pick, used, bool(pick) and pick not in known)


@dataclass(frozen=True)
class RevealPage:
    """Reputation, theories and the great reveal: `?part=` says which, `?open=` what is unfolded there.

    `?cell=` names an event that is being corrected, `?why=` a player, `?act=` a theory of the reveal.
    """

    template = "scoring/alchemists/sheet.html"

    def context(self, board: RevealBoard, query: Query, tried: Mapping[str, Any]) -> dict[str, Any]:
        asked = str(tried.get("cell") or query.get("cell", ""))
        row = board.row(asked)
        part = query.get("part", "")
        if tried:
            part = _part_of(asked, str(tried.get("then", "")))[0]
        if part not in PARTS:
            part = PARTS[-1] if board.tally.scoring and not row else PARTS[0]
        acts = [*(book.id for book in board.published), "idol"]
        act = query.get("act", "")
        return {
            "part": part,
            "open": query.get("open", ""),
            "act": act if act in acts else "",
            "row": row,
            "back_query": f"?part={part}",
            "why_seat": why_seat(board, query),
            "form_cell": asked if row or asked.startswith("rep.") else new_cell("rep"),
            "base": board.base(asked) if asked.startswith("rep.") else 0,
        }

    def after(self, board: RevealBoard, cell_id: str, then: str) -> str:
        """The same part, with what was written in it still open."""
        part, opened = _part_of(cell_id, then)
        return f"?part={part}" + (f"&open={opened}#{opened}" if opened else "")


PARTS = ("track", "books", "reveal")
# Where a cell is written, by what it begins with; others belong to the reveal.
PART_OF_CELL = {
    "rep": "track",
    "level": "track",
    "set": "track",
    "theory": "books",
    "conflict": "books",
    "seal": "books",
}


def _part_of(cell_id: str, then: str) -> tuple[str, str]:
    """The part of a reveal that shows a cell, and what has to be open there; `then` is the form's wish."""
    kind, _, rest = cell_id.partition(".")
    subject = rest.partition(".")[0]
    if not subject:
        return "reveal", ""  # the end of the game, which has no player
    if then == "reveal" and kind == "seal":
        return "reveal", f"answer-{subject}"
    part = PART_OF_CELL.get(kind, "reveal")
    if kind in ("rep", "level", "set"):
        return part, "" if kind == "rep" else "numbers"
    if part == "books":
        return part, f"book-{subject}"
    return part, f"answer-{subject}" if kind == "truth" else f"person-{subject}"


@dataclass(frozen=True)
class TrackerPage:
    """Lives, turns, treasures: `?why=` names a player, `?mode=table` turns the phone into a board for all."""

    template = "scoring/wizwar/sheet.html"

    def context(self, board: TrackerBoard, query: Query, tried: Mapping[str, Any]) -> dict[str, Any]:
        flat = TABLE_MODE in (query.get("mode", ""), str(tried.get("then", "")))
        return {
            "back_query": f"?mode={TABLE_MODE}" if flat else "?",
            "flat": flat,
            "why_seat": why_seat(board, query),
            "form_cell": new_cell("log"),
            "roll": 1 + secrets.randbelow(DIE),  # a page without scripts can't throw the die itself
        }

    def after(self, board: TrackerBoard, cell_id: str, then: str) -> str:
        return f"?mode={TABLE_MODE}" if then == TABLE_MODE else ""


TABLE_MODE = "table"

PAGES: dict[str, SheetPage] = {
    LEDGER: LedgerPage(),
    JOURNAL: JournalPage(),
    REVEAL: RevealPage(),
    TRACKER: TrackerPage(),
}


def new_cell(kind: str = "play") -> str:
    """A cell for a play or an event that isn't written yet."""
    return f"{kind}.{secrets.token_hex(8)}"


def _round(board: LedgerBoard, query: Query) -> int:
    """The round that is asked for, else the one being written. Raises RequestError."""
    text = query.get("round", "")
    if not text:
        return board.tally.current
    if not (text.isdecimal() and len(text) < 3 and 1 <= int(text) <= len(board.tally.rounds)):
        raise RequestError(404, gettext("Такого раунда в этой серии нет."), game=board.game)
    return int(text)


def why_seat(board: Board, query: Query) -> int:
    """The place, from 1, of the player whose points are being explained; 0 for none or for nonsense."""
    text = query.get("why", "")
    return int(text) if text.isdecimal() and len(text) < 2 and int(text) <= len(board.names) else 0
