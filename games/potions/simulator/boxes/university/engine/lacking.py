"""What everybody knows that a hand lacks: whoever was asked for an element and had none (ruling 89)."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.potions.simulator.engine.box import Keeping
from games.potions.simulator.engine.course import Course
from games.potions.simulator.engine.data import ELEMENTS_OF
from games.potions.simulator.engine.state import State
from simulator.engine.shortform import by_seat, malformed
from simulator.engine.tuples import replaced

LACKS = "lacks"
Lacks = tuple[tuple[str, ...], ...]  # by seat, elements in the order of their ids


def lacks_of(seen: Any) -> Lacks:
    found: Lacks = seen.course.part(seen, LACKS)
    return found


def noted(state: State, seat: int, element: str) -> tuple[Any, ...]:
    """The parts of a state in which it is known that a seat has no such element."""
    lacks = lacks_of(state)
    known = tuple(sorted({*lacks[seat], element}))
    return state.course.with_part(state, LACKS, replaced(lacks, seat, known))


def after_taking(state: State, seat: int) -> tuple[Any, ...]:
    """A card that has come into the hand may be anything."""
    lacks = lacks_of(state)
    if not lacks[seat]:
        return state.parts
    return state.course.with_part(state, LACKS, replaced(lacks, seat, ()))


def begin(players: int) -> Lacks:
    return ((),) * players


def encode(lacks: Lacks) -> Any:
    return [list(elements) for elements in lacks]


def decode(data: Any, course: Course, players: int) -> Lacks:
    if not isinstance(data, list) or len(data) != players:
        raise ValueError(LACKS)
    return tuple(_elements(elements, course) for elements in data)


def _elements(words: Sequence[Any], course: Course) -> tuple[str, ...]:
    if not all(word in course.elements for word in words):
        raise ValueError(f"{LACKS}: {words!s:.40}")
    return tuple(sorted(set(words)))


def check(state: State, lacks: Lacks) -> None:
    for hand, elements in zip(state.hands, lacks, strict=True):
        carried = {element for code in hand for element in ELEMENTS_OF[code]}
        assert carried.isdisjoint(elements), "a hand has what it is known to lack"


def read(data: Mapping[str, Any], names: Sequence[str], course: Course) -> Lacks:
    texts = by_seat(data.get(LACKS, {}), names, LACKS, "")
    if not all(isinstance(text, str) for text in texts):
        raise malformed(LACKS)
    try:
        return tuple(_elements(text.split(), course) for text in texts)
    except ValueError as error:
        raise malformed(str(error)) from error


def write(lacks: Lacks, names: Sequence[str]) -> dict[str, Any]:
    known = {name: " ".join(elements) for name, elements in zip(names, lacks, strict=True) if elements}
    return {LACKS: known} if known else {}


KEEPING = Keeping(LACKS, begin, encode, decode, check, read, write)
