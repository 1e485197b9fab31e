"""Thousands of kept connections in one thread: what asks a site must leave the processor to the site."""

import re
import select
import socket
import time
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from tests.soak.browser import LATE

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
AT_ONCE = 1 << 18  # bytes


class Answer(NamedTuple):
    """Of a request; status 0 where none came."""

    status: int
    seconds: float
    head: bytes = b""
    body: bytes = b""


class Line:
    """One connection, with a request under way at most; it is opened anew where it was closed."""

    def __init__(self, lines: "Lines") -> None:
        self.lines, self.socket, self.received = lines, None, bytearray()
        self.begun, self.then = 0.0, None

    socket: socket.socket | None
    then: Callable[[Answer], None] | None

    def ask(self, request: bytes, then: Callable[[Answer], None]) -> None:
        self.begun, self.then = time.monotonic(), then
        try:
            if self.socket is None:
                self.socket = self.lines.connect(self)
            self.socket.sendall(request)
        except OSError:
            self._close()

    def hear(self) -> None:
        """What has come; the answer goes on once it is whole."""
        assert self.socket is not None
        try:
            data = self.socket.recv(AT_ONCE)
        except OSError:
            data = b""
        if not data:
            self._close()
            return
        self.received += data
        head_end = self.received.find(b"\r\n\r\n") + 4
        if head_end < 4:
            return
        head = bytes(self.received[:head_end])
        length = LENGTH.search(head)
        if len(self.received) >= head_end + (int(length[1]) if length else 0):
            body, self.received = bytes(self.received[head_end:]), bytearray()
            self._answered(Answer(int(head[9:12]), time.monotonic() - self.begun, head, body))

    def is_late(self) -> bool:
        return self.then is not None and time.monotonic() - self.begun > LATE

    def _close(self) -> None:
        if self.socket is not None:
            self.lines.disconnect(self.socket)
        self.socket, self.received = None, bytearray()
        self._answered(Answer(0, time.monotonic() - self.begun))

    def _answered(self, answer: Answer) -> None:
        then, self.then = self.then, None
        if then:
            then(answer)


class Lines:
    """All connections to a site, and what is to be done when."""

    def __init__(self, port: int) -> None:
        self.port, self.poll, self.order = port, select.epoll(), count()
        self.open: dict[int, Line] = {}
        self.due: list[tuple[float, int, Callable[[], None]]] = []

    def connect(self, line: Line) -> socket.socket:
        made = socket.create_connection(("127.0.0.1", self.port), LATE)
        self.open[made.fileno()] = line
        self.poll.register(made, select.EPOLLIN)
        return made

    def disconnect(self, made: socket.socket) -> None:
        self.poll.unregister(made)
        del self.open[made.fileno()]
        made.close()

    def at(self, moment: float, act: Callable[[], None]) -> None:
        """Does something at a moment of the monotonic clock, as soon as there is time for it."""
        heappush(self.due, (moment, next(self.order), act))

    def run(self, end: float) -> None:
        """Until `end`; whatever is under way then stays without an answer."""
        while (now := time.monotonic()) < end:
            while self.due and self.due[0][0] <= now:
                heappop(self.due)[2]()
            following = self.due[0][0] if self.due else end
            for number, _ in self.poll.poll(max(0.0, min(following, end) - time.monotonic())):
                if number in self.open:
                    self.open[number].hear()

    def late(self) -> int:
        """How many have waited too long for their answers."""
        return sum(line.is_late() for line in self.open.values())

    def close(self) -> None:
        for line in list(self.open.values()):
            line.then = None
            if line.socket is not None:
                self.disconnect(line.socket)
        self.poll.close()
