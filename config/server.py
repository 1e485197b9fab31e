"""`python -m config.server`: the site in a few processes that share one socket, and the helper beside them.

The code is loaded once, before the processes part. One that dies is started again; the first process does
nothing but watch the others, and stops them when it is told to stop.
"""

import ctypes
import errno
import gc
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NoReturn

from config import connections, environment, network
from web.priority import give_way

ROOT = Path(__file__).resolve().parent.parent
BESIDE = {  # management commands that run as long as the site does
    "helper": ROOT / "simulator" / "management" / "commands" / "helper.py",
    "printer": ROOT / "scoring" / "management" / "commands" / "printer.py",
}
# What they make is wished for by these names: editions to read without a network, what the cases show.
AFTERWARDS = {
    "reading": ("bundle", "--wished"),
    "coverage": ("rules", "coverage", "--wished"),
}
PR_SET_PDEATHSIG = 1
STOPPED_WITHIN = 8  # seconds for a process that was told to stop
WAITING = 1024  # connections that nobody has accepted yet
BREATH = 2.0  # seconds between two starts of one process

log = logging.getLogger("grimoire.server")


class Stopping(Exception):
    """SIGTERM or Ctrl-C."""


class Process:
    """One of the processes of the site; `start` makes it and says its number. One that `ends` has a task."""

    def __init__(self, name: str, start: Callable[[], int], *, ends: bool = False) -> None:
        self.name, self.start, self.ends, self.pid, self.started = name, start, ends, 0, 0.0

    def begin(self) -> None:
        """Starts it, not sooner than a breath after its last beginning."""
        time.sleep(max(0.0, self.started + BREATH - time.monotonic()))
        self.pid, self.started = self.start(), time.monotonic()

    def tell(self, number: int) -> None:
        if self.pid:
            os.kill(self.pid, number)


def main() -> None:
    """Serves until SIGTERM or Ctrl-C."""
    host, port = os.environ.get("HOST") or "127.0.0.1", environment.port("PORT", 8000)
    listening = listen(host, port)
    from config.wsgi import application

    hold_folder()
    allocate_shared()
    gc.freeze()  # what is loaded stays shared: collecting would write into each page of it
    from django.conf import settings

    number, threads = environment.count("WORKERS", 2), settings.THREADS
    processes = [
        Process(f"web {n}", partial(fork, partial(work, application, listening, threads)))
        for n in range(1, number + 1)
    ]
    processes += [Process(name, partial(fork, partial(become, name))) for name in beside()]
    with stopped_by_signals():
        try:
            for process in processes:
                process.begin()
            print(network.invitation(host, port, environment.origin("PUBLIC_URL")), flush=True)
            for line in advice():
                print(line, file=sys.stderr, flush=True)
            for process in afterwards():
                processes.append(process)
                process.begin()
            watch(processes)
        except Stopping:
            pass
        finally:
            stop(processes)


def hold_folder() -> None:
    """Nobody puts other data into the folder while the site runs."""
    from django.conf import settings

    from web import keeping

    try:
        keeping.hold(Path(settings.DATA_DIR))
    except keeping.NotDone as error:
        sys.exit(str(error))


def allocate_shared() -> None:
    """What the processes share has its room on the disk before they part."""
    from web import limits, polling, told_once

    try:
        for numbers in (limits.SPENT, limits.SPENT_BY_ALL, polling.WRITTEN.here, told_once.TOLD):
            numbers.allocate()
    except OSError as error:
        if error.errno == errno.ENOSPC:
            sys.exit("На диске нет места: в папке данных не поместились два мегабайта общих чисел.")
        sys.exit(f"В папку данных не записать: {error.strerror}.")


def beside() -> list[str]:
    """The commands of these processes; without one that prints whoever asks for a PDF makes it."""
    from django.conf import settings

    unwanted = {"printer"} if settings.PRINT_AT_ONCE else set()
    return [name for name, path in BESIDE.items() if path.exists() and name not in unwanted]


