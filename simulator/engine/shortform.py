"""What the short forms of all games share: players by name or number, numbers and texts within their limits.

Everything raises BadPosition (`malformed`, or the refusal that fits), or ValueError where it says so.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simulator.engine.game import Seat
from simulator.engine.refusal import BadPosition
from web import names as rule_of_names
from web.refusal import Refusal

MOST_NAMES = 99


def malformed(what: str) -> BadPosition:
    return BadPosition([Refusal("pos_malformed", "components.deck", {"what": what[:80]})])


def check_keys(data: Mapping[str, Any], known: Iterable[str], inside: str = "") -> None:
    """Refuses a table, which may stand inside a key of another, with keys that nobody reads."""
    if unknown := set(data) - set(known):
        raise malformed((f"{inside}: " if inside else "") + ", ".join(sorted(map(str, unknown))))


def require_int(value: Any) -> int:
    """Raises ValueError for anything but a whole number."""
    if type(value) is not int:
        raise ValueError(f"{value!r:.40}")
    return value


def require_range(value: Any, limit: int) -> int:
    """A number from 0 to `limit` - 1. Raises ValueError."""
    if not 0 <= require_int(value) < limit:
        raise ValueError(f"{value!r:.40}")
    return int(value)


def require_str(value: Any) -> str:
    """Raises ValueError for anything but a text."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r:.40}")
    return value


def names_of(data: Any) -> list[str]:
    """The players' names that a short form gives, else an empty list."""
    players = data.get("players") if isinstance(data, Mapping) else None
    return list(players) if isinstance(players, list) and all(isinstance(n, str) for n in players) else []


def read_names(players: Any, least: int, most: int) -> list[str]:
    """Names clockwise; a number of players stands for "1", "2"…"""
    if type(players) is int:
        players = numbered_names(players)
    named = isinstance(players, list) and all(isinstance(name, str) for name in players)
    if not named or any(rule_of_names.faults(players)):
        raise BadPosition([Refusal("pos_players", "setup.players", {"min": least, "max": most})])
    return list(players)


def numbered_names(players: int) -> list[str]:
    """«1», «2»… for so many players, who have no other names; never more than MOST_NAMES."""
    return [str(seat) for seat in range(1, min(max(players, 0), MOST_NAMES) + 1)]


def find_seat(value: Any, names: Sequence[str]) -> Seat | None:
    """A seat by name, or by number from 1."""
    if isinstance(value, str) and value in names:
        return names.index(value)
    if isinstance(value, str) and value.isdecimal() and len(value) < 3:
        value = int(value)
    return value - 1 if type(value) is int and 1 <= value <= len(names) else None


def seat_named(value: Any, names: Sequence[str], what: str) -> Seat:
    seat = find_seat(value, names)
    if seat is None:
        raise malformed(f"{what}: {value!s:.40}")
    return seat


def by_seat(table: Any, names: Sequence[str], what: str, default: Any) -> list[Any]:
    """The values of a table from players to something, in the order of seats."""
    if not isinstance(table, Mapping):
        raise malformed(what)
    values = [default] * len(names)
    for name, value in table.items():
        values[seat_named(name, names, what)] = value
    return values
