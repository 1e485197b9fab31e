"""What bots and hints have to compute: JSON in, JSON out, so that it may run in another process."""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

from rulebook.failures import Failure, failure_of
from simulator.game import engine_of, table_of
from simulator.jobs import estimates, rehearsal
from simulator.jobs.limits import JOB_SECONDS, TimeOver, time_limit
from simulator.review import slices

Job = Mapping[str, Any]
SLICE = 1.0  # seconds of a review at a time


class JobFailed(Exception):
    """The code of a game failed in a job, or ran over its time."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure


def choose(job: Job) -> dict[str, Any]:
    """A bot's move: it is shown the view of its seat and nothing else."""
    game = engine_of(job["game"])
    state, seat = game.decode(job["state"]), job["seat"]
    bot = game.bots[job["bot"]]
    return {"move": str(bot(game.view(state, seat), game.legal_moves(state, seat), job["seed"]))}


def rehearse(job: Job) -> dict[str, Any]:
    """A random game, to see that it can be played."""
    return {"decisions": rehearsal.play(engine_of(job["game"]), table_of(job["game"]))}


def review(job: Job) -> dict[str, Any]:
    """What plies of a finished game have done to everybody's result, as many as fit into `SLICE`."""
    until = perf_counter() + SLICE
    return slices.sliced(job["record"], job["begin"], job["known"], lambda: perf_counter() < until)


JOBS: Mapping[str, Callable[[Job], dict[str, Any]]] = {
    "choose": choose,
    "estimate": estimates.estimate,
    "rehearse": rehearse,
    "review": review,
}
LIMITS = {"rehearse": rehearsal.SECONDS}


def run(job: Job) -> dict[str, Any]:
    """Does a job within its time. Raises KeyError for an unknown kind, JobFailed where a game fails."""
    do = JOBS[job["job"]]
    seconds = LIMITS.get(job["job"], JOB_SECONDS)
    game_id = job["game"]
    try:
        with time_limit(seconds):
            return do(job)
    except TimeOver as error:
        raise JobFailed(failure_of(error, game_id)._replace(what="TimeOver", seconds=seconds)) from error
    except (Exception, SystemExit) as error:
        raise JobFailed(failure_of(error, game_id)) from error
