"""The split of a game in slices: as many plies as fit into a moment, as JSON, so that others get a turn."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from simulator.engine.game import Move, Step
from simulator.engine.record import Record, record_from_json, steps_of
from simulator.game import engine_of
from simulator.review.fitted import fitted_for
from simulator.review.shares import PlyShare, apart_from_policy, shares_of


def sliced(
    record_json: Mapping[str, Any], begin: int, known: Sequence[float], goes_on: Callable[[], bool]
) -> dict[str, Any]:
    """The shares of plies from `begin` on, at least one, for as long as it `goes_on`; `known` is what each
    seat could expect before them. `plies`: how many shares there are in all.
    """
    record, steps, apart = _replayed(json.dumps(record_json, sort_keys=True))
    found = []
    fitted, engine = fitted_for(record), engine_of(record.game)
    for share in shares_of(engine, record, steps, fitted, known=tuple(known), begin=begin, apart=apart):
        found.append(list(share))
        if not goes_on():
            break
    return {"shares": found, "plies": len(steps)}


def read_shares(answer: Mapping[str, Any]) -> list[PlyShare]:
    """The shares that a slice tells of."""
    return [
        PlyShare._make(tuple(value) if isinstance(value, list) else value for value in row)
        for row in answer["shares"]
    ]


@lru_cache(maxsize=2)
def _replayed(text: str) -> tuple[Record, tuple[Step, ...], Mapping[int, Move]]:
    """The same game is asked for again at once, for its next slice; with what the policy would have done.
    Raises BadRecord.
    """
    record = record_from_json(json.loads(text))
    engine, fitted = engine_of(record.game), fitted_for(record)
    steps = tuple(steps_of(engine, record))
    return record, steps, apart_from_policy(engine, record, steps, fitted)
