"""The agenda: a stack of small frozen frames in the state; the top one decides who acts and what is offered.

A frame is a NamedTuple with a `seat`. Turns, compound moves (one frame for each choice), response windows and
sealed bids are all frames, never closures: a state must go through JSON.
"""

from collections.abc import Mapping
from typing import Any, Protocol


class Frame(Protocol):
    """A choice that is still open."""

    @property
    def seat(self) -> int: ...

    def _asdict(self) -> dict[str, Any]: ...


Agenda = tuple[Any, ...]


def encode_frames(agenda: Agenda) -> list[dict[str, Any]]:
    """Frames as JSON: what they hold in tuples, at any depth, becomes lists."""
    return [
        {
            "frame": type(frame).__name__,
            **{name: _as_list(value) for name, value in frame._asdict().items()},
        }
        for frame in agenda
    ]


def _as_list(value: Any) -> Any:
    return [_as_list(part) for part in value] if isinstance(value, tuple) else value


def decode_frames(rows: Any, kinds: Mapping[str, type[Any]]) -> Agenda:
    """Raises ValueError for an unknown frame or wrong fields."""
    if not isinstance(rows, list):
        raise ValueError("agenda")
    return tuple(_decode_frame(row, kinds) for row in rows)


def _decode_frame(row: Any, kinds: Mapping[str, type[Any]]) -> Any:
    name = row.get("frame") if isinstance(row, dict) else None
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ValueError("agenda")
    fields = {key: value for key, value in row.items() if key != "frame"}
    if set(fields) != set(kind._fields):
        raise ValueError("agenda")
    return kind(**fields)
