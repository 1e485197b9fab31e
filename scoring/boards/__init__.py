"""Sheets as their pages and exports show them."""

from scoring import game
from scoring.boards.core import SheetPresenter
from scoring.models import Sheet


def board_of(sheet: Sheet, lang: str) -> SheetPresenter:
    """The board of a sheet."""
    return game.get(sheet.content.id).board(sheet, lang)
