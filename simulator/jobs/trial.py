"""A random game of each game from outside, before anybody sits down to it: where it fails, the game is left
without its table, and its rules and sheet stay.
"""

import json

from rulebook import finder
from simulator.game import played_games
from simulator.jobs import rehearsal
from simulator.jobs.child import JobChild, can_fork, done, failure_in
from simulator.jobs.jobs import Job


def rehearse_guests() -> None:
    """Each in a child, where there can be one: nothing that it does comes back."""
    rooms = finder.rooms("simulator")
    child = JobChild(rehearsal.SECONDS)
    try:
        for game_id in played_games():
            if not finder.is_ours(rooms[game_id]):
                _rehearse(child, {"job": "rehearse", "game": game_id})
    finally:
        child.end()


def _rehearse(child: JobChild, job: Job) -> None:
    answer = child.ask(json.dumps(job).encode() + b"\n") if can_fork() else done(job)
    failure = failure_in(answer)
    if failure is not None:
        over = f"{failure.seconds:g} s and no end" if failure.seconds else failure.what
        what = f"{over} ({failure.where})" if failure.where else over
        finder.close_room("simulator", job["game"], "game_table", what)
