"""What draws the figures of Poison's rules. Pure."""

from collections.abc import Mapping

from games.poison.rulebook.drawing import cauldrons, counts
from rulebook.drawing.figures import Draw

DRAWINGS: Mapping[str, Draw] = {
    "choice": cauldrons.choice,
    "deals": counts.deals,
    "deck": counts.deck,
    "majorities": counts.majorities,
    "totals": cauldrons.totals,
}
