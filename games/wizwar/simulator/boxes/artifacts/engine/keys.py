"""What the box writes into short forms of positions (docs/cases.md)."""

from collections.abc import Sequence
from typing import Any

from games.wizwar.simulator.boxes.artifacts.engine.kept import ARTIFACTS, kept_by, with_kept
from games.wizwar.simulator.engine.box import Key
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


def _write_gone(seen: Any, names: Sequence[str]) -> str:
    return " ".join(kept_by(seen).gone)


def _read_gone(state: State, value: Any, names: Sequence[str]) -> State:
    """They lie out of the deck, or wherever else the position would have them."""
    gone = _cards(value, "gone")
    deck, aside = list(state.deck), list(state.aside)
    for card in gone:
        pile = deck if card in deck else aside
        if card not in pile:
            raise malformed(f"gone: {card}")
        pile.remove(card)
    return evolve(state, deck=tuple(deck), aside=tuple(aside), parts=with_kept(state, gone=gone))


def _write_struck(seen: Any, names: Sequence[str]) -> str:
    return " ".join(kept_by(seen).struck)


def _read_struck(state: State, value: Any, names: Sequence[str]) -> State:
    return evolve(state, parts=with_kept(state, struck=_cards(value, "struck")))


def _write_entered(seen: Any, names: Sequence[str]) -> str:
    entered = kept_by(seen).entered
    return "" if entered == NOBODY else square_text(entered)


def _read_entered(state: State, value: Any, names: Sequence[str]) -> State:
    entered = read_square_on(value, len(names)) if value != "" else NOBODY
    return evolve(state, parts=with_kept(state, entered=entered))


def _write_robbed(seen: Any, names: Sequence[str]) -> str:
    return " ".join(WIZARDS[seat] for seat in kept_by(seen).robbed)


def _seats(value: Any, names: Sequence[str]) -> tuple[int, ...]:
    words = value.split() if isinstance(value, str) else ["?"]
    if not all(SEAT_OF.get(word, len(names)) < len(names) for word in words):
        raise malformed("seized")
    return tuple(sorted({SEAT_OF[word] for word in words}))


def _read_robbed(state: State, value: Any, names: Sequence[str]) -> State:
    return evolve(state, parts=with_kept(state, robbed=_seats(value, names)))


KEYS = {
    "gone": Key(_write_gone, _read_gone, lambda seen, value, names: " ".join(_cards(value, "gone"))),
    "struck": Key(_write_struck, _read_struck, lambda seen, value, names: " ".join(_cards(value, "struck"))),
    "entered": Key(_write_entered, _read_entered, lambda seen, value, names: value),
    "seized": Key(
        _write_robbed,
        _read_robbed,
        lambda seen, value, names: " ".join(WIZARDS[seat] for seat in _seats(value, names)),
    ),
}