def afterwards() -> list[Process]:
    """What begins when the site answers, if it is wished for: script/prepare.py says when it is."""
    from web import wishes

    return [
        Process(name, partial(fork, partial(become, *command, gives_way=True)), ends=True)
        for name, command in AFTERWARDS.items()
        if wishes.open_wish(name)
    ]


def advice() -> list[str]:
    """What the environment leaves half done."""
    found = []
    if environment.origin("PUBLIC_URL").startswith("https://") and not environment.networks("TRUSTED_PROXY"):
        found.append(
            "PUBLIC_URL с https, а TRUSTED_PROXY не задан: заголовкам посредника сайт не поверит. См. README."
        )
    if os.environ.get("DATABASE_URL") and not os.environ.get("REDIS_URL"):
        found.append(
            "DATABASE_URL задан, а REDIS_URL нет: если машин две, новости с другой опаздывают до двух секунд "
            "и ограничения у каждой свои. См. README."
        )
    return found


def listen(host: str, port: int) -> socket.socket:
    """The socket that all processes share; one sentence if it can't be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=WAITING)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sys.exit(f"Порт {port} занят: сайт уже запущен? На другом порту: PORT={port + 1} script/server")
        sys.exit(f"На адресе {network.url(host, port)} слушать нельзя: проверьте HOST и PORT.")


def work(application: Callable[..., object], listening: socket.socket, threads: int) -> None:
    """A web process: answers until it is told to stop."""
    told: list[int] = []
    server = connections.Server(application, listening, threads)

    def leave(number: int, frame: object) -> None:
        told.append(number)
        server.pull_trigger()

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    server.serve(lambda: bool(told))


def fork(body: Callable[[], None]) -> int:
    """A copy of this process that does `body` and ends."""
    pid = os.fork()
    if pid:
        return pid
    try:
        die_with_parent()
        body()
        leave_at_once(0)
    except Stopping:
        leave_at_once(0)
    except BaseException:  # a copy never goes on as its original
        log.exception("a web process fails")
        leave_at_once(1)


def leave_at_once(code: int) -> NoReturn:
    """Without what the original would do at its end."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def become(name: str, *options: str, gives_way: bool = False) -> NoReturn:
    """A management command in a session of its own: Ctrl-C reaches only the first process, which stops it."""
    os.setsid()
    if gives_way:
        give_way()
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, str(ROOT / "manage.py"), name, *options])


def die_with_parent() -> None:
    """Even a killed server leaves nobody behind; only Linux has that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    def raise_stopping(number: int, frame: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise Stopping

    signal.signal(signal.SIGTERM, raise_stopping)
    signal.signal(signal.SIGINT, raise_stopping)
    yield


def watch(processes: list[Process]) -> NoReturn:
    """Starts again whatever dies; a task that failed is left for the next start."""
    while True:
        pid, status = os.wait()
        for process in processes:
            if process.pid == pid:
                process.pid = 0
                if not process.ends:
                    log.error("%s died (%s), starting it again", process.name, describe(status))
                    process.begin()
                elif status:
                    log.error("%s died (%s), the next start does it again", process.name, describe(status))


def describe(status: int) -> str:
    """«signal 9» or «exit 1»."""
    code = os.waitstatus_to_exitcode(status)
    return f"signal {-code}" if code < 0 else f"exit {code}"


def stop(processes: list[Process]) -> None:
    """Tells all to stop; whoever doesn't in time is killed."""
    for process in processes:
        process.tell(signal.SIGTERM)
    end = time.monotonic() + STOPPED_WITHIN
    while any(process.pid for process in processes):
        for process in processes:
            if process.pid and os.waitpid(process.pid, os.WNOHANG)[0]:
                process.pid = 0
        if time.monotonic() > end:
            for process in processes:
                process.tell(signal.SIGKILL)
        time.sleep(0.02)


if __name__ == "__main__":
    main()
