"""What values of a short form may be: numbers, texts of codes, and both by player. All raise BadPosition."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from simulator.engine.refusal import BadPosition
from simulator.engine.shortform import by_seat, malformed, seat_named
from web.refusal import Refusal

T = TypeVar("T")
UNSAID = object()
NO_CODES: tuple[str, ...] = ()


def refused(code: str, clause: str, **params: Any) -> BadPosition:
    return BadPosition([Refusal(code, clause, params)])


def words_of(value: Any, known: Mapping[str, Any] | Sequence[str], key: str) -> tuple[str, ...]:
    """A text of known codes."""
    if not isinstance(value, str):
        raise malformed(f"{key}: {value!s:.40}")
    words = tuple(value.split())
    for word in words:
        if word not in known:
            raise malformed(f"{key}: {word:.40}")
    return words


def different(words: tuple[str, ...], key: str) -> tuple[str, ...]:
    """The same codes, none of them twice."""
    if len(set(words)) != len(words):
        raise malformed(f"{key}: {' '.join(words):.60}")
    return words


def number(value: Any, key: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise malformed(f"{key}: {value!s:.20}")
    return int(value)


def flag(data: Mapping[str, Any], key: str) -> bool:
    value = data.get(key, False)
    if type(value) is not bool:
        raise malformed(f"{key}: {value!s:.20}")
    return value


def each(
    data: Mapping[str, Any], key: str, names: Sequence[str], default: T, read: Callable[[Any], T]
) -> tuple[T, ...]:
    """What a key says of each player, in the order of seats; `default` where it says nothing."""
    values = by_seat(data.get(key, {}), names, key, UNSAID)
    return tuple(default if value is UNSAID else read(value) for value in values)


def numbers(
    data: Mapping[str, Any], key: str, names: Sequence[str], default: int, least: int, most: int
) -> tuple[int, ...]:
    return each(data, key, names, default, lambda value: number(value, key, least, most))


def codes(
    data: Mapping[str, Any], key: str, names: Sequence[str], known: Mapping[str, Any] | Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """By player, codes as they stand, none of them twice."""
    return each(data, key, names, NO_CODES, lambda value: different(words_of(value, known, key), key))


def seats_in(value: Any, names: Sequence[str], key: str) -> tuple[int, ...]:
    """A list of players."""
    if not isinstance(value, list):
        raise malformed(key)
    return tuple(seat_named(name, names, key) for name in value)


def seats_of(value: Any, names: Sequence[str], key: str) -> tuple[int, ...]:
    """A list of players, none of them twice."""
    seats = seats_in(value, names, key)
    if len(set(seats)) != len(seats):
        raise malformed(key)
    return seats
