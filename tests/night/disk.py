"""What the database lies on: a disk that may be full or fail, and other programs that hold the file."""

import random
import sqlite3
from typing import TYPE_CHECKING, Any

from django.db import OperationalError

if TYPE_CHECKING:
    from tests.night.machine import Machine

AGAIN = 50_000  # microseconds after which another program tries again
MOST_PAGES = (1 << 30) - 1
FAILURES = (("disk I/O error", sqlite3.SQLITE_IOERR), ("database or disk is full", sqlite3.SQLITE_FULL))


def as_from_sqlite(message: str, code: int) -> OperationalError:
    """As Django passes it on."""
    error, cause = OperationalError(message), sqlite3.OperationalError(message)
    cause.sqlite_errorcode = code
    error.__cause__ = cause
    return error


class Disk:
    """`is_full`: the file grows no more, as SQLite itself sees to. `fails`: how many writes come to nothing,
    the next ones.
    """

    def __init__(self, machine: "Machine") -> None:
        self.machine = machine
        self.is_full, self.fails, self.failure = False, 0, FAILURES[0]

    def fail(self, lots: random.Random) -> None:
        self.fails, self.failure = lots.randint(1, 8), lots.choice(FAILURES)

    def is_opened_by(self, connection: Any) -> None:
        """A connection begins to write; how large the file may become is each connection's own affair."""
        connection.execute(f"PRAGMA max_page_count = {1 if self.is_full else MOST_PAGES}")

    def is_written(self) -> None:
        """Raises what SQLite does where that fails."""
        if self.fails:
            self.fails -= 1
            self.machine.count["writes failed"] += 1
            raise as_from_sqlite(*self.failure)

    def is_held_from_outside(self, microseconds: int) -> None:
        """Another program has the file alone for a while, once nobody of ours writes."""
        machine = self.machine
        if machine.writer is None:
            machine.writer = self
            machine.at(microseconds, self._is_let_go)
        else:
            machine.at(AGAIN, lambda: self.is_held_from_outside(microseconds))

    def _is_let_go(self) -> None:
        if self.machine.writer is self:
            self.machine.writer = None
