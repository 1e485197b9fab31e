"""Formulas as drawings: three circles in a triangle, in a row or in a column, each with its letter and sign.

A large circle is filled, a small one is a ring; its colour has a letter and always the same place. So a
formula is read without colours, too.
"""

from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from games.alchemists.rulebook.reference.formulas import COLOURS, formula_of
from rulebook.content.entries import Card, GameContent, Text
from rulebook.drawing.paper import SANS
from rulebook.drawing.piece_cards import MINUS

LARGE = Text("большой", "large")
SIGN_WORDS = {"+": Text("плюс", "plus"), "-": Text("минус", "minus")}


class Layout(NamedTuple):
    """A box of `width` × `height` and the centres of its red, green and blue circles, with both radii."""

    width: float
    height: float
    centres: tuple[tuple[float, float], ...]
    large: float
    small: float


LAYOUTS: Mapping[str, Layout] = {
    "triangle": Layout(48, 46, ((24, 12.5), (12.5, 33), (35.5, 33)), 11.25, 8.5),
    "row": Layout(76, 24, ((12, 12), (38, 12), (64, 12)), 11.25, 8.5),
    "column": Layout(24, 74, ((12, 12), (12, 37), (12, 62)), 11.25, 8.5),
}


class DrawnCircle(NamedTuple):
    """One circle of a formula as it is drawn: its middle and radius, the words in it."""

    colour: str
    large: bool
    x: float
    y: float
    radius: float
    said: str


def circles(content: GameContent, card: Card, lang: str, layout: str) -> Iterator[DrawnCircle]:
    """A formula's circles in the box of a layout."""
    box, formula = LAYOUTS[layout], formula_of(card.data)
    for colour, sign, (x, y) in zip(COLOURS, formula.signs, box.centres, strict=True):
        large = colour in formula.large
        letter = content.colour_by_id[colour].letter.in_(lang)
        said = f"{letter if large else letter.lower()}{MINUS if sign == '-' else sign}"
        yield DrawnCircle(colour, large, x, y, box.large if large else box.small, said)


def formula_name(content: GameContent, card: Card, lang: str) -> str:
    """«красный плюс, зелёный минус, большой синий плюс»: what a reader hears of the drawing."""
    formula = formula_of(card.data)
    said = []
    for colour, sign in zip(COLOURS, formula.signs, strict=True):
        size = f"{LARGE.in_(lang)} " if colour in formula.large else ""
        name = content.colour_by_id[colour].name.in_(lang)
        said.append(f"{size}{name} {SIGN_WORDS[sign].in_(lang)}")
    return ", ".join(said)


def formula_group(
    content: GameContent,
    card: Card,
    lang: str,
    layout: str = "triangle",
    *,
    inks: Mapping[str, str] | None = None,
    paper: str = "var(--sheet)",
    font: str = SANS,
) -> str:
    """The circles alone, in the box of their layout, for use inside a larger drawing.

    Circles carry the classes `k-R`, `k-G`, `k-B`, which the page colours; `inks` gives them real colours
    instead, which print needs.
    """
    drawn = []
    for each in circles(content, card, lang, layout):
        circle = (
            f'<circle cx="{each.x:g}" cy="{each.y:g}" r="{each.radius:g}" stroke="currentColor"'
            f' stroke-width="1.5" fill="{"currentColor" if each.large else paper}"/>'
            f'<text x="{each.x:g}" y="{each.y + each.radius * 0.37:g}" font-family="{font}" font-weight="700"'
            f' font-size="{each.radius * 1.1:g}" text-anchor="middle"'
            f' fill="{paper if each.large else "currentColor"}">{escape(each.said)}</text>'
        )
        drawn.append(
            f"<g>{circle.replace('currentColor', inks[each.colour])}</g>"
            if inks
            else f'<g class="k-{each.colour}" color="var(--k)">{circle}</g>'
        )
    return "".join(drawn)


def formula_svg(
    content: GameContent, card: Card, lang: str, layout: str = "triangle", *, classes: str = ""
) -> str:
    """A formula as an `<svg>` that reads as its three signs."""
    box = LAYOUTS[layout]
    named = escape(f"formula-mark in-{layout} {classes}".strip())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{named}"'
        f' viewBox="0 0 {box.width:g} {box.height:g}" role="img"'
        f' aria-label="{escape(formula_name(content, card, lang))}">'
        f"{formula_group(content, card, lang, layout)}</svg>"
    )
