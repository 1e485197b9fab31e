"""Slow and silent connections (review, H1): they cost a socket, never a thread, and are closed in time.

A tiny application stands for the site: what is tried is how connections are read.
"""

import http.client
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser

from config.connections import Channel, Patience, Server
from tests.setup.site import wait_until

THREADS = 2
LONG_AGO = 1_000_000.0
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n"
HURRY = Patience(header=0.2, silence=0.2, body=0.2, pace=10_000)


def application(environ: dict, start_response: Callable) -> list[bytes]:
    """Says how much came in; a poll at /204 gets nothing."""
    if environ["PATH_INFO"] == "/204":
        start_response("204 No Content", [])
        return []
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(len(environ["wsgi.input"].read())).encode()]


@contextmanager
def serving(
    site: Callable = application,
    leaving: Callable[[], None] = lambda: None,
    beat: Callable[[], None] = lambda: None,
    **settings: object,
) -> Iterator[int]:
    """The port of a server with these settings; `leaving` is done when it has been told to stop."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
    told = threading.Event()
    server = Server(site, listening, THREADS, **settings)
    thread = threading.Thread(target=server.serve, args=[told.is_set, beat])
    thread.start()
    yield listening.getsockname()[1]
    told.set()
    server.pull_trigger()
    leaving()
    thread.join()
    wasyncore.close_all(server._map)
    listening.close()


def connect(port: int, said: bytes = b"", host: str = "127.0.0.1") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(host, 0))
    line.sendall(said)
    return line


def ask(port: int, method: str = "GET", path: str = "/", body: bytes | None = None) -> tuple[str, float]:
    """The answer and how long it took."""
    begun = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, body)
    answer = connection.getresponse().read().decode()
    connection.close()
    return answer, time.monotonic() - begun


@pytest.mark.parametrize("addresses", [1, 5])
@pytest.mark.parametrize("each", [24, 250])
def test_silent_and_half_sent_connections_leave_other_pages_quick(each: int, addresses: int) -> None:
    with serving() as port, ExitStack() as held:
        for n in range(each):
            for said in (HEAD, b"", POST + b"n"):
                held.enter_context(connect(port, said, f"127.0.0.{1 + n % addresses}"))
        for _ in range(5):
            answer, seconds = ask(port, "POST", body=b"name=Olya")
            assert answer == "9"
            assert seconds < Patience().header / 2  # one that waits takes all of it


def test_where_sockets_run_out_those_that_owe_something_make_room() -> None:
    with serving(most=20) as port, ExitStack() as held:
        for n in range(60):
            held.enter_context(connect(port, HEAD if n % 2 else b""))
        assert ask(port)[0] == "0"


def test_a_crowd_from_one_address_does_not_push_out_the_others() -> None:
    with serving(most=20) as port, connect(port, HEAD, "127.0.0.2") as phone, ExitStack() as held:
        for _ in range(60):
            held.enter_context(connect(port, HEAD, "127.0.0.3"))
        ask(port)
        phone.sendall(b"\r\n")
        assert phone.recv(100).startswith(b"HTTP/1.1 200 OK")


def test_what_is_not_whole_in_time_is_closed() -> None:
    """H1: a half-sent header was held for 150 s, a half-sent body took a thread for good."""
    with serving(patience=HURRY) as port, ExitStack() as held:
        for line in [held.enter_context(connect(port, said)) for said in (b"", HEAD, POST + b"n")]:
            assert line.recv(100) == b""


def test_many_requests_of_one_connection_are_answered_in_it_polls_too() -> None:
    with serving() as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.connect()
        line = connection.sock
        for path, status in (("/204", 204), ("/", 200), ("/204", 204)):
            connection.request("GET", path)
            answer = connection.getresponse()
            assert (answer.status, bool(answer.read())) == (status, status == 200)
        assert connection.sock is line
        connection.close()


def test_what_is_under_way_is_answered_before_the_server_leaves() -> None:
    asked, goes_on = threading.Event(), threading.Event()

    def thoughtful(environ: dict, start_response: Callable) -> list[bytes]:
        asked.set()
        goes_on.wait(10)
        return application(environ, start_response)

    with ThreadPoolExecutor(1) as phone:
        with serving(thoughtful, goes_on.set) as port:
            answer = phone.submit(ask, port)
            assert asked.wait(10)
        assert answer.result()[0] == "0"


# --- Deadlines ----------------------------------------------------------------------------------------------


def channel(header: bytes = b"", body: int = 0) -> Channel:
    """A connection whose bytes all came long ago."""
    made = Channel.__new__(Channel)
    made.requests, made.total_outbufs_len, made.served = [], 0, True
    made.since = made.last_activity = LONG_AGO
    if header:
        made.request = HTTPRequestParser(Adjustments())
        made.request.received(header)
        made.request.body_bytes_received = body
    return made


def allowed(header: bytes, body: int = 0) -> float:
    """How many seconds a connection may go on that has sent this much of a request."""
    return channel(header, body).deadline(Patience()) - LONG_AGO


def test_a_header_has_ten_seconds() -> None:
    assert allowed(HEAD) == 10


@pytest.mark.parametrize("seconds", [1, 5, 30, 300])
def test_a_body_may_come_at_two_kilobytes_a_second_but_not_at_half_of_one(seconds: int) -> None:
    """Issue 16: «a body slower than 1 KB/s closes it … a phone on a slow line (2 KB/s) still … posts»."""
    assert allowed(POST, 2048 * seconds) > seconds
    assert (allowed(POST, 512 * seconds) < seconds) == (seconds > 20)


def test_an_answer_that_is_being_worked_on_waits_for_nobody() -> None:
    made = channel()
    made.requests = [object()]
    assert made.deadline(Patience()) == float("inf")


def test_where_all_threads_are_stuck_and_others_wait_there_is_no_beat() -> None:
    """L1: «the first process kills one that hasn't beaten while requests wait», and no other."""
    stuck, beats = threading.Semaphore(0), threading.Semaphore(0)
    entered = threading.Semaphore(0)

    def slow(environ: dict, start_response: Callable) -> list[bytes]:
        entered.release()
        stuck.acquire()
        return application(environ, start_response)

    with serving(slow, beat=beats.release) as port, ExitStack() as held:
        for _ in range(THREADS):
            held.enter_context(connect(port, HEAD + b"\r\n"))
            assert entered.acquire(timeout=10)
        while beats.acquire(blocking=False):
            pass
        assert beats.acquire(timeout=10)  # busy, and nobody waits
        waiting = held.enter_context(connect(port, HEAD + b"\r\n"))
        while beats.acquire(timeout=1.5):
            pass
        stuck.release(THREADS + 1)
        assert waiting.recv(12) == b"HTTP/1.1 200"
        assert beats.acquire(timeout=10)


