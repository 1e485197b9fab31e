"""What bots and hints have to compute: JSON in, JSON out, so that it may run in another process."""

from collections.abc import Callable, Mapping
from time import monotonic, perf_counter, process_time
from typing import Any

from rulebook.failures import Failure, failure_of
from simulator.engine.game import Band, Hint, Move, MoveEstimate, Proposition, Why
from simulator.game import engine_of, table_of
from simulator.jobs import rehearsal
from simulator.jobs.limits import JOB_SECONDS, TimeOver, time_limit

Job = Mapping[str, Any]
SECONDS = 2.0  # for a hint


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
    """A hint for the seat to act, of as many worlds as fit into `SECONDS`."""
    game = engine_of(job["game"])
    view = game.view(game.decode(job["state"]), job["seat"])
    weighing = game.weighing(view, job["seed"])
    if weighing is None:
        return hint_json(Hint((), 0, job["seed"]))
    began = perf_counter()
    while not weighing.done and perf_counter() - began < SECONDS:
        weighing.go_on()
    return hint_json(game.reasoned(view, weighing.hint()))


def hint_json(hint: Hint) -> dict[str, Any]:
    rows = [
        [
            str(row.move),
            row.mean,
            row.error,
            row.playouts,
            [[why.code, dict(why.params)] for why in row.why],
            row.band,
            row.reason and [row.reason.code, dict(row.reason.params), row.reason.good, row.reason.likely],
        ]
        for row in hint.estimates
    ]
    return {"rows": rows, "alike": hint.alike, "seed": hint.seed, "worlds": hint.worlds, "done": hint.done}


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
            reason and Proposition(*reason),
        )
        for text, mean, error, playouts, why, band, reason in answer["rows"]
    )
    return Hint(rows, answer["alike"], answer["seed"], answer["worlds"], answer["done"])


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
