"""A four-sided die to cut out, for those who have none: a pyramid to glue, a square to spin. Millimetres."""

import math
from collections.abc import Sequence

from games.wizwar.rulebook.printing.inks import INK as OWN_INK
from games.wizwar.rulebook.printing.inks import TINT as OWN_TINT
from rulebook.content.entries import Text
from rulebook.printing.cards.paint import INK, MUTED, SANS, SERIF_BOLD, Size, Style, ground, text
from rulebook.printing.cards.pieces import BLEED, Piece

FACES = 4
DIE_SIDE, TAB, SPINNER = 27.0, 5.0, 44.0
GLUE = Text("клей", "glue")
Place = tuple[float, float]


def pieces(lang: str, style: Style) -> list[Piece]:
    """The pyramid and the spinner."""
    return [_pyramid(lang, style), _spinner(style)]


def _pyramid(lang: str, style: Style) -> Piece:
    """A net of four triangles: the number at the upper corner is what is rolled."""
    a, h = DIE_SIDE, DIE_SIDE * math.sqrt(3) / 2
    room = TAB + 1
    left, right, top = (room, room + 2 * h), (room + 2 * a, room + 2 * h), (room + a, room)
    foot, east, west = (room + a, room + 2 * h), (room + 1.5 * a, room + h), (room + 0.5 * a, room + h)
    # The three outer corners meet in one point of the pyramid.
    numbers = {left: 4, right: 4, top: 4, foot: 1, east: 2, west: 3}
    faces = ((foot, east, west), (left, foot, west), (foot, right, east), (west, east, top))
    drawn = "".join(_die_number(face, corner, numbers[corner]) for face in faces for corner in face)
    folds = "".join(_line(one, other) for one, other in ((foot, east), (east, west), (west, foot)))
    tabs = ((left, foot), (right, east), (top, west))
    bases = "".join(_line(*tab) for tab in tabs)
    outline = [left, *_tab(left, foot), foot, right, *_tab(right, east), east, top, *_tab(top, west), west]
    path = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in outline) + "z"
    fill = style.pale(OWN_TINT)
    glue = "".join(_glue(lang, *tab) for tab in tabs)
    return Piece(
        "die:pyramid",
        Size(2 * (a + room), 2 * (h + room)),
        f'<path d="{path}" fill="{fill}"/>{drawn}{glue}'
        f'<path d="{folds}{bases}" fill="none" stroke="{INK}" stroke-width=".2" stroke-dasharray=".8 .8"/>',
        shape=path,
    )


def _line(one: Place, other: Place) -> str:
    return f"M{one[0]:.2f} {one[1]:.2f}L{other[0]:.2f} {other[1]:.2f}"


def _die_number(face: Sequence[Place], corner: Place, number: int) -> str:
    """A number near a corner of a triangle, its head towards that corner."""
    x, y = (sum(place[n] for place in face) / 3 for n in (0, 1))
    dx, dy = corner[0] - x, corner[1] - y
    turned = math.degrees(math.atan2(dx, -dy))
    px, py = x + dx * 0.5, y + dy * 0.5
    return (
        f'<g transform="translate({px:.2f} {py:.2f}) rotate({turned:.1f})">'
        + text(0, 2.1, 6.4, str(number), family=SERIF_BOLD, fill=OWN_INK)
        + "</g>"
    )


def _outwards(one: Place, other: Place) -> Place:
    """A step of one millimetre to the left of the way from one corner to another, which leads outside."""
    length = math.dist(one, other)
    return (one[1] - other[1]) / length, (other[0] - one[0]) / length


def _tab(one: Place, other: Place) -> list[Place]:
    """The outer corners of a tab to glue on an edge."""
    (dx, dy), length = _outwards(one, other), math.dist(one, other)
    along = ((other[0] - one[0]) / length * TAB, (other[1] - one[1]) / length * TAB)
    first = (one[0] + dx * TAB + along[0], one[1] + dy * TAB + along[1])
    return [first, (other[0] + dx * TAB - along[0], other[1] + dy * TAB - along[1])]


def _glue(lang: str, one: Place, other: Place) -> str:
    dx, dy = _outwards(one, other)
    x, y = (one[0] + other[0]) / 2 + dx * TAB * 0.5, (one[1] + other[1]) / 2 + dy * TAB * 0.5
    turned = math.degrees(math.atan2(other[1] - one[1], other[0] - one[0]))
    return (
        f'<g transform="translate({x:.2f} {y:.2f}) rotate({turned:.1f})">'
        + text(0, 0.9, 2.6, GLUE.in_(lang), family=SANS, fill=MUTED)
        + "</g>"
    )


def _spinner(style: Style) -> Piece:
    """A square with a number on each side: the side on which it comes to rest is what is rolled."""
    middle, ink = SPINNER / 2, OWN_INK
    sides = "".join(
        f'<g transform="rotate({n * 90} {middle:g} {middle:g})">'
        + text(middle, SPINNER - 4.6, 9, str(n + 1), family=SERIF_BOLD, fill=ink)
        + "</g>"
        for n in range(FACES)
    )
    cross = f"M0 0L{SPINNER:g} {SPINNER:g}M{SPINNER:g} 0L0 {SPINNER:g}"
    return Piece(
        "die:spinner",
        Size(SPINNER, SPINNER),
        ground(Size(SPINNER, SPINNER), BLEED, style.pale(OWN_TINT))
        + f'<path d="{cross}" stroke="{ink}" stroke-width=".2"/>'
        f'<circle cx="{middle:g}" cy="{middle:g}" r="6" fill="{style.ground}" stroke="{ink}" '
        f'stroke-width=".3"/><circle cx="{middle:g}" cy="{middle:g}" r=".9" fill="{ink}"/>{sides}',
    )
