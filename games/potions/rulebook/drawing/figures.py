"""What draws the figures of the rules of Potions; those of the boxes use them, too. Pure."""

from collections.abc import Mapping

from games.potions.rulebook.drawing import assembling, cupboard, schemes, ways
from rulebook.drawing.figures import Draw

DRAWINGS: Mapping[str, Draw] = {
    "assembling": assembling.assembling,
    "cupboard": cupboard.cupboard,
    "deal": schemes.deal,
    "elements": schemes.elements,
    "kinds": schemes.kinds,
    "limits": schemes.limits,
    "parts": schemes.parts,
    "phases": schemes.phases,
    "track": schemes.track,
    "ways": ways.ways,
}
