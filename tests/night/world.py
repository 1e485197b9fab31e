"""The world of an evening: its clock, its luck and its database come from a seed, and from nothing else."""

import functools
import logging
import os
import random
import secrets
import shutil
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

from django.db import connection, connections
from django.test import override_settings

from scoring import picture_views, views
from tests.plugin import filled
from tests.wire.site import BEGAN, Clock, still
from web import limits, polling, told_once

SECOND = 1_000_000  # the night counts microseconds
DATABASE = "NIGHT_DATABASE"  # where the rules are loaded already: the same for many copies of the code
HOUR = 3600 * SECOND
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SHARED = (limits.SPENT, limits.SPENT_BY_ALL, polling.WRITTEN.here, told_once.TOLD)  # by all workers
DRAWN = (views._result, picture_views._drawn)  # what a worker remembers of rows besides
NOT_OURS = "tests.markup.folding"  # a middleware that makes other tests quicker to read


class Time:
    """What all clocks show: `steady` microseconds since the evening began, which only grow, and the hour on
    the wall, which may be set. `shaken`: when a worker was last killed between a commit and its word.
    """

    def __init__(self, wall: Clock) -> None:
        self.wall, self.steady, self.shaken = wall, 0, -HOUR

    @property
    def ahead(self) -> timedelta:
        """How far the wall is ahead of where it would be if nobody had set it."""
        return self.wall.now - BEGAN - timedelta(microseconds=self.steady)

    def set_wall(self, seconds: int) -> None:
        """Ahead, or back where they are negative."""
        self.wall.tick(seconds)

    def go_to(self, moment: int) -> None:
        self.wall.now += timedelta(microseconds=moment - self.steady)
        self.steady = moment

    def nanoseconds(self) -> int:
        return (self.wall.now - EPOCH) // timedelta(microseconds=1) * 1000


class World:
    """`lots` draws what happens; what the site itself draws (tokens, deals) comes from elsewhere."""

    def __init__(self, seed: int, folder: Path, clock: Time) -> None:
        self.lots, self.folder, self.clock = random.Random(f"night {seed}"), folder, clock
        self.database = folder / "db.sqlite3"


@contextmanager
def world(seed: int) -> Iterator[World]:
    """The site of one evening, with nothing in it but the rules of all games."""
    with ExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="grimoire-night-")))
        made = World(seed, folder, Time(held.enter_context(still(BEGAN, seed))))
        held.enter_context(
            override_settings(DATA_DIR=folder, LIMITS=True, MIDDLEWARE=_middleware(), PRINT_AT_ONCE=False)
        )
        for owner, name, value in _luck(seed, made.clock):
            held.enter_context(patch.object(owner, name, value))
        shutil.copyfile(_with_rules(), made.database)
        held.enter_context(_database(made.database))
        logging.disable(logging.CRITICAL)
        held.callback(logging.disable, logging.NOTSET)
        held.callback(forget_shared)
        forget_shared()
        forget_drawn()
        yield made


@functools.cache
def _with_rules() -> Path:
    """A database with the rules of all games; which one it is follows from the code, and is asked once."""
    return Path(os.environ.get(DATABASE) or filled())


def _luck(seed: int, clock: Time) -> Iterator[tuple[object, str, object]]:
    """What stands in the place of the computer's clocks and of its entropy, beside what `still` replaces."""
    lots = random.Random(f"site {seed}")
    yield time, "time", lambda: clock.nanoseconds() / 1e9
    yield time, "time_ns", clock.nanoseconds
    yield time, "monotonic", lambda: clock.steady / SECOND
    yield time, "monotonic_ns", lambda: clock.steady * 1000
    yield secrets, "token_bytes", lambda nbytes=32: lots.randbytes(nbytes)
    yield uuid, "uuid4", lambda: uuid.UUID(int=lots.getrandbits(128))
    yield random, "_inst", lots


def entropy() -> list[random.Random]:
    """What the site draws from, meanwhile."""
    return [getattr(random, "_inst"), getattr(secrets.choice, "__self__")]  # noqa: B009


def _middleware() -> list[str]:
    from django.conf import settings

    return [name for name in settings.MIDDLEWARE if name != NOT_OURS]


@contextmanager
def _database(file: Path) -> Iterator[None]:
    """Every connection opens this file meanwhile; nothing waits for a disk."""
    settings, before = connection.settings_dict, dict(connection.settings_dict)
    connection.close()
    options = settings["OPTIONS"] | {"init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"}
    settings.update(NAME=str(file), OPTIONS=options, CONN_MAX_AGE=None)
    try:
        yield
    finally:
        connections.close_all()
        settings.update(before)


def forget_shared() -> None:
    """The numbers that workers share begin at 0: they belong to the folder of an evening."""
    for numbers in SHARED:
        name = numbers.name
        vars(numbers).clear()
        numbers.__init__(name)  # type: ignore[misc]


def forget_drawn() -> None:
    for function in DRAWN:
        function.cache_clear()
