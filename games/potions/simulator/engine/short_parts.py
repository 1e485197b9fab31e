"""What turns and boxes need of short forms: cards by their names, whose turn it is, how values compare."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from games.potions.simulator.engine.answers import no_such_card
from games.potions.simulator.engine.box import Keeping
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import CARD
from games.potions.simulator.engine.state import State
from simulator.engine import comparing
from simulator.engine.game import Seat
from simulator.engine.positions import CardSupply
from simulator.engine.refusal import BadPosition
from simulator.engine.shortform import find_seat
from web.refusal import Refusal


def _unknown_card(course: Course) -> Callable[[str], Refusal]:
    def unknown(text: str) -> Refusal:
        """An element alone, a card that comes with several of them, of another box, or an invented name."""
        if text in course.elements:
            return Refusal("pos_element", "components.element", {"element": text})
        copies = [code for code in course.copies if CARD[code].id == text]
        if copies:
            return Refusal("pos_which_copy", "components.element", {"text": text, "choices": copies})
        refusal = no_such_card(text)
        if refusal.code == "other_box":
            return refusal
        return Refusal("pos_unknown_card", "components.deck", {"text": text[:80]})

    return unknown


@lru_cache(maxsize=64)
def box_of(course: Course) -> CardSupply:
    """All cards that are on the table."""
    return CardSupply(course.copies, _unknown_card(course))


CARDS = comparing.pile(lambda seen: box_of(seen.course))


def seat_to_play(value: Any, names: Sequence[str], state: State, able: Sequence[Any]) -> Seat:
    """The seat to play: by default the first player, or the next that is able to play."""
    if not any(state.hands):
        raise BadPosition([Refusal("pos_no_cards", "series.rounds")])
    if value is None:
        clockwise = [(state.first + step) % len(names) for step in range(len(names))]
        return next(seat for seat in clockwise if able[seat])
    seat = find_seat(value, names)
    if seat is None or not able[seat]:
        raise BadPosition([Refusal("pos_turn", "turn.order")])
    return seat


def comparison(keeping: Keeping) -> comparing.Way:
    """What a box keeps of each player."""
    return comparing.table(
        lambda at, value: keeping.write(
            keeping.read({keeping.name: value}, at.names, at.seen.course), at.names
        ).get(keeping.name, {})
    )
