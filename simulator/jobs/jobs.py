"""What bots and hints have to compute: JSON in, JSON out, so that it may run in another process."""

from collections.abc import Callable, Mapping
from time import monotonic, perf_counter, process_time
from typing import Any

from rulebook.failures import Failure, failure_of
from simulator.engine.game import Hint
from simulator.engine.rules import Rules
from simulator.game import engine_of, table_of
from simulator.jobs import rehearsal
from simulator.jobs.limits import JOB_SECONDS, TimeOver, time_limit

Job = Mapping[str, Any]
SECONDS = 2.0  # for a hint that plays games of unknown length to their ends


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


def estimate(job: Job) -> dict[str, Any]:
    """A hint for the seat to act, by at most `budget` playouts."""
    game = engine_of(job["game"])
    found = _hint(game, game.view(game.decode(job["state"]), job["seat"]), job["seed"], job["budget"])
    rows = [[str(row.move), row.mean, row.error, row.playouts] for row in found.estimates]
    answer = {"estimates": rows, "alike": found.alike, "seed": found.seed, "budget": found.budget}
    if any(row.why for row in found.estimates):
        answer["why"] = [[[why.code, dict(why.params)] for why in row.why] for row in found.estimates]
    return answer


def _hint(game: Rules[Any, Any], view: Any, seed: int, budget: int) -> Hint:
    """The hint that all games share knows nothing of how long one takes: the fewest playouts that it can do
    with tell it, and then it has as many as fit into `SECONDS`.
    """
    if type(game).hint is not Rules.hint:
        return game.hint(view, seed, budget)
    began = perf_counter()
    few = game.hint(view, seed, 1)
    played = sum(row.playouts for row in few.estimates)
    affordable = int(SECONDS * played / max(perf_counter() - began, 1e-6))
    return few if affordable <= played else game.hint(view, seed, min(budget, affordable))


def rehearse(job: Job) -> dict[str, Any]:
    """A random game, to see that it can be played."""
    return {"decisions": rehearsal.play(engine_of(job["game"]), table_of(job["game"]))}


JOBS: Mapping[str, Callable[[Job], dict[str, Any]]] = {
    "choose": choose,
    "estimate": estimate,
    "rehearse": rehearse,
}
# A busy computer is no fault of a game that is only tried: there the time is that of the processor.
LIMITS = {"rehearse": (rehearsal.SECONDS, process_time)}


def run(job: Job) -> dict[str, Any]:
    """Does a job within its time. Raises KeyError for an unknown kind, JobFailed where a game fails."""
    do = JOBS[job["job"]]
    seconds, clock = LIMITS.get(job["job"], (JOB_SECONDS, monotonic))
    game_id = job["game"]
    try:
        with time_limit(seconds, clock):
            return do(job)
    except TimeOver as error:
        raise JobFailed(failure_of(error, game_id)._replace(what="TimeOver", seconds=seconds)) from error
    except (Exception, SystemExit) as error:
        raise JobFailed(failure_of(error, game_id)) from error
