"""What printed tracks of points are made of: fields and tokens, in whole numbers of a drawing. Pure."""

from typing import NamedTuple

WIDE, HIGH = 36, 56  # of a field
# Where tokens stand in a field, from its corner, by how many there are: (x, y) of each and their radius.
PLACES: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {
    1: (13, ((18, 35),)),
    2: (10, ((12, 27), (24, 43))),
    3: (8, ((10, 24), (26, 24), (18, 43))),
    4: (8, ((10, 25), (26, 25), (10, 44), (26, 44))),
    5: (7, ((10, 21), (26, 21), (10, 35), (26, 35), (18, 48))),
    6: (7, ((10, 20), (26, 20), (10, 34), (26, 34), (10, 48), (26, 48))),
}


class TrackSquare(NamedTuple):
    """A field of the track: its number, its upper left corner and its size."""

    n: int
    x: int
    y: int
    width: int = WIDE
    height: int = HIGH

    @property
    def name_x(self) -> int:
        """Where the number's left edge is, and below, its base line."""
        return self.x + 4

    @property
    def name_y(self) -> int:
        return self.y + 12


class PlayerToken(NamedTuple):
    """A player's token: its middle and radius, the field (0 before the first point) and the lap from 0."""

    seat: int
    x: int
    y: int
    r: int
    field: int
    lap: int

    @property
    def inner(self) -> int:
        """The radius of the ring that a token shows when it is turned over."""
        return self.r - 3

    @property
    def letter(self) -> int:
        """The size of its sign, and below, how far under the middle the sign's base line is."""
        return self.r + 2

    @property
    def drop(self) -> int:
        return (self.r + 2) // 3
