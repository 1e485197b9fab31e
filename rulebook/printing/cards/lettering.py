"""Measuring and wrapping words on printed cards, where no browser does it."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import takewhile
from typing import NamedTuple

from rulebook.printing.cards.paint import SANS, SANS_BOLD, SERIF, SERIF_BOLD, SERIF_ITALIC, text

# Widths of letters in hundredths of the font size, rounded up, for the widest family; others are narrower.
LETTERS = {
    20: " \u00a0",
    25: "’",
    30: "ijl,:;",
    35: "ftJ.!()/",
    40: "I?-“”„",
    45: "crsгзс",
    50: "evyzеёуьэ«»",
    55: "agkopxFL0123456789абвдклорчъяГ–+×",
    60: "bdhnquPSTYZийнпхцЗРТ",
    65: "ABERVАВЕЁУЧЬЯ",
    70: "CKXмфбКСХЪЭ",
    75: "wDGOQUыДЛО",
    80: "HNжюНПЦ½",
    85: "тшщИЙФ",
    90: "mMМ",
    95: "Ы",
    100: "WЖ",
    105: "—",
    110: "ЩЮ",
    115: "Ш",
}
WIDTHS = {letter: width / 100 for width, letters in LETTERS.items() for letter in letters}
UNKNOWN = 1.15
LINE = 1.2  # height of a line of letters of size 1
NARROWER = {SERIF_BOLD: 1.0, SERIF: 0.98, SERIF_ITALIC: 0.88, SANS: 0.91, SANS_BOLD: 0.94}
PIECES = re.compile(r"[^ -]+-?|-")


class Fitted(NamedTuple):
    """Words as lines of a size."""

    size: float
    lines: tuple[str, ...]

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * LINE


def width_of(words: str, size: float, family: str) -> float:
    """How wide the words are, a little more rather than less."""
    return _width_at_one(words) * NARROWER[family] * size


@lru_cache(maxsize=1 << 14)
def _width_at_one(words: str) -> float:
    """At size 1, in the widest family. Words are fitted by trying sizes: the same are measured many times."""
    return sum([WIDTHS.get(letter, UNKNOWN) for letter in words])


def wrap(words: str, size: float, family: str, width: float) -> tuple[str, ...]:
    """Lines no wider than `width`, unless a single word is; words part at spaces and after hyphens."""
    lines: list[str] = []
    for piece, glued in _pieces(words):
        longer = f"{lines[-1]}{'' if glued else ' '}{piece}" if lines else piece
        if lines and width_of(longer, size, family) <= width:
            lines[-1] = longer
        else:
            lines.append(piece)
    return tuple(lines)


def _pieces(words: str) -> Iterator[tuple[str, bool]]:
    """The parts of a text, and whether each stands right behind the one before."""
    for match in PIECES.finditer(words):
        start = match.start()
        yield match[0], start > 0 and words[start - 1] != " "


def fit(
    words: str, family: str, width: float, lines: int, sizes: tuple[float, float], *, step: float = 0.1
) -> Fitted:
    """The words at the largest of `sizes` (from, to) at which they stand in so many lines.

    At the smallest they may take more lines than that.
    """
    size, smallest = sizes
    while size > smallest + step / 2:
        wrapped = wrap(words, size, family, width)
        if len(wrapped) <= lines and all(width_of(line, size, family) <= width for line in wrapped):
            return Fitted(size, wrapped)
        size -= step
    return Fitted(smallest, wrap(words, smallest, family, width))


def fill(words: str, family: str, width: float, room: float, sizes: tuple[float, float]) -> Fitted:
    """Words at the largest of `sizes` (from, to) at which they fit into a height, in lines of about one
    length: few words are large, so that they don't stand lost in their room. At the smallest they may not
    fit.
    """
    size, smallest = sizes
    if not words:
        return Fitted(smallest, ())
    while True:
        lines = wrap(words, size, family, width)
        fits = len(lines) * size * LINE <= room and _inside(lines, size, family, width)
        if fits or size <= smallest + 0.05:
            break
        size = round(size - 0.1, 1)
    narrower = (wrap(words, size, family, width - n) for n in range(1, 20))
    kept = takewhile(lambda found: len(found) == len(lines) and _inside(found, size, family, width), narrower)
    return Fitted(size, [lines, *kept][-1])


def _inside(lines: Sequence[str], size: float, family: str, width: float) -> bool:
    """Whether no single word is longer than its line may be."""
    return all(width_of(line, size, family) <= width for line in lines)


def cut(words: Fitted, family: str, width: float, lines: int) -> Fitted:
    """No more lines than that, and none wider than `width`; what is left out leaves an ellipsis."""
    kept = list(words.lines[:lines])
    if len(words.lines) > lines:
        kept[-1] += "…"
    return Fitted(words.size, tuple(one_line(line, words.size, family, width) for line in kept))


def one_line(words: str, size: float, family: str, width: float) -> str:
    """As much of the words as fits."""
    if width_of(words, size, family) <= width:
        return words
    short = words.rstrip("…")
    while short and width_of(short + "…", size, family) > width:
        short = short[:-1]
    return short.rstrip() + "…"


def parted(words: Fitted, family: str, width: float) -> Fitted:
    """Words that strangers may have chosen: a word wider than a line goes over several."""
    size = words.size
    if all(width_of(line, size, family) <= width for line in words.lines):
        return words
    whole = " ".join(_parted(word, size, family, width) for line in words.lines for word in line.split())
    return Fitted(size, wrap(whole, size, family, width))


def _parted(word: str, size: float, family: str, width: float) -> str:
    """A word in parts that are no wider than a line, with spaces between."""
    parts = [""]
    for letter in word:
        if parts[-1] and width_of(parts[-1] + letter, size, family) > width:
            parts.append("")
        parts[-1] += letter
    return " ".join(parts)


def typeset(
    words: Fitted, x: float, y: float, family: str, fill: str, *, height: float, anchor: str = "middle"
) -> str:
    """Lines one below the other, the first one's baseline at `y`; `height` is that of a line of size 1."""
    step, look = words.size * height, {"family": family, "fill": fill, "anchor": anchor}
    return "".join(
        text(x, y + n * step, words.size, escape(line), **look) for n, line in enumerate(words.lines)
    )
