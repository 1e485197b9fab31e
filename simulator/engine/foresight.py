"""What a move will show its seat, wherever that follows from what the seat knows already; pure.

The move is tried in a world of the seat's own in which all that is hidden is veiled: such a value can be
carried from one place to another, but whoever asks what it is (compares it, looks it up, counts with it) ends
the trial. What comes of a trial that wasn't ended is the same in every world that the seat can't tell from
the real one: nothing was asked in which they differ. Several worlds that agree by luck would prove nothing.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import chain, repeat
from types import NoneType
from typing import Any, NamedTuple

from simulator.engine.chance import substream
from simulator.engine.evolve import make
from simulator.engine.game import Event, Move, Seat, Step
from simulator.engine.rules import Rules

WORLDS = 4  # what differs in one of them is hidden, whatever it is
ABSENT = object()


class Asked(BaseException):
    """Somebody asks what a hidden thing is. No engine takes it for a fault of its own."""


class _Unveilable(Exception):
    """Something hidden that has no veil: a truth; a length or a kind, as soon as one world differs in it."""


def _ask(*given: Any, **named: Any) -> Any:
    raise Asked


# To sort a pile that has no order of its own isn't to ask: its veiled cards stay together, in any order.
CARRIED = {
    "__class__",
    "__new__",
    "__init__",
    "__init_subclass__",
    "__getattribute__",
    "__dict__",
    "__doc__",
    "__lt__",
}


class _Veil(NamedTuple):
    """`veiled` values are made of `nonsense`, for what reads past their methods; `laid` ones are as plain as
    any other, and yet known by their type.
    """

    nonsense: Any
    veiled: Any
    laid: Any


def _veil(kind: type[Any], nonsense: Any) -> _Veil:
    asked = {
        name: _ask if callable(getattr(kind, name)) else property(_ask) for name in {*dir(kind)} - CARRIED
    }
    return _Veil(nonsense, type("Veiled", (kind,), asked), type("Laid", (kind,), {}))


VEILS = {str: _veil(str, "\N{OBJECT REPLACEMENT CHARACTER}"), int: _veil(int, -(1 << 70))}
VEILED = {veil.veiled: veil.laid for veil in VEILS.values()}
LAID = frozenset(VEILED.values())
UNVEILED = (bool, float, NoneType, frozenset, dict)  # data that would look like what they are


def foresee(engine: Rules[Any, Any], view: Any, seat: Seat, move: Move, seed: int = 0) -> Step | None:
    """The step that a move of a view's seat leads to as this seat will know it: a world that it can't tell
    from the real position, and the events that it hears. None where the view doesn't tell: chance or a
    secret has a part in it, others choose at the same time, the game is over and all hands are opened.
    """
    worlds = [engine.world(view, substream(seed, n)) for n in range(WORLDS)]
    if any(world is None or engine.to_act(world) != {seat} for world in worlds):
        return None
    try:
        shown = _tried(engine, _veiled(engine, worlds, view, seat), seat, move)
        steps = [engine.apply(world, seat, move) for world in worlds]
    except (Asked, Exception):  # noqa: BLE001 - a fault of the game is for the server to tell
        return None
    if shown is None or any(shown != _shown(engine, step, seat) for step in steps):
        return None
    return steps[0]._replace(events=shown[1])


Shown = tuple[Any, tuple[Event, ...], frozenset[Seat]]


def _shown(engine: Rules[Any, Any], step: Step, seat: Seat) -> Shown:
    heard = tuple(event for event in step.events if event.visible_to(seat))
    return engine.view(step.state, seat), heard, step.learned


def _tried(engine: Rules[Any, Any], veiled: Any, seat: Seat, move: Move) -> Shown | None:
    """What a move shows in a veiled world; None where something comes into sight. Raises Asked."""
    step = engine.apply(veiled, seat, move)
    if seat in step.learned or not engine.to_act(step.state):
        return None
    # What a view makes of hidden cards without showing them, as the backs of a hand, was in sight before.
    shown = _shown(engine, step._replace(state=_laid(step.state)), seat)
    return None if _holds(shown[0], LAID) or _holds(shown[1], VEILED) else shown


# --- Veiling ------------------------------------------------------------------------------------------------


def _veiled(engine: Rules[Any, Any], worlds: Sequence[Any], view: Any, seat: Seat) -> Any:
    """The first world with a veil on all that the view doesn't show. Raises _Unveilable."""
    veiled = _Veiling(view).veiled(worlds[0], worlds[1:], view)
    in_sight = {
        id(value.veiled) for value in _leaves(engine.view(_laid(veiled), seat)) if type(value) in LAID
    }
    return _unveiled(veiled, in_sight) if in_sight else veiled


