"""Formulas as drawings: three circles in a triangle, in a row or in a column, each with its letter and sign.

A large circle is filled, a small one is a ring; its colour has a letter and always the same place. So a
formula is read without colours, too.
"""

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from rulebook.content.entries import Card, GameContent, Text
from rulebook.drawing.paper import SANS
from rulebook.drawing.piece_cards import MINUS
from rulebook.games.alchemists.reference.formulas import COLOURS, formula_of

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
    box = LAYOUTS[layout]
    formula = formula_of(card.data)
    circles = []
    for colour, sign, (x, y) in zip(COLOURS, formula.signs, box.centres, strict=True):
        large = colour in formula.large
        letter = content.colour_by_id[colour].letter.in_(lang)
        radius = box.large if large else box.small
        drawn = (
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" stroke="currentColor" stroke-width="1.5"'
            f' fill="{"currentColor" if large else paper}"/>'
            f'<text x="{x:g}" y="{y + radius * 0.37:g}" font-family="{font}" font-weight="700"'
            f' font-size="{radius * 1.1:g}" text-anchor="middle" fill="{paper if large else "currentColor"}">'
            f"{escape(letter if large else letter.lower())}{MINUS if sign == '-' else sign}</text>"
        )
        circles.append(
            f"<g>{drawn.replace('currentColor', inks[colour])}</g>"
            if inks
            else f'<g class="k-{colour}" color="var(--k)">{drawn}</g>'
        )
    return "".join(circles)


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
