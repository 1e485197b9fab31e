"""Names of cards as people type them into the editors. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

PARTS = re.compile(r"[,;\n]")  # between the names of a list
WORD = re.compile(r"[^\W_]+")
LETTERS = 2  # of a name, from which it may be guessed
LONGEST_COUNT = 3


def words_of(text: str) -> tuple[str, ...]:
    """What counts of a typed name: its words in small letters, «ё» as «е»."""
    return tuple(WORD.findall(text.lower().replace("ё", "е").replace("_", " ")))


def begins(typed: Sequence[str], name: Sequence[str]) -> bool:
    """Whether the typed words begin words of the name, in their order: «пор суд» is «Порошок судьбы»."""
    rest = iter(name)
    return all(any(word.startswith(start) for word in rest) for start in typed)


def count(text: str) -> str | int:
    """A number as a number; the engine refuses what is none."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) <= LONGEST_COUNT else text


def by_seat(values: Any, place: int, name: str) -> Any:
    """What a short form says of a seat, which it names by name or number."""
    return values.get(name, values.get(str(place + 1), "")) if isinstance(values, Mapping) else ""
