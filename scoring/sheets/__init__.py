"""Sheets: which entries a score sheet takes and what they add up to, a module for each game. Pure."""

from scoring.games.alchemists import sheet as alchemists
from scoring.games.poison import sheet as poison
from scoring.games.potions.sheet import rules as potions
from scoring.games.wizwar import sheet as wizwar
from scoring.sheets.core import SheetRules

SHEETS: dict[str, SheetRules] = {
    "poison": poison.SHEET,
    "potions": potions.SHEET,
    "alchemists": alchemists.SHEET,
    "wizwar": wizwar.SHEET,
}


def get(game_id: str) -> SheetRules:
    """The sheet of a game. Raises KeyError for a game that has none."""
    return SHEETS[game_id]
