"""The printed track of 30 fields: where its fields and the tokens of players are drawn. Pure, whole numbers.

Three rows of ten, walked like a snake, above them a strip for tokens that haven't started.
"""

from collections.abc import Sequence

from scoring.sheets.track import HIGH, PLACES, WIDE, PlayerToken, TrackSquare

COLUMNS, ROWS = 10, 3
STRIP = 30  # above the fields: tokens without points


def _field(n: int) -> TrackSquare:
    row, column = divmod(n - 1, COLUMNS)
    return TrackSquare(n, WIDE * (COLUMNS - 1 - column if row % 2 else column), HIGH * row)


FIELDS = tuple(_field(n) for n in range(1, COLUMNS * ROWS + 1))
WIDTH, HEIGHT = COLUMNS * WIDE, ROWS * HIGH


def tokens(places: Sequence[tuple[int, int]]) -> list[PlayerToken]:
    """The tokens of players who stand at (lap, field), by seat; several on one field don't overlap."""
    shown = []
    for seat, (lap, field) in enumerate(places):
        crowd = [other for other, (_, theirs) in enumerate(places) if theirs == field]
        if field == 0:
            shown.append(PlayerToken(seat, 16 + 30 * crowd.index(seat), -STRIP // 2, 12, 0, lap))
            continue
        radius, spots = PLACES[len(crowd)]
        x, y = spots[crowd.index(seat)]
        corner = FIELDS[field - 1]
        shown.append(PlayerToken(seat, corner.x + x, corner.y + y, radius, field, lap))
    return shown
