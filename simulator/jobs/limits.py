"""How long a job may take: what runs over is interrupted, wherever it is.

The time is that of the processor: that a computer is busy with others is nobody's fault. Who sleeps has more,
by the clock.
"""

import ctypes
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

JOB_SECONDS = 10.0  # of the processor, for a bot's choice, or a hint
BY_THE_CLOCK = 5  # times as long
AGAIN = 0.25  # seconds after which what goes on nevertheless is interrupted once more


class TimeOver(BaseException):
    """Raised in the middle of what runs over. No Exception: a bot may catch all of them and go on."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TimeOver in what is done inside once it has taken so many seconds."""
    left = _Left(seconds)
    watch = _Watch(left)
    try:
        watch.start()
    except RuntimeError:  # no threads here, as in a browser: each line looks at the clock itself
        with _traced(left):
            yield
        return
    try:
        yield
    finally:
        watch.stop()


class _Left:
    """The seconds that a job still has; none of the processor, or none by the clock, and its time is over."""

    def __init__(self, seconds: float) -> None:
        self.until, self.late = time.process_time() + seconds, time.monotonic() + BY_THE_CLOCK * seconds

    def __call__(self) -> float:
        return min(self.until - time.process_time(), self.late - time.monotonic())


class _Watch(threading.Thread):
    """Interrupts the thread that made it, unless it is stopped before. More than once: where it met a
    finalizer, Python ends that and nothing else.
    """

    def __init__(self, left: _Left) -> None:
        super().__init__(daemon=True)
        self.left, self.watched = left, threading.get_ident()
        self.done, self.ringing = threading.Event(), threading.Lock()

    def run(self) -> None:
        while (left := self.left()) > 0:
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
def _traced(left: _Left) -> Iterator[None]:
    def look(frame: FrameType, event: str, argument: Any) -> Any:
        if left() <= 0:
            raise TimeOver
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(before)
