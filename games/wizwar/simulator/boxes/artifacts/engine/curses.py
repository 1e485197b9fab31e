"""The curse: what is cursed stays with its owner (clauses curses.*; rulings 125, 145)."""

from games.wizwar.simulator.boxes.artifacts.engine.kept import CURSED
from games.wizwar.simulator.engine.data import CARD
from games.wizwar.simulator.engine.state import State
from simulator.engine.game import Seat
from web.refusal import Refusal

# Steps that such a thing takes away while one has it.
STEPS = {card: -CARD[card].data["step_penalty"] for card in CURSED if "step_penalty" in CARD[card].data}


def why_not_get_rid(state: State, seat: Seat, card: str) -> Refusal | None:
    """It can't be discarded, dropped, thrown or dealt away; fire, Drop Object and death take it."""
    return Refusal("cursed", "curses.keep", {"card": card}) if card in CURSED else None
