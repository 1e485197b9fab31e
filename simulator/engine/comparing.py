"""What differs between a short form as it is written of a state, or of a view, and what a case expects of it.

A game names for each key how its values are told: most in one of the ways below. A value that is expected is
brought into the form in which it would be written.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from simulator.engine.game import Difference
from simulator.engine.positions import CardSupply
from simulator.engine.refusal import BadConfig, BadPosition
from simulator.engine.shortform import check_keys, malformed, seat_named


class At(NamedTuple):
    """Where a value stands: in the short form of `seen`, a state or a view, under `what`."""

    seen: Any
    names: Sequence[str]
    what: str


Pairs = list[tuple[str, Any, Any]]  # what, expected, actual
Way = Callable[[At, Any, Any], Pairs]  # of telling a value, by what is expected and what is written


def differences(
    ways: Mapping[str, Way],
    written: Mapping[str, Any],
    seen: Any,
    names: Sequence[str],
    expected: Mapping[str, Any],
) -> list[Difference]:
    """Where what is written of `seen` differs from the given keys of a short form.

    Raises BadPosition for a key or value that a short form can't have.
    """
    check_keys(expected, ways)
    try:
        return [
            Difference(*pair)
            for key, wanted in expected.items()
            for pair in ways[key](At(seen, names, key), wanted, written.get(key))
            if pair[1] != pair[2]
        ]
    except BadConfig as error:
        raise BadPosition(error.refusals) from error


def as_it_is(at: At, wanted: Any, there: Any) -> Pairs:
    return [(at.what, wanted, there)]


def counted(at: At, wanted: Any, there: Any) -> Pairs:
    """A list, or only how long it is."""
    return [(at.what, wanted, len(there) if type(wanted) is int else there)]


def player(at: At, wanted: Any, there: Any) -> Pairs:
    """By name, or by number."""
    return [(at.what, _name(at, wanted), there)]


def again(text: Callable[[At, Any], Any]) -> Way:
    """Read and written again, both by `text`."""
    return lambda at, wanted, there: [(at.what, text(at, wanted), there)]


def by_key(
    way: Way = as_it_is, default: Any = "", key_of: Callable[[At, Any], Any] = lambda at, key: key
) -> Way:
    """A table of which only the keys that are given count; `default` stands there for those left out.

    `key_of` is the key as it is written. It raises BadPosition for one that there can't be.
    """

    def each(at: At, wanted: Any, there: Any) -> Pairs:
        if not isinstance(wanted, Mapping):
            raise malformed(at.what)
        lies = {key: (there or {}).get(key_of(at, key), default) for key in wanted}
        return [
            pair
            for key, value in wanted.items()
            for pair in way(at._replace(what=f"{at.what} {key}"), value, lies[key])
        ]

    return each


def by_player(way: Way = as_it_is, default: Any = "") -> Way:
    return by_key(way, default, _name)


def _name(at: At, who: Any) -> str:
    return at.names[seat_named(who, at.names, at.what)]


def table(text: Callable[[At, Any], Mapping[str, Any]]) -> Way:
    """A table from players that is read and written again as a whole, both by `text`."""

    def each(at: At, wanted: Any, there: Any) -> Pairs:
        told = text(at, wanted)
        return by_player()(at, {who: told.get(_name(at, who), "") for who in wanted}, there)

    return each


def options(read: Callable[[Any], Mapping[str, Any]]) -> Way:
    """The options that are named; `read` has all of them, those at their defaults, too."""

    def each(at: At, wanted: Any, there: Any) -> Pairs:
        told = read(wanted)
        return by_key()(at, {name: told[name] for name in wanted}, read(there))

    return each


def pile(box: Callable[[Any], CardSupply]) -> Way:
    """Cards in any order, or how many; of those that can't be seen nobody could name any."""

    def each(at: At, wanted: Any, there: Any) -> Pairs:
        lies = _lying(there)
        if type(wanted) is int:
            return _size(at, wanted, lies)
        cards = " ".join(sorted(box(at.seen).cards(wanted, at.what)))
        return [(at.what, cards, (lies or "") if isinstance(lies, int) else " ".join(sorted(lies)))]

    return each


def deck(box: Callable[[Any], CardSupply]) -> Way:
    """From the top down: its size, the cards on its top or, in a list, all of its cards."""

    def each(at: At, wanted: Any, there: Any) -> Pairs:
        lies = _lying(there)
        if type(wanted) is int:
            return _size(at, wanted, lies)
        cards, below = box(at.seen).deck(wanted, at.what)
        if isinstance(lies, int):
            return [(at.what, " ".join(cards), lies or "")]
        return [(at.what, " ".join(cards), " ".join(lies[: len(cards)] if below is None else lies))]

    return each


def _lying(there: Any) -> int | list[str]:
    """Cards as they are written, nothing where none are; or how many, of which none can be seen."""
    if isinstance(there, int):
        return there
    return (there if isinstance(there, str) else " ".join(there or ())).split()


def _size(at: At, wanted: int, lies: int | list[str]) -> Pairs:
    return [(at.what, wanted, lies if isinstance(lies, int) else len(lies))]
