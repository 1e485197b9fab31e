"""Printed cards that are a number of a colour, drawn as bottles: the fuller, the more the card is worth."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Template

from games.poison.rulebook.drawing import value_cards
from games.poison.rulebook.printing.inks import TINT as OWN_TINT
from rulebook.content.entries import Card, GameContent
from rulebook.printing.cards.paint import (
    FULL_INK,
    INKS,
    MUTED,
    PAPER,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    SERIF_ITALIC,
    TINTS,
    WHITE,
    PrintedFamily,
    Size,
    Style,
    frame,
    ground,
    icon,
    strokes,
    text,
)
from rulebook.wording.sentences import counted

VESSEL_DIR = Path(__file__).resolve().parent.parent / "drawing" / "vessels"
VESSEL_BOX = (40.0, 52.0)

# What a card's colour is drawn with: its ink, and a pale one for glass and halo.
COLOURS: Mapping[str, tuple[str, str]] = {
    "red": (INKS["red"], TINTS["red"]),
    "blue": (INKS["blue"], TINTS["blue"]),
    "purple": (INKS["purple"], TINTS["purple"]),
    "poison": (INKS["green"], TINTS["green"]),
}
# Surface of the liquid by value, as a part of the vessel's height, and where bubbles may be, the lowest
# first: a bottle holds as many bubbles as its card is worth.
FILLING = {1: 0.30, 2: 0.41, 4: 0.60, 5: 0.70, 7: 0.88}
BUBBLES: Mapping[str, Sequence[tuple[float, float, float]]] = {
    "drop": (
        (20, 43, 1.9),
        (14.2, 40, 1.7),
        (26, 38.6, 2.2),
        (19.6, 35.6, 1.6),
        (12.2, 33.4, 1.9),
        (28, 31.6, 1.6),
        (20.6, 28.8, 2),
    ),
    "diamond": (
        (20, 43.4, 1.9),
        (15.6, 39.8, 1.6),
        (24.6, 38.6, 2.1),
        (19.4, 34.6, 1.7),
        (29, 33, 1.7),
        (12.2, 32.2, 1.8),
        (20.4, 27.2, 2),
    ),
    "triangle": (
        (20, 43.6, 1.8),
        (12.8, 41.8, 1.7),
        (27.4, 42, 2),
        (20.4, 37.4, 1.7),
        (15, 35.2, 1.6),
        (26, 34.4, 1.8),
        (19.8, 29.6, 1.7),
    ),
}
SURFACE = {"drop": (18.5, 47.7), "diamond": (17.0, 47.5), "triangle": (19.5, 47.5)}


def liquid(shape: str, value: int, ink: str, style: Style) -> str:
    """The potion inside its bottle: surface by value and a bubble for each point of it."""
    top, bottom = SURFACE[shape]
    y = bottom - (bottom - top) * FILLING[value]
    wave = f"M0 {y:.1f}q5 -1.500 10 0t10 0 10 0 10 0"
    body = f'<path d="{wave}V52H0z" fill="{ink}" stroke="none"/>' if style.filled else ""
    paint = f'fill="{PAPER}"' if style.filled else f'fill="none" stroke="{ink}" stroke-width=".7"'
    bubbles = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {paint}/>' for x, y, r in BUBBLES[shape][:value]
    )
    return f'{body}<path d="{wave}" stroke="{ink}" stroke-width="1" fill="none"/>{bubbles}'


@cache
def _vessel_file(shape: str) -> Template:
    body = (VESSEL_DIR / f"{shape}.svg").read_text(encoding="utf-8")
    start, end = body.index("<svg"), body.rindex("</svg>")
    inner = body[body.index(">", start) + 1 : end]
    return Template(
        '<g fill="none" stroke="$ink" stroke-width=".75" stroke-linecap="round" stroke-linejoin="round" '
        f'transform="translate($x $y) scale($scale)">{inner}</g>'
    )


def vessel(
    shape: str, value: int, colour: str, style: Style, centre: tuple[float, float], height: float
) -> str:
    """A bottle (a skull for poison) as a `<g>` around `centre`."""
    ink, tint = COLOURS[colour]
    scale = height / VESSEL_BOX[1]
    return _vessel_file(shape).substitute(
        id=f"in-{shape}-{value}",
        ink=ink,
        tint=style.pale(tint),
        glass=style.ground if style.filled else WHITE,
        fill=ink if style.filled else "none",
        liquid=liquid(shape, value, ink, style) if shape in SURFACE else "",
        x=f"{centre[0] - VESSEL_BOX[0] * scale / 2:.3f}",
        y=f"{centre[1] - height / 2:.3f}",
        scale=f"{scale:.4f}",
    )


def _corner(value: int, letter: str, shape: str, ink: str, s: float) -> str:
    return (
        text(10.6 * s, 17.2 * s, 15.5 * s, str(value), family=SERIF_BOLD, fill=ink)
        + icon(shape, 8.0 * s, 19.4 * s, 5.2 * s, ink)
        + text(10.6 * s, 30.2 * s, 5.2 * s, letter, family=SANS_BOLD, fill=ink)
    )


def _halo(centre: tuple[float, float], ink: str, tint: str, s: float, style: Style) -> str:
    """A lamp's ring behind the bottle, with sixty strokes like those of a measuring dial."""
    x, y = centre
    ring = (
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{20.4 * s:.2f}" fill="{tint}" stroke="none"/>'
        if style.filled
        else ""
    )
    thin = f'stroke="{ink}" stroke-width="{0.2 * max(s, 0.8):.2f}" fill="none"'
    dash = math.tau * 21.6 * s / 60
    return (
        f"{ring}"
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{20.4 * s:.2f}" {thin}/>'
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{21.6 * s:.2f}" fill="none" stroke="{ink}" '
        f'stroke-width="{1.2 * s:.2f}" stroke-dasharray="{0.22:.2f} {dash - 0.22:.4f}"/>'
    )


