"""What small cards of every sort are drawn with: paper, letters, the frame that makes them an `<svg>`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from rulebook.content.entries import Card, GameContent

SERIF = "Alegreya, Georgia, serif"
SANS = "'Alegreya Sans', sans-serif"
PAPER = (
    '<rect class="card-paper" x=".75" y=".75" width="44.5" height="62.5" rx="7.25" fill="#fffdf6"'
    ' stroke="currentColor" stroke-width="1.5"/>'
)


@dataclass(frozen=True)
class SmallFamily:
    """How cards of one sort are drawn on pages, in a box of 46 × 64.

    `sort` is what pages call these cards (a class `<sort>-card`). `faces` draws the inside of a face by the
    name of its size, `back` is the inside of a back, `label` what a reader hears, `tint` the name of the
    class `k-…` that gives a card its colour, `icon` that of the icon that a card is known by among others.
    """

    sort: str
    faces: Mapping[str, Callable[[GameContent, Card, str], str]]
    back: str
    label: Callable[[GameContent, Card, str], str]
    tint: Callable[[GameContent, Card], str]
    icon: Callable[[Card], str] | None = None


def letters(words: str, x: float, y: float, size: float, family: str) -> str:
    """Bold words around `x`, their baseline at `y`, in the card's colour."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{family}" font-weight="700" font-size="{size:g}"'
        f' text-anchor="middle" fill="currentColor">{escape(words)}</text>'
    )


def framed(inside: str, classes: str, label: str) -> str:
    """A whole small card that reads as `label`."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="card {escape(classes.strip())}" viewBox="0 0 46 64"'
        f' role="img" aria-label="{escape(label)}">{inside}</svg>'
    )
