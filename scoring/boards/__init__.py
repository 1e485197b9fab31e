"""Sheets as their pages and exports show them, a module for each family of sheets."""

from scoring.boards.core import Board, undoable
from scoring.boards.ledger import LedgerBoard
from scoring.games.alchemists.board import RevealBoard
from scoring.games.potions.board import JournalBoard
from scoring.games.wizwar.board import TrackerBoard
from scoring.models import Sheet

FAMILIES = (LedgerBoard, JournalBoard, RevealBoard, TrackerBoard)
BOARDS: dict[str, type[Board]] = {board.family: board for board in FAMILIES}


def board_of(sheet: Sheet, lang: str) -> Board:
    """The board of a sheet."""
    return BOARDS[sheet.rules.family](sheet, lang)


__all__ = [
    "BOARDS",
    "Board",
    "JournalBoard",
    "LedgerBoard",
    "RevealBoard",
    "TrackerBoard",
    "board_of",
    "undoable",
]
