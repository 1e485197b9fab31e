"""What bots and hints have to compute: JSON in, JSON out, so that it may run in another process."""

from collections.abc import Callable, Mapping
from typing import Any

from simulator.game import engine_of

Job = Mapping[str, Any]


def choose(job: Job) -> dict[str, Any]:
    """A bot's move: it is shown the view of its seat and nothing else."""
    game = engine_of(job["game"])
    state, seat = game.decode(job["state"]), job["seat"]
    bot = game.bots[job["bot"]]
    return {"move": str(bot(game.view(state, seat), game.legal_moves(state, seat), job["seed"]))}


def estimate(job: Job) -> dict[str, Any]:
    """A hint for the seat to act, by `budget` playouts."""
    game = engine_of(job["game"])
    found = game.hint(game.view(game.decode(job["state"]), job["seat"]), job["seed"], job["budget"])
    rows = [[str(row.move), row.mean, row.error, row.playouts] for row in found.estimates]
    answer = {"estimates": rows, "alike": found.alike, "seed": found.seed, "budget": found.budget}
    if any(row.why for row in found.estimates):
        answer["why"] = [[[why.code, dict(why.params)] for why in row.why] for row in found.estimates]
    return answer


JOBS: Mapping[str, Callable[[Job], dict[str, Any]]] = {"choose": choose, "estimate": estimate}


def run(job: Job) -> dict[str, Any]:
    """Does a job. Raises KeyError for one of an unknown kind."""
    return JOBS[job["job"]](job)
