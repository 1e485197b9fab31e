"""Positions met at random, and worlds that a seat can't tell from them: both have to look the same."""

import random
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

from tests.conformance.tables import TABLES, Table, canonical, play


def run(comparisons: int, seconds: float, chance: random.Random) -> str:
    """One line of figures."""
    end, done, different = time.monotonic() + seconds, 0, dict[str, int]()
    for table, state in _positions(chance):
        for seat in table.everybody:
            if done >= comparisons or time.monotonic() > end:
                differences = sum(different.values())
                return f"worlds: {done} comparisons, {differences} differences {different or ''}".rstrip()
            done += 1
            if _shown(table, state, seat) != _shown(table, _other_world(table, state, seat, chance), seat):
                different[str(table)] = different.get(str(table), 0) + 1
    raise AssertionError("positions never end")


def _positions(chance: random.Random) -> Iterator[tuple[Table, Any]]:
    for _ in count():
        table = chance.choice(TABLES)
        played = play(table, chance.getrandbits(32), limit=chance.randrange(1, 40))
        for state in played.states:
            yield table, state


def _other_world(table: Table, state: Any, seat: int | None, chance: random.Random) -> Any:
    return table.game.resample(state, seat, chance.getrandbits(32))


def _shown(table: Table, state: Any, seat: int | None) -> bytes:
    return canonical(table.game.view_json(table.game.view(state, seat)))