def _worth(game: GameContent, card: Card, lang: str) -> str:
    points = game.constants["potion_points" if card.kind == "potion" else "poison_points"]
    forms = ("point", "points") if lang == "en" else ("очко", "очка", "очков")
    return counted(points, forms, lang)


def face(
    game: GameContent, card: Card, size: Size, lang: str, *, bleed: float = 0, style: Style = FULL_INK
) -> str:
    """The inside of a card's face, drawn in millimetres with the trimmed card at 0 0 width height."""
    colour = value_cards.colour_of(game, card)
    ink, tint = COLOURS[colour.id]
    s = size.scale
    centre = (size.width / 2 + 1.5 * s, size.height / 2 - 1.5 * s)
    corner = _corner(card.value, colour.letter.in_(lang), colour.shape, ink, s)
    name = colour.name.in_(lang)
    foot = size.height / 2 + 29 * s
    return (
        ground(size, bleed, style.ground)
        + frame(size, ink)
        + _halo(centre, ink, style.pale(tint), s, style)
        + vessel(colour.shape, card.value, colour.id, style, centre, 38 * s)
        + corner
        + f'<g transform="rotate(180 {size.width / 2:.2f} {size.height / 2:.2f})">{corner}</g>'
        + text(size.width / 2 - 4.5 * s, foot, 4.6 * s, name[:1].upper() + name[1:], family=SERIF_ITALIC)
        + text(
            size.width / 2 - 4.5 * s,
            foot + 4.1 * s,
            3.3 * s,
            _worth(game, card, lang),
            family=SANS,
            fill=MUTED,
        )
    )


def back(game: GameContent, size: Size, deck: str, *, bleed: float = 0, style: Style = FULL_INK) -> str:
    """A cauldron on a lattice, the same after half a turn so that it tells nothing."""
    ink, _ = COLOURS["poison"]
    s, (cx, cy) = size.scale, (size.width / 2, size.height / 2)
    half = _back_half(cx, cy, s, size, ink)
    thin = f'stroke="{ink}" stroke-width="{0.18 * max(s, 0.8):.2f}" fill="none"'
    rings = "".join(
        f'<circle cx="{cx:.2f}" cy="{cy:.2f}" r="{r * s:.2f}" {thin}/>' for r in (15.4, 16.2, 20.6)
    )
    return (
        ground(size, bleed, style.pale(OWN_TINT))
        + _lattice(size, s, ink)
        + f'<circle cx="{cx:.2f}" cy="{cy:.2f}" r="{21.4 * s:.2f}" fill="{style.ground}" stroke="{ink}" '
        f'stroke-width="{0.45 * max(s, 0.8):.2f}"/>'
        + rings
        + f'<path d="{_rays(cx, cy, s)}" {thin}/>'
        + half
        + f'<g transform="rotate(180 {cx:.2f} {cy:.2f})">{half}</g>'
        + frame(size, ink)
    )


