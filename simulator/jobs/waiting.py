"""Who waits for what: jobs in their order, with everybody who asks for them. A job is never done twice: who
asks the same shares it, and what came of the last ones is kept. It knows no clock, but is told the time.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Waiter(NamedTuple):
    """Somebody who has asked: how many worlds of a hint they know, whether they ask for no other part of it,
    and until when they wait.
    """

    line: Any
    seen: int = 0
    last: bool = False
    until: float = float("inf")


@dataclass(eq=False)
class SharedJob:
    """A job, and what has come of it so far; `over`: there is no more to come."""

    job: bytes
    asked: float = 0.0  # when somebody did last
    answer: Mapping[str, Any] | None = None
    over: bool = False
    waiters: list[Waiter] = field(default_factory=list)

    def tell(self, answer: Mapping[str, Any]) -> None:
        """More has come of it. A child that had to begin anew may know less than was told before."""
        self.over = "error" in answer or answer.get("done", True)
        known = self.answer or {}
        is_less = "error" not in answer and answer.get("counted", 0) < known.get("counted", 0)
        self.answer = {**known, "done": self.over} if is_less else answer

    def served(self, now: float) -> Iterator[Waiter]:
        """Those who needn't wait any more: there is something new for them, or their time is over."""
        served = [each for each in self.waiters if self._is_served(each, now)]
        self.waiters = [each for each in self.waiters if each not in served]
        return iter(served)

    def _is_served(self, waiter: Waiter, now: float) -> bool:
        if self.over or now >= waiter.until:
            return True
        return self.answer is not None and not waiter.last and self.answer.get("counted", 0) > waiter.seen


@dataclass
class Queue:
    """Jobs to be done one after another, each until it is over or its turn ends: then others are next.

    At most `most` wait, and `kept` are remembered. One that nobody has asked about for `forgotten` seconds
    waits no more.
    """

    most: int
    kept: int
    forgotten: float = 0.0
    tasks: dict[bytes, SharedJob] = field(default_factory=dict)  # the last asked last
    turn: deque[SharedJob] = field(default_factory=deque)
    current: SharedJob | None = None

    @property
    def length(self) -> int:
        return len(self.turn) + (self.current is not None)

    def ask(self, job: bytes, waiter: Waiter, now: float) -> SharedJob | None:
        """The task of a job; None where too many wait."""
        task = self.tasks.pop(job, None) or SharedJob(job)
        if not (task.over or task is self.current or task in self.turn):
            if len(self.turn) >= self.most:
                return None
            self.turn.append(task)
        task.asked = now
        task.waiters.append(waiter)
        self.tasks[job] = task
        self._forget()
        return task

    def leave(self, line: Any) -> None:
        """Somebody has gone."""
        for task in self.tasks.values():
            task.waiters = [each for each in task.waiters if each.line is not line]

    def take(self, now: float) -> SharedJob | None:
        """The next one to be gone on with; None where nobody waits."""
        while self.turn:
            task = self.turn.popleft()
            if task.waiters or now - task.asked < self.forgotten:
                self.current = task
                return task
        return None

    def tell(self, answer: Mapping[str, Any]) -> None:
        """What has come of the one that was taken."""
        task, self.current = self.current, None
        if task is not None:
            task.tell(answer)
            if not task.over:
                self.turn.append(task)

    def _forget(self) -> None:
        """The oldest of those for whom nobody waits."""
        idle = [job for job, task in self.tasks.items() if not (task.waiters or task in self.turn)]
        for job in idle[: max(0, len(self.tasks) - self.kept)]:
            del self.tasks[job]
