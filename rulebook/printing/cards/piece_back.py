"""The backs of printed pieces: one for each deck, told apart by ink, pattern, sign and numeral."""

from typing import NamedTuple

from rulebook.printing.cards.paint import (
    BASE_WIDTH,
    FULL_INK,
    SERIF_BOLD,
    Size,
    Style,
    frame,
    ground,
    icon,
    strokes,
    text,
)

RING = 17.5


class DeckBack(NamedTuple):
    """A deck's back: what stands in its middle, its ink and ground, how many rays run around.

    `weight` makes the strokes of a sign thicker whose drawing is finer than that of icons.
    """

    sign: str
    ink: str
    tint: str
    rays: int
    numeral: str = ""
    weight: float = 1.0


def back(look: DeckBack, size: Size, *, bleed: float = 0, style: Style = FULL_INK) -> str:
    """A sign twice in a ring of rays, the same after half a turn."""
    height = size.height / size.scale
    x, y = BASE_WIDTH / 2, height / 2
    thin = f'stroke="{look.ink}" stroke-width=".2" fill="none"'
    near, far = (RING + 1.5, RING + 3.8), (RING + 1.5, RING + 6.4)
    half = _half(look, x, y)
    inside = (
        _corners(look, height) + f'<path d="{strokes((x, y), look.rays, lambda _: near)}'
        f'{strokes((x, y), look.rays // 4, lambda _: far)}" {thin}/>'
        f'<circle cx="{x:g}" cy="{y:.2f}" r="{RING:g}" fill="{style.ground}" stroke="{look.ink}" '
        'stroke-width=".5"/>'
        f'<circle cx="{x:g}" cy="{y:.2f}" r="{RING - 1:g}" {thin}/>'
        f'{half}<g transform="rotate(180 {x:g} {y:.2f})">{half}</g>'
    )
    return (
        ground(size, bleed, style.pale(look.tint))
        + f'<g transform="scale({size.scale:.5g})">{inside}</g>'
        + frame(size, look.ink)
    )


def _half(look: DeckBack, x: float, y: float) -> str:
    """The upper half: a sign or a numeral above a wave."""
    mark = (
        text(x, y - 3.2, 12, look.numeral, family=SERIF_BOLD, fill=look.ink)
        if look.numeral
        else icon(look.sign, x - 5.5, y - 13.6, 11, look.ink, stroke=1.3 * look.weight)
    )
    return (
        mark + f'<path d="M{x - 14:g} {y:.2f}q3.5 -1.9 7 0t7 0" stroke="{look.ink}" stroke-width=".45" '
        'stroke-linecap="round" fill="none"/>'
    )


def _corners(look: DeckBack, height: float) -> str:
    """The deck's sign in all four corners; the lower ones stand on their heads."""
    pair = "".join(
        icon(look.sign, x, 6.6, 6, look.ink, stroke=1.75 * look.weight) for x in (6.6, BASE_WIDTH - 12.6)
    )
    return pair + f'<g transform="rotate(180 {BASE_WIDTH / 2:g} {height / 2:.2f})">{pair}</g>'
