"""`python -m config.server`: the site in a few processes that share one socket, and the helper beside them.

The code is loaded once, before the processes part. One that dies or hangs is started again; the first process
does nothing but watch the others and the disk, and stops them when it is told to stop.
"""

import atexit
import ctypes
import errno
import gc
import logging
import mmap
import os
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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
PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15
STOPPED_WITHIN = 8  # seconds for a process that was told to stop
WAITING = 1024  # connections that nobody has accepted yet
BREATH = 2.0  # seconds between two starts of one process
LOOK = 1.0  # seconds between two looks at all of them
HANGS = 45  # looks at which a web process hasn't moved; a request of 30 s is slow and no more
DISK_TOLD = 3600.0  # seconds between two lines that there is little of it

log = logging.getLogger("grimoire.server")


class Stopping(Exception):
    """SIGTERM or Ctrl-C."""


class Pulse:
    """Beats of a process, in memory that it shares with the one that began it."""

    def __init__(self) -> None:
        self.count = memoryview(mmap.mmap(-1, 8)).cast("Q")
        self.before = self.same = 0

    def beat(self) -> None:
        self.count[0] += 1

    def has_stopped(self) -> bool:
        """Looks; whether so many looks have seen no beat. Looks are counted, and no seconds: who looks may
        have been asleep as well.
        """
        self.same = self.same + 1 if self.count[0] == self.before else 0
        self.before = self.count[0]
        return self.same >= HANGS


class Process:
    """One of the processes of the site; `start` makes it and says its number. One that `ends` has a task."""

    def __init__(
        self, name: str, start: Callable[[], int], *, ends: bool = False, pulse: Pulse | None = None
    ) -> None:
        self.name, self.start, self.ends, self.pid, self.started = name, start, ends, 0, 0.0
        self.pulse = pulse

    def begin(self) -> None:
        """Starts it, not sooner than a breath after its last beginning."""
        time.sleep(max(0.0, self.started + BREATH - time.monotonic()))
        self.pid, self.started = self.start(), time.monotonic()

    def end_if_it_hangs(self) -> None:
        """Whoever waits for its end begins it again."""
        if self.pulse and self.pulse.has_stopped():
            self.pulse.same = 0
            log.error("%s hangs, killing it", self.name)
            self.tell(signal.SIGKILL)

    def tell(self, number: int) -> None:
        if self.pid:
            os.kill(self.pid, number)


def main() -> None:
    """Serves until SIGTERM or Ctrl-C."""
    host, port = os.environ.get("HOST") or "127.0.0.1", environment.port("PORT", 8000)
    listening = listen(host, port)
    count_together(port)
    gc.disable()  # next to nothing of what is loaded goes again
    from config.wsgi import application

    hold_folder()
    allocate_shared()
    gc.freeze()  # what is loaded stays shared: collecting would write into each page of it
    gc.enable()
    from django.conf import settings

    number, threads = environment.count("WORKERS", 2), settings.THREADS
    processes = [
        web_process(f"web {n}", partial(work, application, listening, threads)) for n in range(1, number + 1)
    ]
    others = [Process(name, partial(fork, partial(turn_into, name, listening))) for name in beside()]
    with stopped_by_signals() as stop_if_told:
        try:
            for process in processes:
                process.begin()
            print(network.invitation(host, port, environment.origin("PUBLIC_URL")), flush=True)
            for process in others:
                processes.append(process)
                process.begin()
            for line in advice():
                print(line, file=sys.stderr, flush=True)
            for process in afterwards():
                processes.append(process)
                process.begin()
            watch(processes, stop_if_told)
        except Stopping:
            pass
        finally:
            listening.close()  # a proxy goes to another machine at once, and loses no form here
            stop(processes)


def web_process(name: str, body: Callable[[Callable[[], None]], None]) -> Process:
    """A process that answers; `body` is told what to beat."""
    pulse = Pulse()
    return Process(name, partial(fork, partial(body, pulse.beat)), pulse=pulse)


def count_together(port: int) -> None:
    """All processes of this server count their answers in one folder, from nothing: `config.metrics`, whose
    library asks for it as it is imported. What can't be written here is told of by whoever needs it next.
    """
    from config.settings import DATA_DIR

    folder = DATA_DIR / "metrics" / str(port)
    with suppress(OSError):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700, parents=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def hold_folder() -> None:
    """Nobody puts other data into the folder while the site runs."""
    from django.conf import settings

    from web import keeping

    folder = Path(settings.DATA_DIR)
    try:
        with keeping.in_one_sentence(folder):
            keeping.hold(folder)
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


def work(
    application: Callable[..., object], listening: socket.socket, threads: int, beat: Callable[[], None]
) -> None:
    """A web process: answers until it is told to stop."""
    from config import metrics
    from web import polling

    if metrics.FOLDER in os.environ:
        metrics.make_room()
    told: list[int] = []
    server = connections.Server(application, listening, threads, find=polling.at_hand)

    def leave(number: int, frame: object) -> None:
        told.append(number)
        server.pull_trigger()

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    server.serve(lambda: bool(told), beat)


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
        log.exception("a process of the site fails")
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


def turn_into(name: str, listening: socket.socket) -> None:
    """The same without loading the code again: more than half of what such a process takes is shared then."""
    from django.core.management import call_command

    listening.close()
    os.setsid()
    os.chdir(ROOT)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode())
    try:
        with suppress(SystemExit):  # told to stop
            call_command(name)
    finally:
        atexit._run_exitfuncs()  # drops font files; the end of a copy does nothing by itself


def die_with_parent() -> None:
    """Even a killed server leaves nobody behind; only Linux has that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@contextmanager
def stopped_by_signals() -> Iterator[Callable[[], None]]:
    """Gives what raises Stopping if it was told to: what is raised while a process is copied is dropped."""
    told: list[int] = []

    def raise_stopping(number: int, frame: object) -> None:
        told.append(number)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise Stopping

    def stop_if_told() -> None:
        if told:
            raise Stopping

    signal.signal(signal.SIGTERM, raise_stopping)
    signal.signal(signal.SIGINT, raise_stopping)
    yield stop_if_told


def watch(processes: list[Process], stop_if_told: Callable[[], None]) -> NoReturn:
    """Starts again whatever dies or hangs; a task that failed is left for the next start."""
    disk_told = -DISK_TOLD
    while True:
        stop_if_told()
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            time.sleep(LOOK)
            for process in processes:
                process.end_if_it_hangs()
            if time.monotonic() - disk_told >= DISK_TOLD and warn_of_disk():
                disk_told = time.monotonic()
            continue
        for process in processes:
            if process.pid == pid:
                process.pid = 0
                if not process.ends:
                    log.error("%s died (%s), starting it again", process.name, describe(status))
                    process.begin()
                elif status:
                    log.error("%s died (%s), the next start does it again", process.name, describe(status))


def warn_of_disk() -> bool:
    """A line if there is little room; whether there was one."""
    from config import health

    free = health.free_disk()
    if free >= health.LITTLE_DISK:
        return False
    log.warning("little room on the disk: %d MB are free", free)
    return True


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
