"""Several machines may share one PostgreSQL: what only one of them may do at a time.

With the embedded database there is one machine, and locks on files in its folder of data are enough.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.backends.base.base import BaseDatabaseWrapper


@contextmanager
def one_at_a_time(connection: BaseDatabaseWrapper, name: str) -> Iterator[None]:
    """Of all that use this database one does what has this name; others wait. A broken connection lets go."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(hashtext(%s))", [name])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(hashtext(%s))", [name])
