"""The back of printed recipe cards."""

import math
from collections.abc import Sequence

from rulebook import game as games
from rulebook.content.entries import Element, GameContent
from rulebook.drawing.icons import element_icon
from rulebook.printing.cards.paint import (
    BASE_WIDTH,
    FULL_INK,
    INKS,
    TINTS,
    Size,
    Style,
    frame,
    ground,
    icon,
    strokes,
)

INK = INKS["ochre"]
RING = (19.6, 22.4, 25.2)  # radii of the ring inner edge, middle of its icons, outer edge


def back(game: GameContent, size: Size, deck: str, *, bleed: float = 0, style: Style = FULL_INK) -> str:
    """Two flasks in a ring of all elements, the same after half a turn so that it tells nothing.

    The deck of a box has an ink of its own, and elements that the base deck lacks.
    """
    own = games.boxes(game.id).get(deck)
    ink, tint = own.accent if own else (INK, TINTS["ochre"])
    elements = [element for element in game.elements if own or not element.box]
    height = size.height / size.scale
    x, y = BASE_WIDTH / 2, height / 2
    thin = f'stroke="{ink}" stroke-width=".2" fill="none"'
    half = _half(elements, ink, x, y)
    rays = strokes((x, y), 120, lambda angle: _to_frame(angle, x, y))
    inside = (
        f'<path d="{rays}" {thin} stroke-opacity=".6"/>'
        f'<circle cx="{x:g}" cy="{y:.2f}" r="{RING[2]:g}" fill="{style.ground}" stroke="{ink}" '
        'stroke-width=".45"/>'
        f'<circle cx="{x:g}" cy="{y:.2f}" r="{RING[0]:g}" {thin}/>'
        f'<circle cx="{x:g}" cy="{y:.2f}" r="{RING[0] - 0.9:g}" {thin}/>'
        f'{half}<g transform="rotate(180 {x:g} {y:.2f})">{half}</g>'
    )
    return (
        ground(size, bleed, style.pale(tint))
        + f'<g transform="scale({size.scale:.5g})">{inside}</g>'
        + frame(size, ink)
    )


def _to_frame(angle: float, x: float, y: float) -> tuple[float, float]:
    """From the ring of the back to the frame of a card whose middle is (x, y)."""
    sides = ((x, math.sin(angle)), (y, math.cos(angle)))
    return RING[2], min((side - 4) / abs(part) for side, part in sides if abs(part) > 1e-6)


def _half(elements: Sequence[Element], ink: str, x: float, y: float) -> str:
    """The upper half: all elements along the ring and a flask; the lower is the same, turned."""
    count = len(elements)
    side = min(3.9, math.pi * RING[1] / count * 0.9)
    ring = "".join(
        f'<g transform="rotate({(n + 0.5) * 180 / count - 90:.3f} {x:g} {y:.2f})">'
        + icon(element_icon(element.id), x - side / 2, y - RING[1] - side / 2, side, ink, stroke=1.6)
        + "</g>"
        for n, element in enumerate(elements)
    )
    return (
        ring
        + icon("kind-simple-elixir", x - 6.5, y - 15.6, 13, ink, stroke=1.2)
        + f'<path d="M{x - 14:g} {y:.2f}q3.5 -1.9 7 0t7 0" stroke="{ink}" stroke-width=".45" '
        'stroke-linecap="round" fill="none"/>' + icon("kind-spell", x - 12.6, y - 8, 5, ink)
    )
