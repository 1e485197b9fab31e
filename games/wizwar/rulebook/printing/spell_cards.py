"""Printed cards of a game of spells: the type above, a picture with its figures, what the card does below.

Drawn at a width of 63 and scaled; a card that is higher for its width gets more room for its words. Each type
has an ink and a frame of its own around the picture, so that colour is never alone.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape

from games.wizwar.rulebook.drawing.maze import ring
from games.wizwar.rulebook.drawing.pieces import NUMERAL_KIND, SPELL_KINDS, piece_icon
from games.wizwar.rulebook.printing import spell_words
from games.wizwar.rulebook.printing.inks import INK as OWN_INK
from games.wizwar.rulebook.printing.inks import TINT as OWN_TINT
from games.wizwar.rulebook.printing.spell_words import SpellBadge
from rulebook.content.entries import Card, GameContent
from rulebook.printing.cards.inks import ink_of
from rulebook.printing.cards.lettering import LINE, Fitted, fill, fit, typeset, width_of
from rulebook.printing.cards.paint import (
    BASE_WIDTH,
    FULL_INK,
    INK,
    INKS,
    MUTED,
    SANS,
    SANS_BOLD,
    SERIF_BOLD,
    PrintedFamily,
    Size,
    Sketch,
    Style,
    frame,
    ground,
    icon,
    text,
    turn,
)
from rulebook.printing.cards.piece_cards import AIR, APART, Design, caption, grown

KINDS = (*SPELL_KINDS, NUMERAL_KIND)
MIDDLE = BASE_WIDTH / 2
BAND = (4.9, 4.9, 53.2, 8.0)  # x, y, width and height of the band with the type
RING = 12.8  # the picture's frame
SIDE = 11.9  # from the edge of the card to the middle of the figures
EDGE = 4.5  # to the frame's inner side
RADIUS = 4.7  # of a figure
BELOW, BETWEEN = 2.7, 1.0  # letters below a figure, and what parts them from the next one
LOWER = 6.2  # how much deeper than the picture's middle each further figure lets the column end
HEIGHT = 88.0
ROOM = 50.4  # for a line of what the card does
LARGEST, LEAST = 6.2, 2.8  # its letters
LARGEST_RING = 17.6  # of a picture between no figures


def face(
    game: GameContent, card: Card, size: Size, lang: str, *, bleed: float = 0, style: Style = FULL_INK
) -> str:
    """Type and ЛВ in a band, picture and figures, name, what the card does, whether it is reconstructed."""
    it = Sketch(game, card, lang, ink_of(game, card), style, size.scale)
    height = size.height / size.scale
    name = fit(card.name.in_(lang), SERIF_BOLD, 51, 1, (5.8, 4.8))
    if len(name.lines) > 1:
        name = fit(card.name.in_(lang), SERIF_BOLD, 51, 2, (5.0, 4.0))
    nature = caption(it, [spell_words.nature(card, lang), spell_words.ours(card, lang)])
    foot = height - 6.2 - (len(nature.lines) - 1) * nature.size * LINE
    top = 30.4 + (height - HEIGHT) * 0.25
    under = 6.6 + (len(name.lines) - 1) * name.size * LINE + 2.2  # the picture stands the name
    room = foot - 3.6 - (top + RING + under)
    words = fill(it.rule, SANS, ROOM, room - AIR, (LARGEST, LEAST))
    beside = spell_words.badges(card, lang)
    ring_radius, down = grown(room - words.height - APART, RING, RING if beside else LARGEST_RING)
    top += ring_radius - RING + down
    inside = (
        _band(it)
        + _picture(it, top, ring_radius)
        + _figures(it, beside, top)
        + typeset(name, MIDDLE, top + ring_radius + 6.6, SERIF_BOLD, INK, height=LINE)
        + _rule(words, top + ring_radius + under, foot - 3.6)
        + typeset(nature, MIDDLE, foot, SANS, MUTED, height=LINE)
    )
    return (
        ground(size, bleed, style.ground)
        + frame(size, it.ink)
        + f'<g transform="scale({size.scale:.5g})">{inside}</g>'
    )


def _band(it: Sketch) -> str:
    """The type at the left, the mark of sight at the right, as the rules ask for."""
    x, y, width, height = BAND
    filled = it.style.filled
    colour = it.style.ground if filled else it.ink
    paint = f'fill="{it.ink}"' if filled else f'fill="none" stroke="{it.ink}" stroke-width=".3"'
    right = _sight(it, colour) if it.data["sight"] else ""
    room = width - 9.6 - (15 if right else 2)
    words = fit(spell_words.types(it.game, it.card, it.lang), SANS_BOLD, room, 1, (4.1, it.letters(3.0)))
    sign = (
        text(x + 4.6, y + 6.2, 6.6, str(it.card.value), family=SERIF_BOLD, fill=colour)
        if it.card.value
        else icon(f"kind-{it.card.kind.replace('_', '-')}", x + 1.6, y + 1.2, 5.6, colour, stroke=1.9)
    )
    label_y = y + height / 2 + words.size * 0.33 - (len(words.lines) - 1) * words.size * 0.53
    label = typeset(words, x + 8.8, label_y, SANS_BOLD, colour, height=1.06, anchor="start")
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="1.3" {paint}/>'
        f"{sign}{label}{right}"
    )


def _sight(it: Sketch, colour: str) -> str:
    """An eye and «ЛВ» behind a thin line."""
    x, y, width, height = BAND
    right = x + width
    return (
        f'<path d="M{right - 14.2:.2f} {y + 1.6:.2f}v{height - 3.2:.2f}" stroke="{colour}" '
        'stroke-width=".2"/>'
        + icon("eye", right - 13, y + 1.5, 5, colour, stroke=2)
        + text(right - 4.4, y + 5.4, 4.2, spell_words.SIGHT.in_(it.lang), family=SANS_BOLD, fill=colour)
    )


# Frames around a picture by type: paths around (0, 0), RING in radius.


def _polygon(count: int, radius: float, start: float = 0) -> str:
    corners = (f"{radius * math.sin(a + start):.2f} {-radius * math.cos(a + start):.2f}" for a in turn(count))
    return f"M{'L'.join(corners)}z"


def _burst(radius: float, count: int = 16, inner: float = 0.86) -> str:
    """A star of many rays: an attack."""
    corners = (
        f"{r * math.sin(a):.2f} {-r * math.cos(a):.2f}"
        for a, r in zip(turn(count * 2), (radius, radius * inner) * count, strict=True)
    )
    return f"M{'L'.join(corners)}z"


def _disc(radius: float) -> str:
    return ring("place", 0, 0, radius).d


def _shield(radius: float) -> str:
    """A shield: a counteraction."""
    r = radius
    return (
        f"M{-r * 0.88:.2f} {-r * 0.86:.2f}q{r * 0.88:.2f} {r * 0.22:.2f} {r * 1.76:.2f} 0v{r * 0.72:.2f}"
        f"q0 {r * 0.82:.2f} {-r * 0.88:.2f} {r * 1.2:.2f}q{-r * 0.88:.2f} {-r * 0.38:.2f} {-r * 0.88:.2f} "
        f"{-r * 1.2:.2f}z"
    )


def _plate(radius: float) -> str:
    """A square with cut corners: an object."""
    r, cut = radius * 0.92, radius * 0.34
    return (
        f"M{-r + cut:.2f} {-r:.2f}H{r - cut:.2f}L{r:.2f} {-r + cut:.2f}V{r - cut:.2f}L{r - cut:.2f} {r:.2f}"
        f"H{-r + cut:.2f}L{-r:.2f} {r - cut:.2f}V{-r + cut:.2f}z"
    )


FRAMES: Mapping[str, Callable[[float], str]] = {
    "attack": _burst,
    "neutral": _disc,
    "counteraction": _shield,
    "magic_stone": lambda radius: _polygon(6, radius),
    "object": _plate,
    NUMERAL_KIND: lambda radius: _polygon(4, radius * 1.2, math.pi / 4),
}


def _picture(it: Sketch, y: float, radius: float) -> str:
    """The picture in the frame of its type; a number is its own picture."""
    shape = FRAMES[it.card.kind]
    inner = (
        text(0, 7.0, 21, str(it.card.value), family=SERIF_BOLD, fill=it.ink)
        if it.card.value
        else icon(piece_icon(it.card), -8.6, -8.6, 17.2, it.ink, stroke=1.2)
    )
    return (
        f'<g transform="translate({MIDDLE:g} {y:.2f}) scale({radius / RING:.4g})">'
        f'<path d="{shape(RING)}" {it.pale} stroke="{it.ink}" '
        f'stroke-width=".4" stroke-linejoin="round"/><path d="{shape(RING * 0.93)}" fill="none" '
        f'stroke="{it.ink}" stroke-width=".15" stroke-linejoin="round"/>{inner}</g>'
    )


def _figures(it: Sketch, found: Sequence[SpellBadge], y: float) -> str:
    """Figures at both sides of the picture: the first at the left, the others at the right."""
    drawn = []
    for x, column in ((SIDE, found[:1]), (BASE_WIDTH - SIDE, found[1:])):
        lowest, above = y + (len(column) - 1) * LOWER, reversed(range(len(column)))
        drawn += [
            _figure(it, badge, x, lowest - n * _apart(it)) for n, badge in zip(above, column, strict=True)
        ]
    return "".join(drawn)


def _apart(it: Sketch) -> float:
    """From the middle of a figure to that of the next below it, a line of words between them."""
    return 2 * RADIUS + it.letters(BELOW) + BETWEEN


def _figure(it: Sketch, badge: SpellBadge, x: float, y: float) -> str:
    """A figure in the shape of what it is, its words below."""
    size = 3.9 if len(badge.figure) > 2 else 5.2
    step, lines = it.letters(BELOW), badge.lines if it.scale == 1 else badge.short
    words = "".join(_below(it, line, x, y + RADIUS + (n + 1) * step) for n, line in enumerate(lines))
    return (
        f'<g transform="translate({x:g} {y:.2f})">{LOOKS[badge.look](it)}</g>'
        + text(x, y + size * 0.34, size, badge.figure, family=SERIF_BOLD, fill=INK)
        + words
    )


def _below(it: Sketch, words: str, x: float, y: float) -> str:
    """Words below a figure, as near to its middle as the frame of the card lets them stand."""
    size = fit(words, SANS, 13.8, 1, (it.letters(2.8), it.letters(2.1))).size
    side = EDGE + width_of(words, size, SANS) / 2
    return text(min(max(x, side), BASE_WIDTH - side), y, size, escape(words), family=SANS, fill=INK)


def _shape(path: str, ink: str, style: Style) -> str:
    fill = f'fill="{ink}" fill-opacity=".14"' if style.filled else 'fill="none"'
    return f'<path d="{path}" {fill} stroke="{ink}" stroke-width=".35" stroke-linejoin="round"/>'


def _endless(it: Sketch) -> str:
    """A lying eight: without end."""
    return (
        f'<path d="M0 0c1.6 -2.6 5 -2.6 5 0s-3.4 2.6 -5 0s-5 -2.6 -5 0s3.4 2.6 5 0z" fill="none" '
        f'stroke="{it.ink}" stroke-width=".7"/>'
    )


LOOKS: Mapping[str, Callable[[Sketch], str]] = {
    "magical": lambda it: _shape(_burst(5.1, 9, 0.78), INKS["red"], it.style),
    "physical": lambda it: _shape(_polygon(4, 5.3), INKS["red"], it.style),
    "number": lambda it: _shape("M-3.1 -4.3h6.2v8.6h-6.2z", INKS["ochre"], it.style),
    "lasting": _endless,
    "figure": lambda it: _shape(_polygon(6, RADIUS, math.pi / 6), it.ink, it.style),
}


def _rule(words: Fitted, top: float, bottom: float) -> str:
    """What the card does, in the middle of its room."""
    y = top + (bottom - top - words.height) * 0.4
    return typeset(words, MIDDLE, y + words.size * 0.9, SANS, INK, height=LINE)


# The back: a labyrinth that is the same after half a turn


def back(game: GameContent, size: Size, deck: str, *, bleed: float = 0, style: Style = FULL_INK) -> str:
    """A maze around a medal with two hats; it tells nothing, not even which end is up."""
    ink = OWN_INK
    height = size.height / size.scale
    x, y = MIDDLE, height / 2
    half = icon("wizard", x - 6.2, y - 13.2, 12.4, ink, stroke=1.3)
    thin = f'fill="none" stroke="{ink}" stroke-width=".25"'
    inside = (
        f'<path d="{_maze(height)}" fill="none" stroke="{ink}" stroke-width=".55" stroke-linecap="round" '
        f'opacity=".55"/><circle cx="{x:g}" cy="{y:.2f}" r="18.4" fill="{style.ground}" stroke="{ink}" '
        f'stroke-width=".6"/><circle cx="{x:g}" cy="{y:.2f}" r="17.2" {thin}/>'
        f'<path d="M{x - 17.2:g} {y:.2f}h34.4" {thin}/>'
        f'{half}<g transform="rotate(180 {x:g} {y:.2f})">{half}</g>'
    )
    return (
        ground(size, bleed, style.pale(OWN_TINT))
        + f'<g transform="scale({size.scale:.5g})">{inside}</g>'
        + frame(size, ink)
    )


def _maze(height: float) -> str:
    """Walls on a lattice inside the frame, the lower half the upper one turned."""
    columns, rows = 13, round((height - 9) / 4)
    rows += 1 - rows % 2
    across, down = (BASE_WIDTH - 9) / columns, (height - 9) / rows
    lines = []
    for row in range(1, rows // 2 + 1):
        for column in range(1, columns):
            x, y = 4.5 + column * across, 4.5 + row * down
            way = (column * column * 3 + row * row * 5 + column * row * 7) // 2 % 4
            dx, dy = ((across, 0), (0, down), (-across, 0), (0, -down))[way]
            lines.append(f"M{x:.2f} {y:.2f}l{dx:.2f} {dy:.2f}")
            lines.append(f"M{BASE_WIDTH - x:.2f} {height - y:.2f}l{-dx:.2f} {-dy:.2f}")
    return "".join(lines)


# Cards that aren't in the deck: tokens, sectors.
OTHERS = Design(ink_of, piece_icon, back)
FAMILY = PrintedFamily(face, back, OTHERS.small)
OTHER_FAMILY = OTHERS.family()
