"""Reads the drawing of a printed card of «Маго-бой»: its words, and where they stand."""

import re
from itertools import combinations
from typing import NamedTuple

from rulebook.printing.cards.lettering import width_of

TEXT = re.compile(
    r'<text x="([\d.]+)" y="([\d.]+)" font-family="([^"]+)" font-size="([\d.]+)" fill="[^"]+" '
    r'text-anchor="(middle|start)">([^<]+)</text>'
)


def said(drawing: str) -> list[str]:
    return re.findall(r">([^<>]+)</text>", drawing)


def spoken(words: str) -> str:
    """Words without what parts them into lines."""
    return words.replace("\N{NO-BREAK SPACE}", " ").replace("- ", "-")


class Line(NamedTuple):
    """A line of words on a card, at a width of 63."""

    words: str
    left: float
    right: float
    y: float
    size: float


def lines(drawing: str) -> list[Line]:
    """All lines but the large numeral, which stands in a frame of its own."""
    found = []
    for x, y, family, size, anchor, words in TEXT.findall(drawing):
        if x == "0.00":
            continue
        width = width_of(words, float(size), family)
        left = float(x) - (width / 2 if anchor == "middle" else 0)
        found.append(Line(words, left, left + width, float(y), float(size)))
    return found


def words_apart(drawing: str, height: float, card: str) -> None:
    """Lines of words stay on their card, of this height at a width of 63, and don't cover each other."""
    found = lines(drawing)
    assert all(4.2 < line.left < line.right < 58.8 and line.y < height - 5 for line in found), card
    for one, other in combinations(found, 2):
        beside = one.right < other.left or other.right < one.left
        assert beside or abs(one.y - other.y) > 0.8 * min(one.size, other.size), (card, one, other)
