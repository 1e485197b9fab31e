"""The University on paper: how its talismans and spells are counted."""

from typing import Any

from games.potions.scoring.sheet.print_grid import Drawing

HOWTO, HOWTO_HEIGHT = "print/potions/university/howto.html", 11.0


def blank(width: float, players: int) -> Drawing:
    """Nothing to write on but the log."""
    return Drawing("", HOWTO_HEIGHT, HOWTO)


def filled(part: Any, width: float) -> Drawing:
    return Drawing("", 0.0)
