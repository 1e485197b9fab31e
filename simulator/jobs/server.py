"""The helper's side of the socket: takes jobs from web workers, has them done in its children, tells what
came of them. One thread, which never waits for anybody: children are forked from it.

A job is a line of JSON over a Unix socket in the data folder, the answer another. Bots have a child of their
own, so that their moves wait for no hint; those of the hints step back while they think. A bot's move is done
in one go, hints in slices, in turn; each stays with the child that has begun it.
"""

import json
import os
import selectors
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Self

from simulator.jobs import estimates
from simulator.jobs.child import LONGEST, JobChild
from simulator.jobs.helper import BUSY, NAME, PATIENCE, QUEUES, address
from simulator.jobs.waiting import Queue, Waiter

BACKLOG = 128  # that nobody has accepted yet
AT_ONCE = 1 << 16  # bytes
DEAF = 0.2  # seconds to take an answer
MOST_BOTS, BOTS_KEPT = 4, 16  # that may wait for the one that thinks, and whose moves are remembered
FORGOTTEN = 5.0  # seconds without a question, after which a hint is counted no further
NICE = 5  # by how much hints step back
MOST_COUNTING = min(2, os.cpu_count() or 1)  # children that count hints
FIELDS = {"choose": ("state", "seat", "seed", "bot"), "estimate": ("state", "seat", "seed"), "rehearse": ()}


@dataclass
class Hand:
    """A child with its queue."""

    queue: Queue
    child: JobChild
    heard: socket.socket | None = None  # the child's line, while it is waited for

    def begin(self, now: float) -> None:
        """Goes on with whatever is next, unless the child is at work."""
        task = None if self.queue.current else self.queue.take(now)
        if task is not None:
            self.child.start(task.job)


@dataclass(eq=False)
class Caller:
    """A connection: what has come of its job, and until when it may take for that."""

    line: socket.socket
    until: float
    heard: bytearray = field(default_factory=bytearray)
    asked: bool = False


