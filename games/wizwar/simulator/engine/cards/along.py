"""Cards that are only played together with another: a second number, twice the effect, a bent line."""

from games.wizwar.simulator.engine.data import CARD, DURATION, KIND, POWER, SPELLS, TAKES
from games.wizwar.simulator.engine.state import State
from simulator.engine.game import Seat

BEND, ADD, AMPLIFY, EXTEND = "around_the_corner", "add", "amplify", "extend"


def in_hand(state: State, seat: Seat, card: str) -> str:
    """The card of a hand that is played along like this one; "" if there is none."""
    hand = state.wizards[seat].hand
    if card in hand:
        return card
    alike = state.course.alike.get(card)
    return next((found for found in alike if found in hand), "") if alike else ""


def _is_amplified(card: str) -> bool:
    """Damage done at once by a spell."""
    data = CARD[card].data
    at_once = card in SPELLS and "duration" not in data and "damage" in data
    return at_once and (KIND[card] == "attack" or TAKES[card] == POWER)


# What Amplify doubles is damage, what Extend doubles is turns (card texts); no card has both.
DOUBLED_BY: dict[str, str] = {
    **{card: AMPLIFY for card in CARD if _is_amplified(card)},
    **{card: EXTEND for card in CARD if TAKES[card] == DURATION},
}
