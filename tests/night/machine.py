"""The site's computer: workers with threads, of which one runs at a time and hands over at every statement.

A request runs in a thread of its own until it asks the database for something; there it waits until the
scheduler lets it go on. Whoever writes has the database alone, as in SQLite: who begins meanwhile comes again
and again, in the evening's time and not in anybody's. A worker may be killed wherever one of its requests
waits: its memory is gone, its requests have no answer, and what wasn't committed has never been.
"""

import functools
import sqlite3
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, NamedTuple

from django.core.handlers.wsgi import WSGIHandler
from django.db import OperationalError, connections
from django.test import RequestFactory

from tests.night.disk import Disk, as_from_sqlite
from tests.night.world import SECOND, World, forget_drawn

WORKERS, THREADS = 2, 3
HOUSEHOLD = "192.168.1.7"  # a table has one address
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
PATIENCE = 5 * SECOND  # of a connection, before «database is locked»
STATEMENT, BEFORE, AFTER = "statement", "before commit", "after commit"
WAITS = ("lock", "drawing")  # of a thread for others, which asks again and again
NAP = "nap"


class Killed(BaseException):
    """The process that runs this is no more; nothing of the site's code catches it."""


class Request(NamedTuple):
    """What a browser sends. `body` None: a GET. `phone`: whose browser it is, which the site doesn't hear."""

    path: str
    cookies: str = ""
    body: bytes | None = None
    content_type: str = "application/x-www-form-urlencoded"
    headers: tuple[tuple[str, str], ...] = ()
    phone: str = ""

    def environ(self) -> dict[str, Any]:
        method, body = ("GET", b"") if self.body is None else ("POST", self.body)
        about = {"HTTP_COOKIE": self.cookies, "REMOTE_ADDR": HOUSEHOLD, **dict(self.headers)}
        asked = RequestFactory().generic(method, self.path, body, self.content_type, **about)
        environ: dict[str, Any] = asked.environ
        return environ


class Answer(NamedTuple):
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    mistake: str = ""  # the traceback of a mistake of ours

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")  # a picture is none

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")


Hear = Callable[[Request, Answer | None], None]  # who hears the answer; None: the connection broke
At = Callable[[int, Callable[[], None]], None]  # calls something in so many microseconds


class Worker:
    """A process of the site."""

    def __init__(self, machine: "Machine", number: int) -> None:
        self.machine, self.number = machine, number
        self.hands = [Hand(self, n) for n in range(THREADS)]
        self.forget()

    def forget(self) -> None:
        self.memory: dict[str, Any] = {}


