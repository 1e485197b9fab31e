"""The process in which jobs are done: one that never ends, or ends its process, hurts nobody else."""

import json
import os
import select
import signal
import socket
from contextlib import suppress
from time import monotonic
from typing import Any, NoReturn

from rulebook.failures import Failure
from simulator.jobs import jobs
from simulator.jobs.jobs import Job, JobFailed
from simulator.jobs.limits import BY_THE_CLOCK, JOB_SECONDS

LONGEST = 1 << 20  # bytes of a job, and of an answer
GRACE = 1.0  # seconds for a job that runs over to say where it is; what is deaf is killed then
TRIES = 2  # a child that somebody else has killed is no fault of the job
AT_ONCE = 1 << 16  # bytes


def can_fork() -> bool:
    """Whether there can be a child: not on every system, and not in a browser."""
    return hasattr(os, "fork")


class JobChild:
    """A copy of this process that does one job after another. It stands until a job runs over, or kills it:
    then there is another one for the next job. `nice`: by how much it steps back for other processes.
    """

    def __init__(self, seconds: float = JOB_SECONDS, nice: int = 0) -> None:
        self.patience, self.nice = BY_THE_CLOCK * seconds + GRACE, nice
        self.pid = 0
        self.line: socket.socket | None = None
        self.job, self.tries, self.heard = b"", 0, b""
        self.until = 0.0  # when the job that it does has run over

    def ask(self, job: bytes) -> dict[str, Any]:
        """The answer to a job, which is a line of JSON; `error` where it failed: see `failure_in`."""
        self.start(job)
        while (answer := self.hear()) is None:
            self._wait()
        return answer

    def start(self, job: bytes) -> None:
        """Gives it a job; `hear` tells the answer. Once `line` can be read there is more of it."""
        self.job, self.tries = job, 0
        self._try()

    def hear(self) -> dict[str, Any] | None:
        """The answer to the job; None while there is none. Waits for nothing."""
        try:
            answer = self._heard()
        except (OSError, ValueError):
            self.end()
            if self.tries == TRIES:
                return told(Failure("SystemExit: the job ends its process", "SystemExit", ""))
            self._try()
            return None
        if answer is None and monotonic() >= self.until:
            answer = told(Failure("TimeOver", "TimeOver", "", self.patience))
        if answer and answer.get("seconds"):
            self.end()
        return answer

    def end(self) -> None:
        """Whatever it is doing."""
        if self.line is not None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.line.close()
            self.line = None

    def _try(self) -> None:
        self.tries += 1
        self.heard, self.until = b"", monotonic() + self.patience
        line = self.line or self._begin()
        line.settimeout(self.patience)
        with suppress(OSError):  # of one that is dead, which `hear` finds
            line.sendall(self.job)
        line.setblocking(False)

    def _heard(self) -> dict[str, Any] | None:
        """The answer once it is whole. Raises OSError or ValueError where the child is dead."""
        if self.line is None:
            raise ConnectionResetError
        try:
            part = self.line.recv(AT_ONCE)
        except BlockingIOError:
            return None
        if not part:
            raise ConnectionResetError
        self.heard += part
        if not self.heard.endswith(b"\n"):
            return None
        answer: dict[str, Any] = json.loads(self.heard)
        return answer

    def _wait(self) -> None:
        if self.line is not None:
            poll = select.poll()
            poll.register(self.line, select.POLLIN)
            poll.poll(1000 * max(0.0, self.until - monotonic()))

    def _begin(self) -> socket.socket:
        line, own = socket.socketpair()
        self.pid = os.fork()
        if not self.pid:
            line.close()
            _work(own, self.nice)
        own.close()
        self.line = line
        return line


def _work(line: socket.socket, nice: int) -> NoReturn:
    """Until nobody asks any more: also a parent that was killed has closed its end."""
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
        os.nice(nice)
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
