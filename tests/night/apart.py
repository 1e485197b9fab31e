"""What a process of the site has for itself is each simulated worker's own meanwhile."""

import functools
import threading
import time
import traceback
from collections.abc import Callable, Iterator, MutableMapping
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from django.core.signals import got_request_exception
from django.db.backends.sqlite3.base import DatabaseWrapper

from rulebook.printing import press
from simulator.jobs import helper
from simulator.matches import play
from tests.night.machine import AFTER, BEFORE, Hand, current
from web import drawn_once, polling, writers

MANY = 1000


class Memory(MutableMapping[Any, Any]):
    """What a module remembers, for each worker apart."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def own(self) -> dict[Any, Any]:
        return current().worker.memory.setdefault(self.name, {})

    def __getitem__(self, key: Any) -> Any:
        return self.own[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.own[key] = value

    def __delitem__(self, key: Any) -> None:
        del self.own[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.own)

    def __len__(self) -> int:
        return len(self.own)


class Drawn:
    """What `web.drawn_once` keeps: for all workers that part from one process; each has its own threads that
    wait for one another.
    """

    def of(self, key: bytes, draw: Callable[[], bytes]) -> bytes:
        worker = current().worker
        kept = worker.memory.get(drawn_once.__name__)
        if kept is None:
            kept = worker.memory[drawn_once.__name__] = drawn_once.Kept()
            first = worker.machine.parent.setdefault(drawn_once.__name__, kept)
            kept.ring, kept.index, kept.end = first.ring, first.index, first.end
        found: bytes = kept.of(key, draw)
        return found


class Awaited(Future[bytes]):
    """Who waits for it lets others go on, and waits in the evening's time."""

    def result(self, timeout: float | None = None) -> bytes:
        while not self.done():
            current().machine.count["waits for a drawing"] += 1
            current().pause("drawing")
        return super().result()


def lockless(self: Any, row: Any, owner: Any = None) -> Any:
    """`functools.cached_property` as it is from Python 3.12 on: the lock of 3.11 would be waited for in real
    time, by a thread that nobody lets go on.
    """
    if row is None:
        return self
    if self.attrname not in row.__dict__:
        row.__dict__[self.attrname] = self.func(row)
    return row.__dict__[self.attrname]


@contextmanager
def installed() -> Iterator[None]:
    """Commits hand over to the scheduler; what modules remember belongs to a worker."""
    commit, rollback = DatabaseWrapper._commit, DatabaseWrapper._rollback

    def commits(self: Any) -> None:
        hand = threading.current_thread()
        if not isinstance(hand, Hand):
            commit(self)
            return
        hand.pause(BEFORE)
        commit(self)
        hand.machine.writer = None
        hand.pause(AFTER)

    def rolls_back(self: Any) -> None:
        rollback(self)
        hand = threading.current_thread()
        if isinstance(hand, Hand) and hand.machine.writer is hand:
            hand.machine.writer = None

    def mistaken(**about: Any) -> None:
        current().mistake = traceback.format_exc()

    def sleeps(seconds: float) -> None:
        hand = threading.current_thread()
        if isinstance(hand, Hand):
            hand.sleep(seconds)

    def heard(folder: Any, job: Any, patience: float) -> None:
        """No helper runs: whoever asks does the job; or there is one, and it comes to nothing in time."""
        if current().machine.helper_is_stuck:
            raise helper.Busy

    got_request_exception.connect(mistaken)
    try:
        with ExitStack() as held:
            held.enter_context(patch.object(DatabaseWrapper, "_commit", commits))
            held.enter_context(patch.object(DatabaseWrapper, "_rollback", rolls_back))
            held.enter_context(patch.object(functools.cached_property, "__get__", lockless))
            for module, name in ((polling, "told"), (play, "replayed")):
                held.enter_context(patch.object(module, name, Memory(f"{module.__name__}.{name}")))
            held.enter_context(patch.object(drawn_once, "kept", Drawn()))
            held.enter_context(patch.object(drawn_once, "Future", Awaited))
            held.enter_context(patch.object(helper, "_heard", heard))
            held.enter_context(patch.object(time, "sleep", sleeps))
            held.enter_context(patch.object(press, "in_child", lambda work: work()))
            # Who waits for the database waits for the scheduler, and not by the clock of this computer.
            held.enter_context(patch.object(writers, "places", threading.Semaphore(MANY)))
            yield
    finally:
        got_request_exception.disconnect(mistaken)