def test_a_request_asks_nothing_of_the_connections_that_are_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand phones keep their connections: to ask each at every turn was most of what a poll cost."""
    asked: Counter[object] = Counter()

    def readable(channel: Channel) -> bool:
        asked[channel.addr] += 1
        return bool(HTTPChannel.readable(channel))

    with serving() as port, ExitStack() as held:
        silent = [held.enter_context(connect(port)).getsockname() for _ in range(100)]
        ask(port)  # by now all are accepted
        monkeypatch.setattr(Channel, "readable", readable)
        for _ in range(20):
            ask(port)
    assert len(asked) >= 20
    assert all(asked[line] <= 1 for line in silent)


def test_what_is_at_hand_is_answered_though_all_threads_are_stuck() -> None:
    """To wake a thread was most of what a poll without news cost; who reads answers what needs no waiting,
    several requests of one connection in their order.
    """
    stuck, entered = threading.Semaphore(0), threading.Semaphore(0)

    def slow_or_at_hand(environ: dict, start_response: Callable) -> list[bytes]:
        if "found" in environ:
            start_response("200 OK", [("Content-Length", "1")])
            return [environ["found"]]
        entered.release()
        stuck.acquire()
        return application(environ, start_response)

    def find(path: str, query: str, cookies: str) -> dict[str, bytes] | None:
        return {"found": query.encode()} if (path, cookies) == ("/at-hand", "who=me") else None

    with serving(slow_or_at_hand, find=find) as port, ExitStack() as held:
        for _ in range(THREADS):
            held.enter_context(connect(port, HEAD + b"\r\n"))
            assert entered.acquire(timeout=10)
        asked = [HEAD.replace(b"/ ", b"/at-hand?%d " % n) + b"Cookie: who=me\r\n\r\n" for n in range(3)]
        line = held.enter_context(connect(port, b"".join(asked)))
        answers = b""
        while answers.count(b"\r\n\r\n") < 3 or not answers.endswith(b"2"):
            answers += line.recv(1000)
        assert [each[:1] for each in answers.split(b"\r\n\r\n")[1:]] == [b"0", b"1", b"2"]
        stuck.release(THREADS)


def test_while_it_leaves_nobody_new_is_kept_waiting() -> None:
    """A proxy that is refused asks another machine; what waits unaccepted is lost with the end."""
    stuck, entered = threading.Event(), threading.Event()

    def slow(environ: dict, start_response: Callable) -> list[bytes]:
        entered.set()
        stuck.wait(10)
        return application(environ, start_response)

    def refused() -> bool:
        try:
            connect(port).close()
        except ConnectionRefusedError:
            return True
        return False

    def others_are_refused() -> None:
        try:
            wait_until(refused)
        finally:
            stuck.set()

    with ExitStack() as held:
        with serving(slow, leaving=others_are_refused) as port:
            under_way = held.enter_context(connect(port, HEAD + b"\r\n"))
            assert entered.wait(10)
        assert under_way.recv(12) == b"HTTP/1.1 200"
