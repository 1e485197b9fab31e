"""Work done in a forked process, with time and memory of its own: it leaves nothing behind but a sentence."""

import os
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

GRACE = 4  # a busy computer's seconds for one of the processor's
MEMORY = 4 << 30  # bytes; a change may make a list grow without end


class Answer(NamedTuple):
    """What a child said, None if it came to no end; the seconds it took of the processor."""

    text: str | None
    seconds: float


def in_child(work: Callable[[], str], seconds: float) -> Answer:
    """What `work` returns, done in a child that has so many seconds of the processor."""
    sys.stdout.flush()
    told, telling = os.pipe()
    child = os.fork()
    if not child:
        os.close(told)
        _work(work, seconds, telling)
    os.setpgid(child, child)
    os.close(telling)
    said, text = b"", None
    end = time.monotonic() + GRACE * seconds
    with open(told, "rb", buffering=0) as pipe:
        while select.select([pipe], [], [], max(0, end - time.monotonic()))[0]:
            if not (more := pipe.read(1 << 16)):
                text = said.decode() or None
                break
            said += more
    os.killpg(child, signal.SIGKILL)  # with what it started
    _, _, used = os.wait4(child, 0)
    return Answer(text, used.ru_utime + used.ru_stime)


def _work(work: Callable[[], str], seconds: float, telling: int) -> None:
    whole = int(seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (whole, whole))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    try:
        text = work()
    except BaseException:  # noqa: BLE001 whatever a change may raise
        text = f"broken {traceback.format_exc(limit=-1)}"
    with open(telling, "wb") as pipe:
        pipe.write(text.encode())
    os._exit(0)
