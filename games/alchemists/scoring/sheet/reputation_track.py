"""The reputation track of «Алхимики»: where its fields, zones and the markers of players are drawn. Pure.

Rows of ten fields, each above a strip for the words of its zones; as many rows as the best marker needs.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.alchemists.scoring.points import ZONES, zone_of
from scoring.sheets.track import HIGH, PLACES, WIDE, PlayerToken, TrackSquare

COLUMNS = 10
STRIP, GAP = 17, 4  # of the strip under a field, of the air between rows
ROW = HIGH + STRIP + GAP
ROWS_LEAST, ROWS_MOST = 2, 6  # whoever goes beyond stands on the last field
WIDTH = COLUMNS * WIDE


class ZoneStrip(NamedTuple):
    """A zone's part of one row: its strip, and whether its words fit there."""

    zone: str
    x: int
    y: int
    width: int
    height: int = STRIP

    @property
    def middle(self) -> int:
        return self.x + self.width // 2

    @property
    def line(self) -> int:
        """The base line of its words."""
        return self.y + STRIP - 5


class TrackField(NamedTuple):
    """A field and its zone."""

    field: TrackSquare
    zone: str


class Track(NamedTuple):
    """The drawing for markers at certain points."""

    fields: tuple[TrackField, ...]
    strips: tuple[ZoneStrip, ...]
    tokens: tuple[PlayerToken, ...]
    width: int
    height: int


def track(points: Sequence[int]) -> Track:
    """The track with the markers of players who have so many points, by seat; none covers another."""
    rows = min(max(ROWS_LEAST, -(-max(points, default=1) // COLUMNS)), ROWS_MOST)
    fields = {
        n: TrackSquare(n, (n - 1) % COLUMNS * WIDE, (n - 1) // COLUMNS * ROW)
        for n in range(1, rows * COLUMNS + 1)
    }
    return Track(
        fields=tuple(TrackField(field, zone_of(n).id) for n, field in fields.items()),
        strips=tuple(strip for row in range(rows) for strip in _strips(row)),
        tokens=tuple(_token(seat, points, fields) for seat in range(len(points))),
        width=WIDTH,
        height=rows * ROW - GAP,
    )


def _strips(row: int) -> list[ZoneStrip]:
    """The zones of the row with fields 10·row + 1 and on."""
    begin, end = row * COLUMNS + 1, (row + 1) * COLUMNS
    found = []
    for zone in ZONES:
        first, last = max(zone.first, begin), min(zone.last or end, end)
        if first <= last:
            x = (first - begin) * WIDE
            found.append(ZoneStrip(zone.id, x, row * ROW + HIGH, (last - first + 1) * WIDE))
    return found


def _token(seat: int, points: Sequence[int], fields: dict[int, TrackSquare]) -> PlayerToken:
    field = fields[min(max(points[seat], 1), len(fields))]
    crowd = [other for other, n in enumerate(points) if n == points[seat]]
    radius, spots = PLACES[len(crowd)]
    x, y = spots[crowd.index(seat)]
    return PlayerToken(seat, field.x + x, field.y + y, radius, field.n, 0)
