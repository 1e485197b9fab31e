"""The process in which jobs are done: one that never ends, or ends its process, hurts nobody else."""

import json
import os
import signal
import socket
from typing import Any, NoReturn

from rulebook.failures import Failure
from simulator.jobs import jobs
from simulator.jobs.jobs import Job, JobFailed
from simulator.jobs.limits import JOB_SECONDS

LONGEST = 1 << 20  # bytes of a job, and of an answer
GRACE = 1.0  # seconds for a job that runs over to say where it is; what is deaf is killed then


def can_fork() -> bool:
    """Whether there can be a child: not on every system, and not in a browser."""
    return hasattr(os, "fork")


class JobChild:
    """A copy of this process that does one job after another. It stands until a job runs over, or kills it:
    then there is another one for the next job.
    """

    def __init__(self, seconds: float = JOB_SECONDS) -> None:
        self.patience = seconds + GRACE
        self.pid = 0
        self.line: socket.socket | None = None

    def ask(self, job: bytes) -> dict[str, Any]:
        """The answer to a job, which is a line of JSON; `error` where it failed: see `failure_in`."""
        for _ in range(2):  # one that somebody else has killed is no fault of the job
            try:
                answer = self._asked(job)
            except TimeoutError:
                answer = told(Failure("TimeOver", "TimeOver", "", self.patience))
            except (OSError, ValueError):
                self.end()
                continue
            if answer.get("seconds"):
                self.end()
            return answer
        return told(Failure("SystemExit: the job ends its process", "SystemExit", ""))

    def _asked(self, job: bytes) -> dict[str, Any]:
        line = self.line or self._begin()
        line.sendall(job)
        with line.makefile("rb") as answers:
            answer: dict[str, Any] = json.loads(answers.readline(LONGEST))
        return answer

    def _begin(self) -> socket.socket:
        line, own = socket.socketpair()
        self.pid = os.fork()
        if not self.pid:
            line.close()
            _work(own)
        own.close()
        line.settimeout(self.patience)
        self.line = line
        return line

    def end(self) -> None:
        """Whatever it is doing."""
        if self.line is not None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.line.close()
            self.line = None


def _work(line: socket.socket) -> NoReturn:
    """Until nobody asks any more: also a parent that was killed has closed its end."""
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
        with line.makefile("rwb") as both:
            while job := both.readline(LONGEST):
                both.write(json.dumps(done(json.loads(job))).encode() + b"\n")
                both.flush()
    finally:
        os._exit(0)  # without what the original would do at its end


def done(job: Job) -> dict[str, Any]:
    """A job done in this process, with the answer that a child would give."""
    try:
        return jobs.run(job)
    except JobFailed as error:
        return told(error.failure)


def told(failure: Failure) -> dict[str, Any]:
    return {"error": failure.what, **failure._asdict()}


def failure_in(answer: Any) -> Failure | None:
    """What went wrong, if an answer tells of a game that failed."""
    if not (isinstance(answer, dict) and answer.keys() >= {"error", *Failure._fields}):
        return None
    return Failure(*(answer[name] for name in Failure._fields))
