"""Of the threads of a process half at most wait for SQLite, which lets one write at a time.

Where another program holds the database, all of them would sleep in it, and nobody be left who reads.
"""

import sqlite3
import threading
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import OperationalError

PATIENCE = 0.25  # seconds of the others, beside what SQLite itself has (config/environment.py)
WRITES = ("BEGIN", "INSERT", "UPDATE", "DELETE", "REPLACE")

places = threading.Semaphore(max(1, settings.THREADS // 2))


class TooMany(sqlite3.OperationalError):
    """Others wait for the database already, and don't get it."""

    sqlite_errorcode = sqlite3.SQLITE_BUSY


def take_places(connection: Any, **about: Any) -> None:
    """A receiver of signals: whatever begins to write on an embedded database has a place to wait first, one
    however often the connection is made anew.
    """
    if connection.vendor == "sqlite" and _in_a_place not in connection.execute_wrappers:
        connection.execute_wrappers.append(_in_a_place)


def _in_a_place(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Runs a statement; raises OperationalError. Within a transaction the database is held already."""
    if context["connection"].in_atomic_block or not sql.startswith(WRITES):
        return execute(sql, params, many, context)
    if not places.acquire(timeout=PATIENCE):
        raise OperationalError("database is locked") from TooMany()
    try:
        return execute(sql, params, many, context)
    finally:
        places.release()
