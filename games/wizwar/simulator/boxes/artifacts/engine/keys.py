"""What the box writes into short forms of positions (cases/README.md)."""

from collections.abc import Sequence
from typing import Any

from games.wizwar.simulator.boxes.artifacts.engine.kept import ARTIFACTS, KEPT
from games.wizwar.simulator.engine.places import SEAT_OF, WIZARDS, square_text
from games.wizwar.simulator.engine.positions.short_board import read_square_on
from games.wizwar.simulator.engine.state import NOBODY, State
from simulator.engine.evolve import evolve
from simulator.engine.shortform import malformed
from simulator.engine.tuples import in_order


def _cards(value: Any, key: str) -> tuple[str, ...]:
    if not isinstance(value, str) or not {*value.split()} <= ARTIFACTS:
        raise malformed(key)
    return in_order(value.split())


def _read_gone(state: State, value: Any, names: Sequence[str]) -> State:
    """They lie out of the deck, or wherever else the position would have them."""
    gone = _cards(value, "gone")
    deck, aside = list(state.deck), list(state.aside)
    for card in gone:
        pile = deck if card in deck else aside
        if card not in pile:
            raise malformed(f"gone: {card}")
        pile.remove(card)
    return evolve(state, deck=tuple(deck), aside=tuple(aside), parts=KEPT.parts_with(state, gone=gone))


def _square(value: Any, names: Sequence[str]) -> int:
    return read_square_on(value, len(names)) if value != "" else NOBODY


def _square_text(entered: int) -> str:
    return "" if entered == NOBODY else square_text(entered)


def _seats(value: Any, names: Sequence[str]) -> tuple[int, ...]:
    words = value.split() if isinstance(value, str) else ["?"]
    if not all(SEAT_OF.get(word, len(names)) < len(names) for word in words):
        raise malformed("seized")
    return tuple(sorted({SEAT_OF[word] for word in words}))


KEYS = {
    "gone": KEPT.key("gone", lambda value, names: _cards(value, "gone"), " ".join)._replace(read=_read_gone),
    "struck": KEPT.key("struck", lambda value, names: _cards(value, "struck"), " ".join),
    "entered": KEPT.key("entered", _square, _square_text),
    "seized": KEPT.key("robbed", _seats, lambda seats: " ".join(WIZARDS[seat] for seat in seats)),
}