class JobServer:
    """A helper at a socket: `serve_forever` until `shutdown`, which other threads may call."""

    def __init__(self, path: str) -> None:
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(path)
        self.door.listen(BACKLOG)
        self.door.setblocking(False)
        self.bell, self.ringing = socket.socketpair()
        self.bots = Hand(Queue(MOST_BOTS, BOTS_KEPT), JobChild())
        self.hints = [
            Hand(Queue(estimates.KEPT, 2 * estimates.KEPT, FORGOTTEN), JobChild(nice=NICE))
            for _ in range(MOST_COUNTING)
        ]
        self.hands = (self.bots, *self.hints)
        self.callers: dict[socket.socket, Caller] = {}
        # Looked at anew each time: what children have inherited stays open there, and epoll would tell of it.
        self.selector = selectors.PollSelector()
        self.selector.register(self.door, selectors.EVENT_READ, self._accept)
        self.selector.register(self.bell, selectors.EVENT_READ, self._stop)
        self.stops = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def serve_forever(self) -> None:
        while not self.stops:
            self.go_on()

    def shutdown(self) -> None:
        self.ringing.send(b"!")

    def close(self) -> None:
        """Takes no jobs any more."""
        for hand in self.hands:
            hand.child.end()
        for caller in list(self.callers.values()):
            self._part(caller)
        for line in (self.door, self.bell, self.ringing):
            line.close()
        self.selector.close()

    def go_on(self) -> None:
        """Waits until something happens, and does what is to be done then."""
        for key, _ in self.selector.select(self._patience()):
            key.data(key.fileobj)
        now = monotonic()
        for hand in self.hands:
            if hand.queue.current and now >= hand.child.until:
                self._hear(hand)
            self._serve(hand, now)
            hand.begin(now)
            self._listen(hand)
        for caller in [each for each in self.callers.values() if not each.asked and now >= each.until]:
            self._part(caller)

    def _stop(self, bell: Any) -> None:
        self.stops = True

    def _patience(self) -> float:
        """Seconds until somebody has waited long enough, or a few."""
        ends = [hand.child.until for hand in self.hands if hand.queue.current]
        ends += [caller.until for caller in self.callers.values()]
        return min(PATIENCE, max(0.0, min(ends, default=float("inf")) - monotonic()))

    # --- Children ------------------------------------------------------------------------------------------

    def _hear(self, hand: Hand) -> None:
        """What a child says: it may be dead, and its line closed."""
        answer = hand.child.hear()
        if answer is not None:
            hand.queue.tell(answer)
        self._listen(hand)

    def _listen(self, hand: Hand) -> None:
        """To the line of a child that is at work, which may be another child by now."""
        line = hand.child.line if hand.queue.current else None
        if line is hand.heard:
            return
        if hand.heard is not None:
            self.selector.unregister(hand.heard)
        if line is not None:
            self.selector.register(line, selectors.EVENT_READ, lambda line: self._hear(hand))
        hand.heard = line

    def _serve(self, hand: Hand, now: float) -> None:
        for task in hand.queue.tasks.values():
            for waiter in task.served(now):
                self._answer(waiter.line, task.answer or estimates.counting(json.loads(task.job)))

    # --- Callers -------------------------------------------------------------------------------------------

    def _accept(self, door: Any) -> None:
        try:
            line, _ = self.door.accept()
        except OSError:
            return
        line.setblocking(False)
        self.callers[line] = Caller(line, monotonic() + PATIENCE)
        self.selector.register(line, selectors.EVENT_READ, self._read)

    def _read(self, line: Any) -> None:
        caller = self.callers.get(line)
        if caller is None:  # has been answered a moment ago
            return
        try:
            part = line.recv(AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        if not part:
            self._answer(caller, {"error": "ValueError"})
        if caller.asked or not part:
            return
        caller.heard += part
        if caller.heard.endswith(b"\n") or len(caller.heard) > LONGEST:
            self._ask(caller)

    def _ask(self, caller: Caller) -> None:
        try:
            asked = json.loads(caller.heard)
            if asked["job"] == QUEUES:
                hints = sum(hand.queue.length for hand in self.hints)
                self._answer(caller, {"bots": self.bots.queue.length, "hints": hints})
                return
            job = {name: asked[name] for name in ("job", "game", *FIELDS[asked["job"]])}
            seen, last = int(asked.get("counted", 0)), bool(asked.get("last"))
            patience = min(max(0.0, float(asked.get("patience", PATIENCE))), PATIENCE)
        except (ValueError, KeyError, TypeError, OverflowError) as error:
            self._answer(caller, {"error": type(error).__name__})
            return
        now = monotonic()
        text = json.dumps(job, sort_keys=True).encode() + b"\n"
        hand = self._hand_for(text) if job["job"] == "estimate" else self.bots
        caller.asked, caller.until = True, float("inf") if hand is self.bots else now + patience
        if hand.queue.ask(text, Waiter(caller, seen, last, caller.until), now) is None:
            self._answer(caller, BUSY)

    def _hand_for(self, hint: bytes) -> Hand:
        """The one that knows it, else that with the fewest."""
        known = (hand for hand in self.hints if hint in hand.queue.tasks)
        return next(known, None) or min(self.hints, key=lambda hand: hand.queue.length)

    def _answer(self, caller: Caller, answer: Any) -> None:
        with suppress(OSError):  # a web worker that went away needs no answer
            caller.line.settimeout(DEAF)
            caller.line.sendall(json.dumps(answer).encode() + b"\n")
        self._part(caller)

    def _part(self, caller: Caller) -> None:
        """The children may have inherited the connection: it ends for them, too."""
        del self.callers[caller.line]
        for hand in self.hands:
            hand.queue.leave(caller)
        self.selector.unregister(caller.line)
        with suppress(OSError):
            caller.line.shutdown(socket.SHUT_RDWR)
        caller.line.close()


def serve(folder: Path) -> JobServer:
    """A helper bound to the socket of `folder`; the one before it, if any, gets no more jobs."""
    (folder / NAME).unlink(missing_ok=True)
    with address(folder) as path:
        server = JobServer(path)
    (folder / NAME).chmod(0o600)
    return server
