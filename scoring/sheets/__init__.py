"""Sheets: which entries a score sheet takes and what they add up to. Pure."""

from scoring.sheets.core import SheetRules
from scoring.sheets.seating import Seating


def get(game_id: str) -> SheetRules:
    """The sheet of a game. Raises KeyError for no game."""
    from scoring import game  # which stands on this package

    return game.get(game_id).sheet


def seating(game_id: str) -> Seating:
    """Who may sit at the sheet of a game. Raises KeyError for no game."""
    from scoring import game

    return game.get(game_id).seating
