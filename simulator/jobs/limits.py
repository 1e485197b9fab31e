"""How long a job may take: what runs over is interrupted, wherever it is."""

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

JOB_SECONDS = 10.0  # for a bot's choice, or a hint
AGAIN = 0.25  # seconds after which what goes on nevertheless is interrupted once more

Clock = Callable[[], float]


class TimeOver(BaseException):
    """Raised in the middle of what runs over. No Exception: a bot may catch all of them and go on."""


@contextmanager
def time_limit(seconds: float, clock: Clock = time.monotonic) -> Iterator[None]:
    """Raises TimeOver in what is done inside once it has taken so many seconds of a clock."""
    watch = _Watch(seconds, clock)
    try:
        watch.start()
    except RuntimeError:  # no threads here, as in a browser: each line looks at the clock itself
        with _traced(clock() + seconds, clock):
            yield
        return
    try:
        yield
    finally:
        watch.stop()


class _Watch(threading.Thread):
    """Interrupts the thread that made it, unless it is stopped before. More than once: where it met a
    finalizer, Python ends that and nothing else.
    """

    def __init__(self, seconds: float, clock: Clock) -> None:
        super().__init__(daemon=True)
        self.until, self.clock, self.watched = clock() + seconds, clock, threading.get_ident()
        self.done, self.ringing = threading.Event(), threading.Lock()

    def run(self) -> None:
        while (left := self.until - self.clock()) > 0:
            if self.done.wait(left):
                return
        number, kind = ctypes.c_ulong(self.watched), ctypes.py_object(TimeOver)
        while not self.done.is_set():
            with self.ringing:
                if not self.done.is_set():
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(number, kind)
            self.done.wait(AGAIN)

    def stop(self) -> None:
        with self.ringing:
            self.done.set()


@contextmanager
def _traced(until: float, clock: Clock) -> Iterator[None]:
    def look(frame: FrameType, event: str, argument: Any) -> Any:
        if clock() > until:
            raise TimeOver
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(before)