class _Veiling:
    """What a view shows stays as it is in its worlds: what they took from it, and what it calls by the same
    names. All else is veiled, for the time being.
    """

    def __init__(self, view: Any) -> None:
        self.taken = {id(part) for part in _inside(view)}

    def veiled(self, here: Any, others: Sequence[Any], seen: Any) -> Any:
        """A part of a world, which the same parts of other worlds stand beside; `seen` the view has there.
        Raises _Unveilable.
        """
        kind, parts = type(here), _parts(here)
        if any(type(other) is not kind for other in others):
            raise _Unveilable
        if parts is None:
            return self._leaf(here, all(other == here for other in others), seen)
        if (here is seen or id(here) in self.taken) and all(other is here for other in others):
            return here
        beside = [_parts(other) or () for other in others]
        if any(len(each) != len(parts) for each in beside):
            raise _Unveilable
        rows = zip(parts, zip(*beside, strict=True), _seen_beside(here, seen), strict=False)
        return _rebuilt(here, [self.veiled(*row) for row in rows])

    def _leaf(self, here: Any, alike: bool, seen: Any) -> Any:
        kind = type(here)
        if alike and type(seen) is kind and seen == here:
            return here
        if kind in VEILS:
            value = VEILS[kind].veiled(VEILS[kind].nonsense)
            object.__setattr__(value, "of", here)
            return value
        if alike and type(here) not in UNVEILED:
            return here
        raise _Unveilable


def _laid(value: Any) -> Any:
    """With the veils taken off, and their values marked by their types."""
    return _mapped(value, _lay)


def _lay(veiled: Any) -> Any:
    value = VEILED[type(veiled)](veiled.of)
    value.veiled = veiled
    return value


def _unveiled(value: Any, in_sight: Collection[int]) -> Any:
    """With the veils taken off what is in sight."""
    return _mapped(value, lambda veiled: veiled.of if id(veiled) in in_sight else veiled)


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """With all veiled values changed."""
    if type(value) in VEILED:
        return change(value)
    parts = _parts(value)
    return value if parts is None else _rebuilt(value, [_mapped(part, change) for part in parts])


def _holds(value: Any, kinds: Any) -> bool:
    return any(type(leaf) in kinds for leaf in _leaves(value))


def _leaves(value: Any) -> Iterator[Any]:
    """All without parts in a value, down to the keys of what is looked up."""
    parts: Iterable[Any] | None = _parts(value)
    if isinstance(value, Mapping):
        parts = chain(value, value.values())
    elif parts is None and isinstance(value, list | set | frozenset):
        parts = value
    if parts is None:
        yield value
    else:
        for part in parts:
            yield from _leaves(part)


# --- Values and their parts ---------------------------------------------------------------------------------


@cache
def _fields_of(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else getattr(kind, "_fields", ())


def _names(value: Any) -> tuple[str, ...]:
    """The fields of a dataclass or NamedTuple; none of anything else."""
    kind: Any = type(value)
    return _fields_of(kind)


def _parts(value: Any) -> tuple[Any, ...] | None:
    """Of a dataclass, NamedTuple or tuple; None of anything else."""
    names = _names(value)
    if names:
        return tuple(getattr(value, name) for name in names)
    return value if type(value) is tuple else None


def _rebuilt(value: Any, parts: Sequence[Any]) -> Any:
    if isinstance(value, tuple):
        return tuple.__new__(type(value), parts)
    return make(type(value), dict(zip(_names(value), parts, strict=True)))


def _seen_beside(value: Any, seen: Any) -> Iterator[Any]:
    """What a view has in the places of the parts of a value, by name or by number."""
    names = _names(value)
    if names:
        return (getattr(seen, name, ABSENT) for name in names)
    return chain(seen if isinstance(seen, tuple) else (), repeat(ABSENT))


def _inside(value: Any) -> Iterator[Any]:
    """All that has parts in a value, itself included."""
    parts = _parts(value)
    if parts:
        yield value
        for part in parts:
            yield from _inside(part)
