"""Sheets: which entries a score sheet takes and what they add up to, a module for each game. Pure."""

from scoring.games.alchemists import sheet
from scoring.games.poison import sheet
from scoring.games.potions.sheet import rules
from scoring.games.wizwar import sheet
from scoring.sheets.core import SheetRules

SHEETS: dict[str, SheetRules] = {
    "poison": sheet.SHEET,
    "potions": rules.SHEET,
    "alchemists": sheet.SHEET,
    "wizwar": sheet.SHEET,
}


def get(game_id: str) -> SheetRules:
    """The sheet of a game. Raises KeyError for a game that has none."""
    return SHEETS[game_id]
