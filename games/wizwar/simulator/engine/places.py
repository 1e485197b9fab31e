"""How squares, edges, wizards and treasures are called in moves and positions, and read again. Pure.

`1b3` is column b (a–e, west to east) and row 3 (1–5, north to south) of place 1, as the sector lies now;
`1b3e` is the east side of that square; `w2` the wizard of seat 2, `T2a` the first treasure of seat 2.
"""

from functools import cache, lru_cache

SIDES = "nesw"
COLUMNS = "abcde"
SIZE = len(COLUMNS)
SQUARES = SIZE * SIZE  # of a sector


@cache
def square_text(square: int) -> str:
    slot, rest = divmod(square, SQUARES)
    row, column = divmod(rest, SIZE)
    return f"{slot + 1}{COLUMNS[column]}{row + 1}"


@cache
def edge_text(edge: int) -> str:
    """An edge by one of its half-edges, a square and a side."""
    square, side = divmod(edge, 4)
    return square_text(square) + SIDES[side]


@lru_cache(maxsize=4096)
def read_square(text: str) -> int | None:
    """The number of a square; None for anything else. Whether there is such a sector isn't looked at."""
    if len(text) != 3 or text[0] not in "123456" or text[1] not in COLUMNS or text[2] not in "12345":
        return None
    return (int(text[0]) - 1) * SQUARES + (int(text[2]) - 1) * SIZE + COLUMNS.index(text[1])


def square_at(text: str) -> int:
    """The number of a square that a check has read already."""
    square = read_square(text)
    assert square is not None
    return square


@lru_cache(maxsize=4096)
def read_edge(text: str) -> int | None:
    """The half-edge that a text names, None for anything else."""
    square = read_square(text[:-1]) if len(text) == 4 and text[-1] in SIDES else None
    return None if square is None else square * 4 + SIDES.index(text[-1])


WIZARDS = tuple(f"w{seat + 1}" for seat in range(6))
BEASTS = tuple(f"m{number}" for number in range(1, 10))  # creatures of boxes, numbered from `CREATURES`
FIGURES = (*WIZARDS, *BEASTS)
SEAT_OF = {text: number for number, text in enumerate(FIGURES)}
TREASURES = tuple(f"T{seat + 1}{letter}" for seat in range(6) for letter in "ab")
TREASURE_OF = {text: treasure for treasure, text in enumerate(TREASURES)}
SLOTS = tuple(f"s{slot + 1}" for slot in range(6))
SLOT_OF = {text: slot for slot, text in enumerate(SLOTS)}


@lru_cache(maxsize=4096)
def lying(thing: str, square: int) -> str:
    """An object on a square: `dagger@1b3`."""
    return f"{thing}@{square_text(square)}"


@lru_cache(maxsize=4096)
def read_lying(text: str) -> tuple[str, int] | None:
    thing, at, where = text.partition("@")
    square = read_square(where)
    return None if not at or square is None else (thing, square)
