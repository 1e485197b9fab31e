"""The University on paper: how its talismans and spells are counted."""

from typing import Any

from games.potions.scoring.sheet.print_grid import BoxDrawing

HOWTO, HOWTO_HEIGHT = "print/potions/university/howto.html", 11.0


def blank(width: float, players: int) -> BoxDrawing:
    """Nothing to write on but the log."""
    return BoxDrawing("", HOWTO_HEIGHT, HOWTO)


def filled(part: Any, width: float) -> BoxDrawing:
    return BoxDrawing("", 0.0)
