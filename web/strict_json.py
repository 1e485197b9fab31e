"""JSON from strangers: only what JSON itself allows, and nothing that couldn't be written out again.

Python's reader also takes NaN, a name twice, half a surrogate pair that no page can show, and lists in lists
as deep as its stack, which then fails wherever the data is written.
"""

import json
from typing import Any

DEEPEST = 32  # lists and objects inside each other; an encoded position takes six


class BadJson(ValueError):
    """A text that is no sound JSON."""


def read(text: str | bytes) -> Any:
    """The data that `text` stands for. Raises BadJson."""
    try:
        data = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_each_name_once)
        if _deeper_than(DEEPEST, data):
            raise BadJson("too deep")
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadJson(str(error)) from error
    return data


def _no_constant(name: str) -> None:
    raise BadJson(f"{name} is no JSON")


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise BadJson("a name stands twice in one object")
    return data


def _deeper_than(levels: int, data: Any) -> bool:
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return levels < 0 or any(_deeper_than(levels - 1, part) for part in parts)
