"""What a table says aloud: long texts in portions that one can listen to. Pure."""

import re
from collections.abc import Iterable, Iterator

LONGEST = 200  # letters that are said at once
BREAKS = (r"(?<=[.!?…])\s+", r"(?<=;)\s+", r"(?<=,)\s+", r"\s+")  # where a text is parted, the best first


def portions(said: Iterable[str]) -> list[str]:
    """Texts as they are told one by one: what is too long to listen to is parted, nothing is left out."""
    return [part for text in said for part in _parted(" ".join(text.split()))]


def _parted(text: str, breaks: tuple[str, ...] = BREAKS) -> Iterator[str]:
    if len(text) <= LONGEST or not breaks:
        yield from filter(None, (text[at : at + LONGEST] for at in range(0, len(text), LONGEST)))
        return
    begun = ""
    for part in re.split(breaks[0], text):
        joined = f"{begun} {part}".lstrip()
        if len(joined) <= LONGEST:
            begun = joined
            continue
        *whole, begun = (*_parted(begun, breaks[1:]), *_parted(part, breaks[1:]))
        yield from whole
    yield from filter(None, (begun,))
