"""The search index as it goes over the wire: its rows, column by column: half of its weight.

The device makes tables of them again, and what they are found by: the same rows, so the same answers.
"""

import json
import sqlite3
import struct
from contextlib import closing
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from rulebook.search import tables
from rulebook.search.finding import IMPACT

FOLDER, IMPACTS = "search", "impacts"
BLOBS = "posting"  # the table whose last column is no text
LARGEST_ID = 0xFFFF


def taken(index: sqlite3.Connection) -> dict[str, bytes]:
    """What is to be sent of an index: a file for each table, and one for what is no text."""
    files = {}
    for table in tables.FILLED:
        columns = [_short(column) for column in zip(*index.execute(f"SELECT * FROM {table}"), strict=True)]
        if table == BLOBS:
            blobs = columns.pop()
            columns.append([*map(len, blobs)])
            files[IMPACTS] = _parted(b"".join(blobs))
        files[f"{table}.json"] = json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode()
    return files


def _short(column: tuple[Any, ...]) -> Any:
    """A column; where it only counts the rows, how many there are."""
    return len(column) if column == tuple(range(1, len(column) + 1)) else [*column]


def make(sent: Path, path: Path) -> None:
    """Makes an index of what was taken of one, and takes each file away: a phone has little room."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as index:
        index.executescript(tables.TABLES)
        for table in tables.FILLED:
            columns = json.loads(_taken_away(sent / f"{table}.json"))
            if table == BLOBS:
                whole, ends = _whole(_taken_away(sent / IMPACTS)), [0, *accumulate(columns[-1])]
                columns[-1] = (whole[begin:end] for begin, end in pairwise(ends))
            counted = (range(1, column + 1) if isinstance(column, int) else column for column in columns)
            places = ", ".join("?" * len(columns))
            index.executemany(f"INSERT INTO {table} VALUES ({places})", zip(*counted, strict=True))
        tables.finish(index)


def _taken_away(path: Path) -> bytes:
    content = path.read_bytes()
    path.unlink()
    return content


# Alike beside alike: of each pair the id as its step from the one before, low and high bytes apart, then the
# figures.


def _parted(whole: bytes) -> bytes:
    ids = [entry for entry, _ in IMPACT.iter_unpack(whole)]
    each = ((after - before) & LARGEST_ID for before, after in pairwise([0, *ids]))
    steps = struct.pack(f"<{len(ids)}H", *each)
    return steps[::2] + steps[1::2] + _woven(*(whole[n :: IMPACT.size] for n in range(2, IMPACT.size)))


def _whole(parted: bytes) -> bytes:
    size = len(parted) // IMPACT.size
    steps, figures = _woven(parted[:size], parted[size : 2 * size]), parted[2 * size :]
    summed = accumulate(struct.unpack(f"<{size}H", steps))
    ids = struct.pack(f"<{size}H", *(step & LARGEST_ID for step in summed))
    return _woven(ids[::2], ids[1::2], *(figures[n::4] for n in range(4)))


def _woven(*parts: bytes) -> bytes:
    """One byte of each in turn."""
    woven = bytearray(sum(map(len, parts)))
    for n, part in enumerate(parts):
        woven[n :: len(parts)] = part
    return bytes(woven)
