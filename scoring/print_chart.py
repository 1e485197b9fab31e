"""A chart of a series on paper: how the totals of all players went, round by round. Pure.

Each line has a dash and a letter of its own, so that it can be told without colour, too.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from rulebook.printing.cards.paint import INKS, MUTED, SANS, SANS_BOLD

WIDTH, HEIGHT = 66.0, 27.0  # millimetres
LEFT, RIGHT, TOP, BOTTOM = 2.0, 52.0, 2.6, 22.4  # of the plot; the letters stand at its right
APART = 3.4  # two letters' middles, at least
LETTERS, NUMBERS = 2.9, 2.4  # their sizes
INK_NAMES = ("red", "blue", "green", "purple", "ochre", "teal")
DASHES = ("", "2.2 .9", ".2 1.1", "3.4 .9 .2 .9", "1.1 .8", "4.6 1.1")
LEAST = 2  # rounds; one is no course


class LineEnd(NamedTuple):
    """Where a line ends, and the height at which its letter finds room."""

    y: float
    letter_y: float


def chart(courses: Sequence[Sequence[int]], signs: Sequence[str]) -> str:
    """The drawing; `courses` are each player's totals after every round, `signs` their letters. Empty for a
    series that is too short to have a course.
    """
    rounds = len(courses[0]) if courses else 0
    if rounds < LEAST:
        return ""
    low = min(0, *(min(course) for course in courses))
    high = max(low + 1, *(max(course) for course in courses))
    step = (RIGHT - LEFT) / rounds

    def height_of(n: int) -> float:
        return BOTTOM - (n - low) * (BOTTOM - TOP) / (high - low)

    ends = _ends([height_of(course[-1]) for course in courses])
    lines = [
        _line(seat, [(LEFT + n * step, height_of(total)) for n, total in enumerate((0, *course))])
        + _letter(seat, f"{signs[seat]} {course[-1]}".replace("-", "−"), ends[seat])
        for seat, course in enumerate(courses)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH:g}mm" '
        f'height="{HEIGHT:g}mm">{_grid(rounds, step, height_of(0))}{"".join(lines)}</svg>'
    )


def _ends(heights: Sequence[float]) -> list[LineEnd]:
    """Letters beside the ends of their lines, moved apart where these lie close."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = [0.0] * len(heights)
    floor = TOP - APART
    for seat in order:
        floor = placed[seat] = max(heights[seat], floor + APART)
    ceiling = HEIGHT - LETTERS / 2 + APART
    for seat in reversed(order):
        ceiling = placed[seat] = min(placed[seat], ceiling - APART)
    return [LineEnd(y, letter_y) for y, letter_y in zip(heights, placed, strict=True)]


def _grid(rounds: int, step: float, zero: float) -> str:
    numbers = "".join(
        f'<text x="{LEFT + n * step:.2f}" y="{BOTTOM + 3.6:g}" font-family="{SANS}" font-size="{NUMBERS:g}" '
        f'fill="{MUTED}" text-anchor="middle">{n}</text>'
        for n in range(1, rounds + 1)
    )
    ticks = "".join(f"M{LEFT + n * step:.2f} {TOP:g}V{BOTTOM:g}" for n in range(1, rounds + 1))
    return (
        f'<path d="{ticks}" stroke="{MUTED}" stroke-opacity=".35" stroke-width=".12"/>'
        f'<path d="M{LEFT:g} {zero:.2f}H{RIGHT:g}" stroke="{MUTED}" stroke-width=".2"/>{numbers}'
    )


def _line(seat: int, points: Sequence[tuple[float, float]]) -> str:
    path = "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
    dash = DASHES[seat % len(DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{path}" fill="none" stroke="{_ink(seat)}" stroke-width=".55" stroke-linejoin="round" '
        f'stroke-linecap="round"{dashed}/>'
    )


def _letter(seat: int, words: str, end: LineEnd) -> str:
    """The player's sign and total, tied to the end of the line."""
    return (
        f'<path d="M{RIGHT:g} {end.y:.2f}L{RIGHT + 2:g} {end.letter_y:.2f}" stroke="{_ink(seat)}" '
        f'stroke-width=".15" fill="none"/>'
        f'<text x="{RIGHT + 2.6:g}" y="{end.letter_y + LETTERS * 0.33:.2f}" font-family="{SANS_BOLD}" '
        f'font-size="{LETTERS:g}" fill="{_ink(seat)}">{escape(words)}</text>'
    )


def _ink(seat: int) -> str:
    return INKS[INK_NAMES[seat % len(INK_NAMES)]]