def _rays(cx: float, cy: float, s: float) -> str:
    """Path of 72 strokes between two rings, every third of them long."""
    short, long = (16.2 * s, 18.2 * s), (16.2 * s, 20.6 * s)
    return strokes((cx, cy), 72, lambda _: short) + strokes((cx, cy), 24, lambda _: long)


def _back_half(cx: float, cy: float, s: float, size: Size, ink: str) -> str:
    """One half of the back, a cauldron above the line; the other half is the same, turned."""
    return (
        icon("cauldron", cx - 6.6 * s, cy - 13.6 * s, 13.2 * s, ink, stroke=1.3)
        + f'<path d="M{cx - 13 * s:.2f} {cy:.2f}q{3.25 * s:.3f} {-1.8 * s:.3f} {6.5 * s:.3f} 0'
        f't{6.5 * s:.3f} 0" '
        f'stroke="{ink}" stroke-width="{0.4 * max(s, 0.8):.2f}" stroke-linecap="round" fill="none"/>'
        + icon("triangle", 6.6 * s, 6.6 * s, 4.8 * s, ink)
        + icon("diamond", size.width - 11.4 * s, 6.6 * s, 4.8 * s, ink)
        + icon("drop", cx - 2.2 * s, 8.4 * s, 4.4 * s, ink)
    )


def _lattice(size: Size, s: float, ink: str) -> str:
    """Diagonal lines inside the frame, symmetric about the middle of the card."""
    inset, step = 4.0 * s, 4.4 * s
    left, top, right, bottom = inset, inset, size.width - inset, size.height - inset
    cx, cy = size.width / 2, size.height / 2
    reach = int((cx + cy) / step) + 1
    parts = []
    for n in range(-reach, reach + 1):
        for slope in (1, -1):
            # the line y - cy = slope * (x - cx) + n * step, cut to the inside of the frame
            at = [(left, cy + slope * (left - cx) + n * step), (right, cy + slope * (right - cx) + n * step)]
            at += [(cx + slope * (top - cy - n * step), top), (cx + slope * (bottom - cy - n * step), bottom)]
            ends = sorted(
                {
                    (round(x, 2), round(y, 2))
                    for x, y in at
                    if left - 1e-6 <= x <= right + 1e-6 and top - 1e-6 <= y <= bottom + 1e-6
                }
            )
            if len(ends) >= 2:
                (x1, y1), (x2, y2) = ends[0], ends[-1]
                parts.append(f"M{x1:g} {y1:g}L{x2:g} {y2:g}")
    line = f'stroke="{ink}" stroke-width="{0.13 * max(s, 0.8):.3f}" opacity=".45"'
    return f'<path d="{"".join(parts)}" {line} fill="none"/>'


def small(game: GameContent, card: Card, lang: str) -> str:
    """Value, letter and shape on a card 20 × 28."""
    colour = value_cards.colour_of(game, card)
    ink, _ = COLOURS[colour.id]
    return (
        f'<rect x=".5" y=".5" width="19" height="27" rx="2.6" '
        f'fill="{PAPER}" stroke="{ink}" stroke-width=".8"/>'
        + text(3.9, 6.6, 5, colour.letter.in_(lang), family=SANS_BOLD, fill=ink)
        + text(10, 18.6, 13.5, str(card.value), family=SERIF_BOLD, fill=ink)
        + icon(colour.shape, 12.6, 20.4, 5.6, ink)
    )


FAMILY = PrintedFamily(face, back, small)
