"""An evening: what happens when, by the order of moments alone.

People are generators, as the scripts of pages are asynchronous: they yield for how long they wait, or what
they send, and go on with the answer.
"""

import hashlib
import heapq
import itertools
from collections import Counter, deque
from collections.abc import Callable, Generator
from functools import partial
from http.cookies import SimpleCookie
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlencode

from tests.night.machine import Answer, Machine, Request
from tests.night.rows import Rows
from tests.night.world import SECOND, World

HTMX = ("HTTP_HX_REQUEST", "true")
TIMEOUT = 10 * SECOND  # after which a page gives a request up
LOST_REQUEST, LOST_ANSWER, TWICE = "request lost", "answer lost", "request twice"
# Where a process died between a commit and its word about it, others may hear nothing new for some seconds
# (`NEWS_REMEMBERED_FOR`), and a slow request that began before may remember that later still.
SETTLES = 60 * SECOND
EVENTS_MOST = 200_000  # an evening that doesn't end is a mistake of its own


class Broken(Exception):
    """What must hold doesn't; `rule` names it."""

    def __init__(self, rule: str, what: str) -> None:
        self.rule = rule
        super().__init__(f"{rule}: {what}")


class Sent(NamedTuple):
    """A wish of a process: to send this from a phone, and to hear what comes of it."""

    phone: "Phone"
    request: Request


Process = Generator[int | Sent, Answer | None, None]
Asking = Generator[int | Sent, Answer | None, Answer | None]  # a part of a process that ends with an answer


class Watch(Protocol):
    """What looks on."""

    rows: Rows

    def taken(self, request: Request) -> Any:
        """A request comes in; what is to be remembered until it is answered."""

    def answered(self, request: Request, answer: Answer | None, remembered: Any) -> None:
        """The server is done with it, None: without an answer. Raises Broken."""


class Phone:
    """A browser: its cookies, and what its network does to the next requests."""

    def __init__(self, evening: "Evening", name: str) -> None:
        self.evening, self.name = evening, name
        self.jar: dict[str, str] = {}
        self.fates: deque[str] = deque()
        self.offline_until = 0

    @property
    def offline(self) -> bool:
        return self.evening.now < self.offline_until

    def get(self, path: str) -> Asking:
        return (yield Sent(self, Request(path)))

    def poll(self, path: str) -> Asking:
        """As htmx does for a part of a page."""
        return (yield Sent(self, Request(path, headers=(HTMX,))))

    def post(self, path: str, fields: dict[str, Any], *headers: tuple[str, str]) -> Asking:
        """As a form does."""
        form = {"csrfmiddlewaretoken": self.jar.get("csrftoken", ""), **fields}
        return (yield Sent(self, Request(path, body=urlencode(form, doseq=True).encode(), headers=headers)))

    def send(self, path: str, body: bytes) -> Asking:
        """As a page's script does: JSON there and back."""
        headers = (("HTTP_ACCEPT", "application/json"), ("HTTP_X_CSRFTOKEN", self.jar.get("csrftoken", "")))
        return (yield Sent(self, Request(path, body=body, content_type="application/json", headers=headers)))

    def keep(self, answer: Answer) -> None:
        for name, value in answer.headers:
            if name == "Set-Cookie":
                for key, morsel in SimpleCookie(value).items():
                    self.jar[key] = morsel.value

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in sorted(self.jar.items()))


class Evening:
    """Moments in their order, the network between phones and the site."""

    def __init__(self, world: World, count: Counter[str]) -> None:
        self.world, self.lots, self.count = world, world.lots, count
        self.heap: list[tuple[int, int, Callable[[], None]]] = []
        self.numbers = itertools.count()
        self.machine = Machine(world, self.at, count)
        self.watch: Watch
        self.is_watched = True
        self.digest = hashlib.sha256()

    @property
    def now(self) -> int:
        return self.world.clock.steady

    @property
    def is_settled(self) -> bool:
        """Whether everybody is to hear at once of what was acknowledged."""
        return self.now - self.world.clock.shaken > SETTLES and not self.machine.has_unsaid

    def at(self, delay: int, call: Callable[[], None]) -> None:
        heapq.heappush(self.heap, (self.now + delay, next(self.numbers), call))

    def run(self, until: int | None = None) -> None:
        """Until nothing is to happen any more, or a moment."""
        for _ in range(EVENTS_MOST):
            if not self.heap or (until is not None and self.heap[0][0] > until):
                self.world.clock.go_to(max(self.now, until or 0))
                return
            moment, _, call = heapq.heappop(self.heap)
            self.world.clock.go_to(moment)
            call()
        raise Broken("end", "the evening doesn't end")

    def go(self, process: Process) -> None:
        self._step(process, None)

    def _step(self, process: Process, heard: Answer | None) -> None:
        try:
            wish = process.send(heard)
        except StopIteration:
            return
        if isinstance(wish, int):
            self.at(wish, partial(self._step, process, None))
        else:
            self._transmit(wish.phone, wish.request, partial(self._step, process))

    def _lag(self) -> int:
        return 1 + int(self.lots.expovariate(1 / 20_000))

    def _transmit(self, phone: Phone, request: Request, hear: Callable[[Answer | None], None]) -> None:
        """A request on its way, and its answer. A phone hears once, at the latest that time is up."""
        open_ends = [hear]

        def hears(answer: Answer | None) -> None:
            if open_ends:
                if answer is not None:
                    phone.keep(answer)
                open_ends.pop()(answer)

        def comes_back(remembered: Any, asked: Request, answer: Answer | None) -> None:
            self._note(asked, answer)
            if self.is_watched:
                self.watch.answered(asked, answer, remembered)
            if fate != LOST_ANSWER and not phone.offline:
                self.at(self._lag(), partial(hears, answer))

        def arrives() -> None:
            self.machine.take(asks, partial(comes_back, self.watch.taken(asks)))

        asks = request._replace(cookies=phone.cookies, phone=phone.name)
        fate = "" if phone.offline else phone.fates.popleft() if phone.fates else ""
        if phone.offline:
            self.at(self._lag(), partial(hears, None))
            return
        self.at(TIMEOUT, partial(hears, None))
        if fate:
            self.count[fate] += 1
        for _ in range({LOST_REQUEST: 0, TWICE: 2}.get(fate, 1)):
            self.at(self._lag(), arrives)

    def _note(self, request: Request, answer: Answer | None) -> None:
        """Every byte that leaves the site is in the digest."""
        self.digest.update(f"{self.now} {request.path} {answer and answer.status}\n".encode())
        if answer:
            self.digest.update(repr(answer.headers).encode() + answer.body)
