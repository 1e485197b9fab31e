"""Sequences on paper: three tracks of seven steps for everybody, blank or as they stand. SVG, mm."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import escape
from django.utils.translation import gettext

from games.potions.scoring.boxes.guild.board import GuildPresenter
from games.potions.scoring.boxes.guild.points import COLUMNS, STAGE_POINTS, STAGES
from games.potions.scoring.sheet.print_grid import BoxDrawing
from rulebook.drawing.piece_cards import ROMAN
from rulebook.printing.cards.paint import MUTED, SANS, SANS_BOLD, text
from rulebook.printing.drawable import letter_by_letter

HOWTO, HOWTO_HEIGHT = "print/potions/guild/howto.html", 11.0
HEAD, ROW, FOOT = 8.0, 6.6, 1.5
NAME, GAP = 32.0, 3.0
SIZE = 2.5
LINE = 'stroke="#8c8067" stroke-width=".2"'


class PlayerRow(NamedTuple):
    """A player's row: the name, and of each column the points and states of its steps."""

    name: str
    tracks: Sequence[Sequence[tuple[int, str]]]


def blank(width: float, players: int) -> BoxDrawing:
    """Tracks to tick, with the points of their stages."""
    steps = [(points, "") for points in STAGE_POINTS]
    svg, height = _drawn(width, [PlayerRow("", [steps] * COLUMNS)] * players)
    return BoxDrawing(svg, height + HOWTO_HEIGHT, HOWTO)


def filled(part: GuildPresenter, width: float) -> BoxDrawing:
    """Everybody's Sequences as they stand."""
    lanes = [
        PlayerRow(work.name, [[(step.points, step.state) for step in track.steps] for track in work.tracks])
        for work in part.works
    ]
    return BoxDrawing(*_drawn(width, lanes))


def _drawn(width: float, lanes: Sequence[PlayerRow]) -> tuple[str, float]:
    height = HEAD + ROW * len(lanes) + FOOT
    track = (width - NAME - GAP * (COLUMNS - 1)) / COLUMNS
    starts = [NAME + n * (track + GAP) for n in range(COLUMNS)]
    heads = [
        text(x, HEAD - 1.2, SIZE, escape(_head(n)), family=SANS, fill=MUTED, anchor="start")
        for n, x in enumerate(starts, start=1)
    ]
    title = text(0, HEAD - 1.2, 3, escape(gettext("Последовательности")), family=SANS_BOLD, anchor="start")
    rows = [_row(HEAD + n * ROW, lane, starts, track / STAGES) for n, lane in enumerate(lanes)]
    inside = "".join([title, *heads, *rows])
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.2f}mm" height="{height:.2f}mm" '
        f'viewBox="0 0 {width:.2f} {height:.2f}" fill="none">{inside}</svg>'
    )
    return svg, height


def _head(column: int) -> str:
    return gettext("столбец %(n)s") % {"n": ROMAN[column]}


def _row(y: float, lane: PlayerRow, starts: Sequence[float], step: float) -> str:
    plain = letter_by_letter(lane.name)
    words = escape(plain if len(plain) <= 20 else f"{plain[:19]}…")
    name = text(0.5, y + ROW / 2 + 0.9, SIZE, words, family=SANS, anchor="start")
    boxes = [
        _step(x + n * step, y, step, points, state)
        for x, track in zip(starts, lane.tracks, strict=True)
        for n, (points, state) in enumerate(track)
    ]
    return f'{name}<path d="M0 {y + ROW:.2f}H{starts[0]:.2f}" {LINE}/>{"".join(boxes)}'


def _step(x: float, y: float, wide: float, points: int, state: str) -> str:
    fill = {"laid": "#e8d5b0", "skipped": "none"}.get(state, "none")
    box = f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{ROW:.2f}" fill="{fill}" {LINE}/>'
    if state == "skipped":
        return box + text(x + wide / 2, y + ROW / 2 + 0.9, SIZE, "–", family=SANS)
    family, ink = (SANS_BOLD, "#2b2419") if state == "laid" else (SANS, MUTED)
    return box + text(x + wide / 2, y + ROW / 2 + 0.9, SIZE, str(points), family=family, fill=ink)