class Hand(threading.Thread):
    """A thread of a worker."""

    def __init__(self, worker: Worker, number: int) -> None:
        super().__init__(daemon=True, name=f"worker {worker.number}, thread {number}")
        self.worker, self.machine = worker, worker.machine
        self.mine, self.back = _held(), _held()
        self.request: Request | None = None
        self.hear: Hear | None = None
        self.answer: Answer | None = None
        self.label, self.mistake = "", ""
        self.doomed = self.ends = False
        self.pace, self.patience, self.nap = 1.0, PATIENCE, 0

    def run(self) -> None:
        self.mine.acquire()
        while not self.ends:
            self._serve()
            self.request = None
            self.back.release()
            self.mine.acquire()
        connections.close_all()
        self.back.release()

    def _serve(self) -> None:
        database: Any = connections["default"]
        if self._at_statement not in database.execute_wrappers:
            database.execute_wrappers.append(self._at_statement)
        self.answer, self.label, self.mistake, self.patience = None, "", "", PATIENCE
        assert self.request
        try:
            if self.doomed:
                raise Killed
            self._answers(self.request)
        except Killed:
            if database.connection is not None:
                database.connection.close()
            del connections["default"]
        except Exception:  # noqa: BLE001 -- told as an answer, and found there
            self.answer = Answer(500, (), b"", traceback.format_exc())

    def _answers(self, request: Request) -> None:
        """What is sent is sent, whatever the site does afterwards."""
        said: list[Any] = []
        response = self.machine.site(
            request.environ(), lambda status, headers: said.extend((status, headers))
        )
        status, headers = said
        self.answer = Answer(int(status.split()[0]), tuple(headers), b"".join(response), self.mistake)
        response.close()

    def resume(self) -> bool:
        """Lets it run until it waits; False where it has come to the end of its request."""
        self.mine.release()
        self.back.acquire()
        return self.request is not None

    def pause(self, label: str) -> None:
        """Hands over to the scheduler. Raises Killed."""
        if self.doomed:
            raise Killed
        self.label = label
        self.back.release()
        self.mine.acquire()
        if self.doomed:
            raise Killed

    def sleep(self, seconds: float) -> None:
        """`time.sleep`, in the evening's time."""
        self.nap = int(seconds * SECOND)
        self.pause(NAP)

    def _at_statement(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("PRAGMA busy_timeout ="):
            self.patience = int(sql.rpartition("=")[2]) * 1000
            return None
        begins = sql.startswith("BEGIN")
        database = context["connection"]
        alone = sql.startswith(WRITES) and not database.in_atomic_block
        self.pause(STATEMENT)
        if begins or alone:
            self._wait_for_database()
            self.machine.disk.is_opened_by(database.connection)
        if sql.startswith(WRITES):
            self.machine.disk.is_written()
        if begins:
            self.machine.writer = self
        elif alone:
            self.pause(BEFORE)
            self._wait_for_database()
        found = execute(sql, params, many, context)
        if alone:
            self.pause(AFTER)
        return found

    def _wait_for_database(self) -> None:
        clock = self.machine.world.clock
        until = clock.steady + self.patience
        while self.machine.writer not in (None, self):
            if clock.steady >= until:
                self.machine.count["database is locked"] += 1
                raise _locked()
            self.machine.count["waits for the database"] += 1
            self.pause("lock")


def _held() -> threading.Lock:
    """A lock that somebody else lets go: cheaper than a semaphore, and handed over at every statement."""
    lock = threading.Lock()
    lock.acquire()
    return lock


def _locked() -> OperationalError:
    """As Django passes it on from SQLite."""
    return as_from_sqlite("database is locked", sqlite3.SQLITE_BUSY)


def current() -> Hand:
    """The thread that this runs in."""
    hand = threading.current_thread()
    assert isinstance(hand, Hand)
    return hand


class Machine:
    """Takes requests, lets them run in an order that is drawn, and kills workers when told to."""

    def __init__(
        self, world: World, at: Callable[[int, Callable[[], None]], None], count: Counter[str]
    ) -> None:
        self.world, self.at, self.count = world, at, count
        self.site = WSGIHandler()
        self.disk = Disk(self)
        self.writer: Hand | Disk | None = None
        self.helper_is_stuck = False
        self.waiting: deque[tuple[Request, Hear]] = deque()
        self.dies: tuple[int, str] | None = None  # the worker at the n-th such place from now
        self.statement = 1000  # microseconds, in the mean
        self.parent: dict[str, Any] = {}  # what the process that workers part from has made for all of them
        self.workers = [Worker(self, n) for n in range(WORKERS)]
        for hand in self._hands():
            hand.start()

    def _hands(self) -> list[Hand]:
        return [hand for worker in self.workers for hand in worker.hands]

    @property
    def has_unsaid(self) -> bool:
        """Whether something is committed whose writer hasn't come to saying so."""
        return any(hand.request is not None and hand.label == AFTER for hand in self._hands())

    def take(self, request: Request, hear: Hear) -> None:
        """A request comes in."""
        self.waiting.append((request, hear))
        self._begin()

    def _begin(self) -> None:
        free = [hand for hand in self._hands() if hand.request is None]
        while free and self.waiting:
            hand = free.pop(self.world.lots.randrange(len(free)))
            hand.request, hand.hear = self.waiting.popleft()
            hand.pace = self.world.lots.choice((1, 1, 1, 1, 5, 30))  # some are unlucky at every statement
            self.at(1, functools.partial(self._go_on, hand, hand.request))

    def _go_on(self, hand: Hand, request: Request) -> None:
        if hand.request is not request:  # it was killed meanwhile
            return
        if not hand.resume():
            self.count["requests"] += 1
            self._done(hand, request)
            return
        self.count["statements"] += 1
        if self._dies_at(hand.label):
            self.kill(hand.worker, hand.label)
            return
        mean = 60_000 if hand.label in WAITS else self.statement * hand.pace
        pause = hand.nap if hand.label == NAP else int(self.world.lots.expovariate(1 / mean))
        self.at(1 + pause, functools.partial(self._go_on, hand, request))

    def _dies_at(self, label: str) -> bool:
        if self.dies is None or self.dies[1] != label:
            return False
        left = self.dies[0] - 1
        self.dies = (left, label) if left else None
        return not left

    def kill(self, worker: Worker, label: str) -> None:
        """Nothing is left of it but what stands in the database; another process takes its place."""
        self.count[f"killed {label}"] += 1
        broken = [hand for hand in worker.hands if hand.request is not None]
        if any(hand.label == AFTER for hand in broken):
            self.world.clock.shaken = self.world.clock.steady
        heard = []
        for hand in broken:
            request, hand.doomed = hand.request, True
            while hand.resume():
                pass
            hand.doomed = False
            if self.writer is hand:
                self.writer = None
            heard.append((hand.hear, request, hand.answer))
        worker.forget()
        forget_drawn()
        for hear, request, answer in heard:
            hear(request, answer)
        self._begin()

    def restart(self) -> None:
        """All processes end in the midst of what they do, and begin anew."""
        for worker in self.workers:
            self.kill(worker, "in a restart")
        self.parent.clear()

    def at_once(self, request: Request) -> Answer:
        """The answer while no time goes by and nothing goes wrong, from a process that has just begun."""
        hand = self.workers[0].hands[0]
        hand.request = request
        while hand.resume():
            pass
        assert hand.answer
        return hand.answer

    def _done(self, hand: Hand, request: Request) -> None:
        assert hand.hear
        hand.hear(request, hand.answer)
        self._begin()

    def end(self) -> None:
        """All threads are gone afterwards."""
        for worker in self.workers:
            self.kill(worker, "at the end")
        for hand in self._hands():
            hand.ends = True
            hand.mine.release()
            hand.join()
