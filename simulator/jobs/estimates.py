"""Hints that are being counted, in slices, and how they are told. Whoever asks goes on as long as there is
time; how far a hint has come depends on the clock, what it says on its number of worlds alone.
"""

import json
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

from simulator.engine.game import Band, Hint, Move, MoveEstimate, Proposition, Why
from simulator.game import engine_of

SLICE = 0.25  # seconds
SECONDS = 8.0  # of counting, for one hint
AT_LAST = 16.0  # for one that has nothing to say before: after that it stays without
KEPT = 64  # hints that may be on their way at once

Job = Mapping[str, Any]


class Estimate:
    """The hint for the seat of a job, as far as it was counted: `answer`."""

    def __init__(self, job: Job) -> None:
        self.game = engine_of(job["game"])
        self.view = self.game.view(self.game.decode(job["state"]), job["seat"])
        self.weighing = self.game.weighing(self.view, job["seed"])
        self.hint = Hint((), 0, job["seed"], done=self.weighing is None)
        self.spent = 0.0
        self.answer = hint_json(self.hint)

    @property
    def done(self) -> bool:
        return self.hint.done

    def go_on(self, seconds: float = SLICE) -> None:
        """Tries the moves in some more worlds, one at least; stops where there is more to tell."""
        if self.weighing is None or self.done:
            return
        began = perf_counter()
        while self.weighing.hint().worlds == self.hint.worlds and not self.weighing.done:
            self.weighing.go_on()
            if perf_counter() - began >= seconds:
                break
        self._look(self.weighing.hint())
        self.spent += perf_counter() - began
        is_over = self.spent >= (SECONDS if self.hint.estimates else AT_LAST)
        self.hint = self.hint._replace(done=self.weighing.done or is_over)
        self.answer = hint_json(self.hint)

    def _look(self, found: Hint) -> None:
        """Reasons are asked for once a look."""
        if found.worlds > self.hint.worlds or (found.estimates and not self.hint.estimates):
            self.hint = self.game.reasoned(self.view, found)


standing: dict[str, Estimate] = {}  # what this process counts or has counted, the last used last


def estimate(job: Job) -> dict[str, Any]:
    """The hint after one slice more; at once of so many `playouts`, where a job names them."""
    if "playouts" in job:
        game = engine_of(job["game"])
        view = game.view(game.decode(job["state"]), job["seat"])
        return hint_json(game.hint(view, job["seed"], job["playouts"]))
    key = key_of(job)
    one = standing.pop(key, None) or Estimate(job)
    one.go_on()
    while len(standing) >= KEPT:
        del standing[next(iter(standing))]
    standing[key] = one
    return one.answer


def key_of(job: Job) -> str:
    """The same for whoever asks for the same hint."""
    return json.dumps([job[name] for name in ("game", "state", "seat", "seed")], sort_keys=True)


# --- How it is told -----------------------------------------------------------------------------------------


def counting(job: Job) -> dict[str, Any]:
    """The answer to who asks before there is anything to tell."""
    return hint_json(Hint((), 0, job["seed"], done=False))


def hint_json(hint: Hint) -> dict[str, Any]:
    rows = [
        [
            str(row.move),
            row.mean,
            row.error,
            row.playouts,
            [[why.code, dict(why.params)] for why in row.why],
            row.band,
            *map(_said_json, (row.reason, row.lacks)),
        ]
        for row in hint.estimates
    ]
    return {"rows": rows, "alike": hint.alike, "seed": hint.seed, "counted": hint.worlds, "done": hint.done}


def _said_json(said: Proposition | None) -> list[Any] | None:
    return said and [said.code, dict(said.params), said.good, said.likely]


def read_hint(answer: Mapping[str, Any], parse: Callable[[str], Move]) -> Hint:
    """The hint that an answer tells, its moves read by the engine."""
    rows = tuple(
        MoveEstimate(
            parse(text),
            mean,
            error,
            playouts,
            tuple(Why(code, params) for code, params in why),
            Band(band),
            *(each and Proposition(*each) for each in said),
        )
        for text, mean, error, playouts, why, band, *said in answer["rows"]
    )
    return Hint(rows, answer["alike"], answer["seed"], answer["counted"], answer["done"])
