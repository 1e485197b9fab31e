"""A table as it is set up, seen from above: what lies before each player, what lies between them. Pure.

A unit is a pixel of the narrowest phone, where the drawing is as wide as the page; inks are those of paper.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from rulebook.content.entries import Text
from rulebook.printing.cards.paint import EDGE, INK, MUTED, SANS, SANS_BOLD, icon, text

WIDTH, ACROSS = 358.0, 3  # and how many sit along a side at most
ICON, LINE, LETTERS = 22.0, 30.0, 16.0
SEAT, PILE = 104.0, 110.0  # how wide a place is, and how far piles stand apart
AIR, CORNER = 12.0, 10.0
HEAD = 22.0  # for the words above a place
STARTS = Text("начинает", "goes first")


class OnTable(NamedTuple):
    """Something that lies there: its icon, how many of it, and words below it if it lies in the middle."""

    icon: str
    ink: str
    said: str
    words: str = ""


class SeatedAt(NamedTuple):
    """Where somebody sits: the left upper corner."""

    seat: int
    x: float
    y: float


def svg(seats: Sequence[Sequence[OnTable]], middle: Sequence[OnTable], accent: str, lang: str) -> str:
    """Places clockwise around the table, the first one at its lower right; that player starts."""
    lower = -(-len(seats) // 2)
    tall = HEAD + LINE * max(map(len, seats))
    rows = [middle[n : n + ACROSS] for n in range(0, len(middle), ACROSS)]
    between = len(rows) * (ICON + 44)
    bottom = tall + 2 * AIR + between
    places = (*_row(range(lower), bottom, turned=True), *_row(range(lower, len(seats)), 0.0, turned=False))
    drawn = [_table(tall, between)]
    drawn += [_place(place, seats[place.seat], tall, accent, lang) for place in places]
    drawn += [_pile(thing, x, tall + AIR + y) for row, y in _laid(rows) for thing, x in row]
    height = bottom + tall + 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH / 4:g}mm" height="{height / 4:g}mm" '
        f'viewBox="0 0 {WIDTH:g} {height:g}">{"".join(drawn)}</svg>'
    )


def _row(seats: range, y: float, *, turned: bool) -> Iterator[SeatedAt]:
    """Those along one side, at equal distances; the lower side is walked from right to left."""
    step = WIDTH / max(1, len(seats))
    for n, seat in enumerate(seats):
        column = len(seats) - 1 - n if turned else n
        yield SeatedAt(seat, step * (column + 0.5) - SEAT / 2, y)


def _table(y: float, height: float) -> str:
    return (
        f'<rect x="1" y="{y + AIR / 2:g}" width="{WIDTH - 2:g}" height="{height + AIR:g}" '
        f'rx="{CORNER * 2:g}" fill="none" stroke="{EDGE}" stroke-width="1.5"/>'
    )


def _place(place: SeatedAt, things: Sequence[OnTable], tall: float, accent: str, lang: str) -> str:
    """The number of the seat, and what lies before it, a line for each thing."""
    first = place.seat == 0
    ink = accent if first else MUTED
    head = f"{place.seat + 1}" + (f" · {STARTS.in_(lang)}" if first else "")
    lines = "".join(
        icon(thing.icon, place.x + SEAT / 2 - ICON - 4, place.y + HEAD + n * LINE + 4, ICON, thing.ink)
        + text(
            place.x + SEAT / 2 + 4,
            place.y + HEAD + n * LINE + 21,
            LETTERS,
            escape(thing.said),
            family=SANS_BOLD,
            anchor="start",
        )
        for n, thing in enumerate(things)
    )
    return (
        f'<rect x="{place.x:g}" y="{place.y + HEAD:g}" width="{SEAT:g}" height="{tall - HEAD:g}" '
        f'rx="{CORNER:g}" fill="none" stroke="{ink}" stroke-width="{2 if first else 1}"/>'
        + text(place.x + SEAT / 2, place.y + 15, 15, escape(head), family=SANS_BOLD, fill=ink)
        + lines
    )


def _laid(
    rows: Sequence[Sequence[OnTable]],
) -> Iterator[tuple[list[tuple[OnTable, float]], float]]:
    """Piles in rows, each row in the middle of the table: things with their x, and the row's y."""
    for n, row in enumerate(rows):
        left = WIDTH / 2 - PILE * (len(row) - 1) / 2
        yield [(thing, left + k * PILE) for k, thing in enumerate(row)], n * (ICON + 44)


def _pile(thing: OnTable, x: float, y: float) -> str:
    beside = ICON / 2 if thing.said else 0
    said = text(x + 4, y + 22, 17, escape(thing.said), family=SANS_BOLD, fill=INK, anchor="start")
    return (
        icon(thing.icon, x - ICON / 2 - beside, y + 6, ICON, thing.ink)
        + (said if thing.said else "")
        + text(x, y + 46, 14.5, escape(thing.words), family=SANS, fill=MUTED)
    )
