"""What a drawing says to those who don't see it: the words that it bears itself. Pure.

Whoever draws gives them with `named`; a drawing without says the letters that are drawn in it; one that has
neither, or is hidden from readers, is decoration.
"""

from collections.abc import Iterator
from html import escape
from xml.etree.ElementTree import Element, fromstring

HIDDEN = ' aria-hidden="true"'
SVG = "{http://www.w3.org/2000/svg}"


def named(svg: str, words: str) -> str:
    """A whole `<svg>` that reads as these words, though it was hidden from readers."""
    return svg.replace(HIDDEN, "", 1).replace("<svg ", f'<svg role="img" aria-label="{escape(words)}" ', 1)


def words_of(drawn: Element) -> str:
    """What an `<svg>` reads as; empty for decoration."""
    if drawn.get("aria-hidden") == "true":
        return ""
    given = drawn.get("aria-label", drawn.findtext(f"{SVG}title"))
    return " ".join(dict.fromkeys(_letters(drawn))) if given is None else given


def letters_in(inside: str) -> str:
    """The letters that are drawn in the inside of an `<svg>`, each piece once."""
    return words_of(fromstring(f'<svg xmlns="{SVG[1:-1]}">{inside}</svg>'))


def _letters(drawn: Element) -> Iterator[str]:
    for piece in drawn.iter(f"{SVG}text"):
        words = " ".join("".join(piece.itertext()).split())
        if words:
            yield words
