"""Empty tables of a score sheet, drawn as lines: as tables of a thousand boxes each they took 80 MB more.

Lengths are millimetres, drawings SVG text; captions must be escaped.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulebook.printing.cards.paint import MUTED, SANS, SANS_BOLD, text

TRACK_HEAD, TRACK_ROW = 4.0, 6.6
# Columns of the track: a player's sign and name, after the fields laps and points; potions/print/sheet.css
# has the same.
SIGN, NAME, LAPS, TOTAL = 8.0, 38.0, 12.0, 13.0
LAP_BOXES, LAP_BOX = 4, 1.1  # to tick; their radius
LOG_HEAD, LOG_ROW, NUMBER = 6.6, 7.0, 7.0
POINTS_MOST, POINTS_ROOM = 11.0, 44.0  # a player's column in a log, all of these together
THIN = 'stroke="#ddd1b9" stroke-width=".15"'
BOLD = 'stroke="#8c8067" stroke-width=".3"'
CAPTION, NUMERAL = 2.5, 2.3  # sizes of type


class BoxDrawing(NamedTuple):
    """What a box adds to a sheet: a drawing, how high all of it is, and the template of how to count."""

    svg: str
    height: float
    howto: str = ""


def track(width: float, lanes: int, fields: Sequence[int], captions: tuple[str, str]) -> str:
    """The track with a lane for each player; `captions` stand above the boxes for laps and above points."""
    begin, end = SIGN + NAME, width - LAPS - TOTAL
    step = (end - begin) / len(fields)
    bottom = TRACK_HEAD + lanes * TRACK_ROW
    edges = [begin + n * step for n in range(len(fields) + 1)]
    fives = [x for n, x in enumerate(edges) if n % 5 == 0]
    rows = [TRACK_HEAD + n * TRACK_ROW for n in range(lanes + 1)]
    numbers = "".join(
        text(x + step / 2, TRACK_HEAD - 0.9, NUMERAL, str(n), family=SANS if n % 5 else SANS_BOLD, fill=MUTED)
        for n, x in zip(fields, edges, strict=False)
    )
    laps, total = captions
    heads = text(end + LAPS / 2, TRACK_HEAD - 0.9, NUMERAL, laps, family=SANS, fill=MUTED)
    heads += text(width - TOTAL / 2, TRACK_HEAD - 0.9, NUMERAL, total, family=SANS, fill=MUTED)
    boxes = "".join(
        f'<circle cx="{end + (n + 0.5) * LAPS / LAP_BOXES:.2f}" cy="{y + TRACK_ROW / 2:.2f}" r="{LAP_BOX}"/>'
        for y in rows[:-1]
        for n in range(LAP_BOXES)
    )
    thin = _columns([0.1, SIGN, *edges, width - 0.1], TRACK_HEAD, bottom) + _rows(rows, 0, width)
    bold = _columns([*fives, width - TOTAL], TRACK_HEAD, bottom)
    return _svg(
        width,
        bottom + 0.2,
        f'<path d="{thin}" {THIN}/><path d="{bold}" {BOLD}/><g {THIN}>{boxes}</g>{numbers}{heads}',
    )


def log(width: float, lines: Sequence[int], players: int, caption: str) -> str:
    """Numbered lines: what was played, and a column of points for each player under a box for their sign."""
    points = min(POINTS_MOST, POINTS_ROOM / players)
    begin = width - players * points
    columns = [begin + n * points for n in range(players + 1)]
    bottom = LOG_HEAD + len(lines) * LOG_ROW
    rows = [LOG_HEAD + n * LOG_ROW for n in range(len(lines) + 1)]
    numbers = "".join(
        text(NUMBER / 2, y + LOG_ROW / 2 + 0.8, CAPTION, str(n), family=SANS, fill=MUTED)
        for n, y in zip(lines, rows, strict=False)
    )
    head = text(NUMBER + 1.2, LOG_HEAD - 0.9, CAPTION, caption, family=SANS, fill=MUTED, anchor="start")
    thin = _columns([NUMBER, *columns], LOG_HEAD, bottom) + _rows(rows, 0, width)
    bold = _columns(columns, 0.2, LOG_HEAD) + _rows([0.2, LOG_HEAD], begin, width)
    return _svg(
        width,
        bottom + 0.2,
        f'<path d="{thin}" {THIN}/><path d="{bold}" {BOLD}/>{numbers}{head if caption else ""}',
    )


def _columns(xs: Iterable[float], top: float, bottom: float) -> str:
    return "".join(f"M{x:.2f} {top:.2f}V{bottom:.2f}" for x in xs)


def _rows(ys: Iterable[float], left: float, right: float) -> str:
    return "".join(f"M{left:.2f} {y:.2f}H{right:.2f}" for y in ys)


def _svg(width: float, height: float, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.2f}mm" height="{height:.2f}mm" '
        f'viewBox="0 0 {width:.2f} {height:.2f}" fill="none">{inside}</svg>'
    )
