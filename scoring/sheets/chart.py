"""The course of a game as a drawing: a line for each player, told apart by dashes and a letter at the end.

One drawing for pages and pictures: on pages the classes give the colours of the theme, elsewhere the
attributes do.
"""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from rulebook.printing.cards.paint import INKS
from rulebook.wording.sentences import with_minus
from scoring.sheets.colours import COLOURS
from scoring.sheets.finish import Progression

WIDTH, HEIGHT = 360, 236
LEFT, RIGHT, TOP, BOTTOM = 38, 30, 14, 34  # what is left around the lines: for numbers, letters, steps
APART = 17  # between the letters of lines that end together
STEPS_NAMED = 8  # under the axis; of more only every so many
DOTTED = 12  # steps: with more a line has no room for dots
# By seat; the first is unbroken, and no two are alike. Whose line it is the colour says, too.
DASHES = ("", "9 5", "2 5", "12 4 2 4", "5 3", "14 7")
LINE_INKS = tuple(INKS[colour] for colour in COLOURS)  # by the colour's place
AXIS = "#6b6055"


class ChartScale(NamedTuple):
    """Values from `low` to `high`, each `step` with a line across, in a drawing so high."""

    low: int
    high: int
    step: int
    height: int

    def y(self, n: float) -> float:
        room = self.height - TOP - BOTTOM
        return round(TOP + room * (self.high - n) / (self.high - self.low), 1)

    @property
    def lines(self) -> range:
        return range(self.low, self.high + 1, self.step)


class ChartSize(NamedTuple):
    """How much room a drawing takes, and what of it the signs do."""

    width: int = WIDTH
    height: int = HEIGHT
    right: int = RIGHT


ON_PAGE = ChartSize()


class ChartLine(NamedTuple):
    """Whose a line is: what stands at its end, and the colour's place in COLOURS."""

    sign: str
    colour: int


def chart(
    course: Progression,
    players: Sequence[ChartLine],
    label: str,
    *,
    font: str = "",
    room: ChartSize = ON_PAGE,
) -> str:
    """The drawing as SVG, with the players by seat; `label` says it in words."""
    rows = [course.start, *(step.totals for step in course.steps)]
    scale = scale_of([n for row in rows for n in row], room.height)
    end = room.width - room.right
    xs = [round(LEFT + (end - LEFT) * place / (len(rows) - 1), 1) for place in range(len(rows))]
    heights = [[scale.y(n) for n in row] for row in rows]
    ends = letter_places(heights[-1], room.height - BOTTOM)
    lines = [
        _line(seat, list(zip(xs, (row[seat] for row in heights), strict=True)), player, ends[seat])
        for seat, player in enumerate(players)
    ]
    family = f' font-family="{escape(font)}"' if font else ""
    return (
        f'<svg class="course" viewBox="0 0 {room.width} {room.height}" role="img"'
        f' aria-label="{escape(label)}"{family}>'
        f"{_axes(course, scale, xs)}{''.join(lines)}</svg>"
    )


def scale_of(values: Sequence[int], height: int = HEIGHT) -> ChartScale:
    """From 0 or below to above all values, with three to six lines across."""
    low, high = min(0, *values), max(1, *values)
    step = next(
        n * 10**power for power in range(10) for n in (1, 2, 5) if (high - low) / (n * 10**power) <= 5
    )
    return ChartScale(low // step * step, -(-high // step) * step, step, height)


def letter_places(ends: Sequence[float], floor: float = HEIGHT - BOTTOM) -> list[float]:
    """Where letters stand so that none covers another, otherwise as near to the ends of their lines."""
    order = sorted(range(len(ends)), key=lambda seat: ends[seat])
    places = [ends[seat] for seat in order]
    for n in range(1, len(places)):
        places[n] = max(places[n], places[n - 1] + APART)
    over = max(0.0, places[-1] - floor)
    for n in range(len(places) - 1, -1, -1):
        below = places[n + 1] - APART if n + 1 < len(places) else places[n] - over
        places[n] = min(places[n], below)
    return [round(places[order.index(seat)], 1) for seat in range(len(ends))]


def _axes(course: Progression, scale: ChartScale, xs: Sequence[float]) -> str:
    across = "".join(
        f'<path d="M{LEFT} {scale.y(n)}H{xs[-1]}" stroke="currentColor" opacity="{0.3 if n else 1}"/>'
        f'<text x="{LEFT - 6}" y="{scale.y(n) + 5}" text-anchor="end" font-size="15">{with_minus(n)}</text>'
        for n in scale.lines
    )
    every = -(-len(course.steps) // STEPS_NAMED)
    under = "".join(
        f'<text x="{x}" y="{scale.height - 10}" text-anchor="middle" font-size="15">{step.n}</text>'
        for place, (x, step) in enumerate(zip(xs[1:], course.steps, strict=True), start=1)
        if place % every == 0
    )
    return f'<g class="axes" color="{AXIS}" fill="currentColor">{across}{under}</g>'


def _line(seat: int, points: Sequence[tuple[float, float]], player: ChartLine, letter_y: float) -> str:
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    dashes = f' stroke-dasharray="{DASHES[seat % len(DASHES)]}"' if DASHES[seat % len(DASHES)] else ""
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="3.5" fill="currentColor"/>' for x, y in points[1:])
    (x, y) = points[-1]
    lead = f'<path d="M{x + 4} {y}L{x + 10} {letter_y}" stroke-width="1"/>' if abs(letter_y - y) > 2 else ""
    return (
        f'<g class="person-{player.colour + 1}" color="{LINE_INKS[player.colour]}" fill="none"'
        ' stroke="currentColor">'
        f'<path d="{path}" stroke-width="2.5" stroke-linejoin="round"{dashes}/>{lead}'
        f'<g stroke="none">{dots if len(points) <= DOTTED + 1 else ""}'
        f'<text x="{x + 11}" y="{letter_y + 5}" font-size="16" fill="currentColor">'
        f"{escape(player.sign)}</text></g></g>"
    )


def pattern(seat: int, colour: int) -> str:
    """A piece of a player's line, for beside the name."""
    dashes = f' stroke-dasharray="{DASHES[seat % len(DASHES)]}"' if DASHES[seat % len(DASHES)] else ""
    return (
        f'<svg class="pattern person-{colour + 1}" viewBox="0 0 36 6" aria-hidden="true" focusable="false">'
        f'<path d="M1 3H35" fill="none" stroke="currentColor" stroke-width="2.5"{dashes}/></svg>'
    )


def spoken(course: Progression, names: Sequence[str]) -> str:
    """Everybody's numbers, one after another: what the drawing shows, for who doesn't see it."""
    rows = [", ".join(with_minus(step.totals[seat]) for step in course.steps) for seat in range(len(names))]
    return "; ".join(f"{name}: {row}" for name, row in zip(names, rows, strict=True))


def changes(course: Progression) -> int:
    """In how many steps anything changed: of fewer than two there is nothing to draw."""
    rows = [course.start, *(step.totals for step in course.steps)]
    return sum(before != after for before, after in pairwise(rows))
