"""What draws the figures of Alchemists' rules. Pure."""

from collections.abc import Mapping

from rulebook.drawing.figures import Draw
from rulebook.games.alchemists.drawing import board, chemistry

DRAWINGS: Mapping[str, Draw] = {
    "formulas": chemistry.formulas,
    "mixture": chemistry.mixture,
    "potions": chemistry.potions,
    "secrets": chemistry.secrets,
    "table": chemistry.table,
    "triangle": chemistry.triangle,
    "grid": chemistry.grid,
    "track": board.track,
    "areas": board.areas,
    "rows": board.rows,
    "reputation": board.reputation,
    "jump": board.jump,
}
