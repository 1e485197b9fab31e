"""How connections are read: waitress, whose event loop gives a thread only to a request that is whole.

What is slow or silent costs a socket and no more: it is closed in time, and where sockets run out it makes
room for the next one. What is answered without asking anybody needs no thread: to wake one and to be told
that it has ended was more than half of what a poll cost.
"""

import resource
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

from config.watching import Watch

SPARE_FILES = 200  # database, helper, files being sent: what a process opens beside its connections
MOST = 4000  # connections of a process: phones keep theirs while they poll
ACCEPTED_AT_ONCE = 64
LARGEST_HEADER = 64 * 1024
LARGEST_BODY = 4 * 1024 * 1024  # more than Django takes, so that it says so in words


class Patience(NamedTuple):
    """How long a connection may keep a socket, in seconds, and how slow a body may be."""

    header: float = 10  # from its first byte, or from the connection's beginning, until it is whole
    silence: float = 30  # between two requests
    body: float = 10  # before its pace is measured
    pace: float = 1024  # bytes a second
    answer: float = 120  # without taking another byte of it
    leaving: float = 5  # for what is under way when the server stops


# By path, query and cookies of a GET: what the application finds in its environment and then answers at once;
# None where it may have to wait.
Find = Callable[[str, str, str], Mapping[str, Any] | None]


class Task(WSGITask):
    """waitress closes a connection behind each answer without a body, and polls get nothing else."""

    def get_environment(self) -> dict[str, Any]:
        return {**super().get_environment(), **(self.channel.found or {})}

    def set_close_on_finish(self) -> None:
        if self.has_body or self.request.connection_close:
            super().set_close_on_finish()


class Channel(HTTPChannel):
    """A connection that knows since when it has been owing something."""

    task_class = Task

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.since, self.served, self.found = time.time(), False, None

    def add_channel(self, map: dict[int, Any] | None = None) -> None:
        super().add_channel(map)
        self.server.watch.stirred.add(self._fileno)

    def del_channel(self, map: dict[int, Any] | None = None) -> None:
        self.server.watch.forget(self._fileno)
        super().del_channel(map)

    def received(self, data: bytes) -> bool:
        """What came in; the clock starts anew with a request, and where its body begins."""
        before = self._stage
        taken: bool = super().received(data)
        if self._stage != before:
            self.since = time.time()
        self.server.serve_at_hand()
        return taken

    @property
    def _stage(self) -> tuple[object, bool]:
        """The request that isn't whole, and whether its header is."""
        return self.request, self.request is not None and self.request.headers_finished

    def service(self) -> None:
        self.served = True
        super().service()
        self.server.answered += 1

    @property
    def busy(self) -> bool:
        """Whether a whole request waits for its answer, or the answer is on its way."""
        return bool(self.requests or self.total_outbufs_len)

    def deadline(self, patience: Patience) -> float:
        """Until when it may go on like this."""
        if self.requests:
            return float("inf")
        if self.total_outbufs_len:
            return self.last_activity + patience.answer
        if self.request is None:
            return self.last_activity + (patience.silence if self.served else patience.header)
        if not self.request.headers_finished:
            return self.since + patience.header
        return self.since + patience.body + self.request.body_bytes_received / patience.pace


class Server(TcpWSGIServer):
    """Serves `application` on a socket that listens already; several processes may share it."""

    channel_class = Channel

    def __init__(
        self,
        application: Callable[..., Any],
        listening: socket.socket,
        threads: int,
        most: int = MOST,
        patience: Patience = Patience(),  # noqa: B008 - a tuple of constants
        find: Find = lambda path, query, cookies: None,
    ) -> None:
        self.find, self.at_hand, self.loop, self.is_awake = find, deque[Channel](), 0, False
        self.patience, self.most = patience, min(most, files_allowed(most + SPARE_FILES) - SPARE_FILES)
        self.answered = self.answered_before = 0
        settings = Adjustments(
            sockets=[listening],
            threads=threads,
            connection_limit=1_000_000,  # waitress would stop accepting; see `handle_accept`
            cleanup_interval=1,
            max_request_header_size=LARGEST_HEADER,
            max_request_body_size=LARGEST_BODY,
            clear_untrusted_proxy_headers=False,  # `config.middleware.behind_proxy` does
            log_socket_errors=False,
            ident=None,
        )
        name = listening.getsockname()
        where = (listening.family, listening.type, listening.proto, name)
        self.watch = Watch({})
        super().__init__(
            application,
            map=self.watch.things,
            _sock=listening,
            adj=settings,
            sockinfo=where,
            bind_socket=False,
        )
        self.watch.stirred.update(self.watch.things)

    def add_task(self, channel: Channel) -> None:
        """A request is whole; what is at hand for it is served by who reads, as soon as it was read."""
        request, channel.found = channel.requests[0], None
        if threading.get_ident() == self.loop and request.command == "GET" and not request.error:
            channel.found = self.find(request.path, request.query, request.headers.get("COOKIE", ""))
        if channel.found is None:
            super().add_task(channel)
        else:
            self.at_hand.append(channel)

    def serve_at_hand(self) -> None:
        self.is_awake = True
        while self.at_hand:
            self.at_hand.popleft().service()
        self.is_awake = False

    def pull_trigger(self) -> None:
        """Wakes who reads, unless that is who asks: every turn begins with what has stirred."""
        if not (self.is_awake and threading.get_ident() == self.loop):
            super().pull_trigger()

    def maintenance(self, now: float) -> None:
        """Closes what has been owing something for too long."""
        for number, channel in list(self.active_channels.items()):
            if now > channel.deadline(self.patience):
                channel.will_close = True
                self.watch.stirred.add(number)

    def handle_accept(self) -> None:
        """Takes what waits; where there are too many, in the place of connections that owe something."""
        for _ in range(ACCEPTED_AT_ONCE):
            if len(self.active_channels) >= self.most:
                self._make_room()
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                return

    def _make_room(self) -> None:
        """Closes the waiting connection whose time is up first, of the address that has most of them."""
        waiting = [channel for channel in self.active_channels.values() if not channel.busy]
        if not waiting:
            return
        of_address = Counter(channel.addr[0] for channel in waiting)
        most = max(of_address.values())
        crowd = (channel for channel in waiting if of_address[channel.addr[0]] == most)
        min(crowd, key=lambda channel: channel.deadline(self.patience)).handle_close()

    def serve(self, leaving: Callable[[], bool], beat: Callable[[], None] = lambda: None) -> None:
        """Until `leaving` says so, and then until what is under way is done; meanwhile there is a `beat` a
        second, unless requests wait and no thread has come to an end with its own.
        """
        self.loop = threading.get_ident()
        while not leaving():
            self.watch.turn(seconds=1)
            if self.answered != self.answered_before or not self.task_dispatcher.queue:
                self.answered_before = self.answered
                beat()
        self.watch.forget(self._fileno)
        wasyncore.dispatcher.del_channel(self)
        self.socket.close()  # accepts nothing more, and who knocks hears it at once
        end = time.time() + self.patience.leaving
        while time.time() < end and any(channel.busy for channel in self.active_channels.values()):
            self.watch.turn(seconds=1)
        self.task_dispatcher.shutdown(timeout=0)


def files_allowed(wanted: int) -> int:
    """How many files this process may open, after asking for as many as are wanted."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft
