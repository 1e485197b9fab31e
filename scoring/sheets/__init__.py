"""Sheets: which entries a score sheet takes and what they add up to. Pure."""

from scoring.sheets.core import SheetRules


def get(game_id: str) -> SheetRules:
    """The sheet of a game. Raises KeyError for no game."""
    from scoring import game  # which stands on this package

    return game.get(game_id).sheet
