"""The helper: a process beside the web workers that has bots think and hints counted (`jobs.server`), as web
workers see it. Where none runs, the caller does the job itself, one at a time, so that the site works without
one, only less evenly.
"""

import errno
import json
import os
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from simulator.jobs import estimates, jobs
from simulator.jobs.child import LONGEST, failure_in
from simulator.jobs.jobs import JobFailed

NAME = "helper.sock"
PATIENCE = 5.0  # seconds until a web worker stops waiting, if it isn't told otherwise
SLACK = 1.0  # seconds by which a helper may be late with what it has
QUEUES = "queues"  # what is asked for isn't a job, but how many there are
BUSY = {"error": "busy"}  # the answer to who comes when too many wait


@contextmanager
def _line(folder: Path, patience: float) -> Iterator[socket.socket]:
    """A line to the helper of `folder`. Raises OSError where nobody listens or there are no such lines."""
    if not hasattr(socket, "AF_UNIX"):
        raise OSError(errno.EAFNOSUPPORT, "no Unix sockets")
    with address(folder) as path, socket.socket(socket.AF_UNIX) as line:
        line.settimeout(patience)
        line.connect(path)
        yield line


@contextmanager
def address(folder: Path) -> Iterator[str]:
    """A short path to the socket: the system takes no more than 108 bytes, folders can be longer."""
    descriptor = os.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}/{NAME}"
    finally:
        os.close(descriptor)


class Busy(Exception):
    """Too many jobs wait already; come again in a few seconds."""


here = threading.Lock()  # a process does one job by itself


def do(folder: Path, job: Mapping[str, Any], patience: float = PATIENCE) -> dict[str, Any]:
    """The job's answer from the helper of `folder`, or computed here if there is none.

    Raises Busy after `patience` seconds, JobFailed where the game fails or takes too long.
    """
    answer = _heard(folder, job, patience)
    if answer is not None:
        return answer
    if not here.acquire(timeout=patience):
        raise Busy
    try:
        return jobs.run(job)
    finally:
        here.release()


def hint(
    folder: Path, job: Mapping[str, Any], seen: int = 0, patience: float = PATIENCE, last: bool = False
) -> dict[str, Any]:
    """What is known of a hint: once that is of more than the worlds `seen`, or after `patience` seconds, so
    be it nothing; counting goes on. `last`: for somebody who'll ask for no other part, and rather waits.

    Where no helper runs, the answer comes with the first part that is new. Raises JobFailed.
    """
    asked = {**job, "counted": seen, "patience": patience, "last": last}
    try:
        return _heard(folder, asked, patience + SLACK) or _counted_here(job, seen, patience)
    except Busy:
        return estimates.counting(job)


def _counted_here(job: Mapping[str, Any], seen: int, patience: float) -> dict[str, Any]:
    """Counts on where this process has stopped. Raises Busy."""
    until = monotonic() + patience
    if not here.acquire(timeout=patience):
        raise Busy
    try:
        answer = jobs.run(job)
        while not answer["done"] and answer["counted"] <= seen and monotonic() < until:
            answer = jobs.run(job)
        return answer
    finally:
        here.release()


def _heard(folder: Path, job: Mapping[str, Any], patience: float) -> dict[str, Any] | None:
    """The helper's answer; None where there is no helper of ours. Raises Busy, JobFailed."""
    try:
        answer = _ask(folder, job, patience)
    except (BlockingIOError, TimeoutError):
        raise Busy from None
    except (OSError, ValueError):
        return None
    failure = failure_in(answer)
    if failure is not None:
        raise JobFailed(failure)
    if answer == BUSY:
        raise Busy
    return answer if isinstance(answer, dict) and "error" not in answer else None


def is_there(folder: Path) -> bool:
    """Whether a helper takes jobs, perhaps after others."""
    try:
        with _line(folder, PATIENCE):
            return True
    except BlockingIOError:
        return True
    except OSError:
        return False


def queues(folder: Path) -> dict[str, int]:
    """How many jobs wait or are being done, by what they are; nothing where no helper answers at once."""
    try:
        return dict(_ask(folder, {"job": QUEUES}, SLACK))
    except (OSError, ValueError, TypeError):
        return {}


def _ask(folder: Path, job: Mapping[str, Any], patience: float = PATIENCE) -> Any:
    with _line(folder, patience) as line:
        line.sendall(json.dumps(job).encode() + b"\n")
        with line.makefile("rb") as answers:
            return json.loads(answers.readline(LONGEST))
