"""What draws the figures of Poison's rules. Pure."""

from collections.abc import Mapping

from rulebook.drawing.figures import Draw
from rulebook.games.poison.drawing import cauldrons, counts

DRAWINGS: Mapping[str, Draw] = {
    "choice": cauldrons.choice,
    "deals": counts.deals,
    "deck": counts.deck,
    "majorities": counts.majorities,
    "totals": cauldrons.totals,
}
