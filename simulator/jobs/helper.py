"""The helper: a process beside the web workers that has bots think and hints computed, one job at a time.

A job is a line of JSON over a Unix socket in the data folder, the answer another. A few jobs wait; who comes
then is told so at once. They are done in a child of the helper (`jobs.child`). Where no helper runs, the
caller does the job itself, one at a time, so that the site works without one, only less evenly.
"""

import json
import os
import select
import socket
import socketserver
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simulator.jobs import jobs
from simulator.jobs.child import LONGEST, JobChild, failure_in
from simulator.jobs.jobs import JobFailed

NAME = "helper.sock"
PATIENCE = 5.0  # seconds until a web worker stops waiting, if it isn't told otherwise
QUEUE = 4  # jobs that may wait for the one being done
REMEMBERED = 16  # answers


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
    try:
        answer = _ask(folder, job, patience)
    except (BlockingIOError, TimeoutError):
        raise Busy from None
    except (OSError, ValueError):
        answer = None
    failure = failure_in(answer)
    if failure is not None:
        raise JobFailed(failure)
    if isinstance(answer, dict) and "error" not in answer:
        return answer
    if not here.acquire(timeout=patience):
        raise Busy
    try:
        return jobs.run(job)
    finally:
        here.release()


def is_there(folder: Path) -> bool:
    """Whether a helper takes jobs, perhaps after others."""
    try:
        with address(folder) as path, socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(path)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return True


def _ask(folder: Path, job: Mapping[str, Any], patience: float = PATIENCE) -> Any:
    with address(folder) as path, socket.socket(socket.AF_UNIX) as line:
        line.settimeout(patience)
        line.connect(path)
        line.sendall(json.dumps(job).encode() + b"\n")
        with line.makefile("rb") as answers:
            return json.loads(answers.readline(LONGEST))


class JobHandler(socketserver.StreamRequestHandler):
    """Takes one job from a connection."""

    server: "Helper"
    timeout = PATIENCE

    def handle(self) -> None:
        try:
            line = self.rfile.readline(LONGEST)
            if self._is_alone():
                return
            answer = self.server.answer(line)
        except (OSError, ValueError, KeyError, TypeError) as error:
            answer = {"error": type(error).__name__}
        self.wfile.write(json.dumps(answer).encode() + b"\n")

    def _is_alone(self) -> bool:
        """Whether nobody waits for the answer any more."""
        line = select.poll()
        line.register(self.connection, 0)  # that the other side is gone is said unasked
        return bool(line.poll(0))


class Helper(socketserver.UnixStreamServer):
    """The queue is the socket's own: jobs wait there until the one before them is done."""

    request_queue_size = QUEUE

    def __init__(self, path: str) -> None:
        super().__init__(path, JobHandler)
        self.answers: dict[bytes, dict[str, Any]] = {}
        self.child = JobChild()

    def answer(self, line: bytes) -> dict[str, Any]:
        """The answer to a job; the last ones are kept for whoever stopped waiting and asks again."""
        if line not in self.answers:
            answer = self._done(line)
            if len(self.answers) == REMEMBERED:
                del self.answers[next(iter(self.answers))]
            self.answers[line] = answer
        return self.answers[line]

    def _done(self, line: bytes) -> dict[str, Any]:
        job = json.loads(line)
        if job["job"] not in jobs.JOBS:
            raise KeyError(job["job"])
        return self.child.ask(line)

    def server_close(self) -> None:
        """Takes no jobs any more."""
        super().server_close()
        self.child.end()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A web worker that went away needs no answer."""


def serve(folder: Path) -> Helper:
    """A helper bound to the socket of `folder`; the one before it, if any, gets no more jobs."""
    (folder / NAME).unlink(missing_ok=True)
    with address(folder) as path:
        desk = Helper(path)
    (folder / NAME).chmod(0o600)
    return desk
