"""What turns and boxes read and write of a short form themselves: cards by their names, whose turn it is."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.potions.simulator.engine.answers import no_such_card
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import CARD, Slot, fits
from games.potions.simulator.engine.state import State, Turn
from simulator.engine.evolve import evolve
from simulator.engine.game import Seat
from simulator.engine.positions import Box
from simulator.engine.refusal import BadPosition
from simulator.engine.shortform import find_seat, malformed
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
def box_of(course: Course) -> Box:
    """All cards that are on the table."""
    return Box(course.copies, _unknown_card(course))


def seat_to_play(
    value: Any,
    names: Sequence[str],
    first: Seat,
    hands: Sequence[tuple[str, ...]],
    may_play: Sequence[Any] | None = None,
) -> Seat:
    """The seat to play: by default the first player, or the next with cards (with boxes: who may play)."""
    able = hands if may_play is None else may_play
    if not any(hands):
        raise BadPosition([Refusal("pos_no_cards", "series.rounds")])
    if value is None:
        clockwise = [(first + step) % len(names) for step in range(len(names))]
        return next(seat for seat in clockwise if able[seat])
    seat = find_seat(value, names)
    if seat is None or not able[seat]:
        raise BadPosition([Refusal("pos_turn", "turn.order")])
    return seat


def read_turn(state: State, data: Mapping[str, Any], names: Sequence[str]) -> State:
    """The turn that a short form tells of."""
    further = data.get("further", False)
    if type(further) is not bool:
        raise malformed(f"further: {further!s:.20}")
    seat = seat_to_play(data.get("turn"), names, state.first, state.hands)
    return evolve(state, agenda=(Turn(seat, further),))


def write_turn(state: State, names: Sequence[str]) -> dict[str, Any]:
    if not state.agenda:
        return {}
    return {"turn": names[state.agenda[-1].seat], "further": state.agenda[0].further}


def may_lie(course: Course, cards: Sequence[str], slots: Sequence[Slot]) -> bool:
    return all(fits(code, slot) for code, slot in zip(cards, slots, strict=True))


def no_mark(course: Course, cards: Sequence[str], slots: Sequence[Slot]) -> str:
    return ""
