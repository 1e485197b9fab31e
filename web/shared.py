"""Numbers that all processes of the site share, in a file of the data folder; they outlive a restart.

Names share a place where their hashes meet: what is kept must bear that.
"""

import fcntl
import mmap
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from django.conf import settings

PLACES = 1 << 16
WIDTH = 8


class SharedNumbers:
    """A number for each name, 0 at first, in the file `name` of the data folder."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.among_threads = threading.Lock()

    @cached_property
    def file(self) -> int:
        return os.open(Path(settings.DATA_DIR) / self.name, os.O_RDWR | os.O_CREAT, 0o600)

    @cached_property
    def places(self) -> memoryview:
        os.ftruncate(self.file, PLACES * WIDTH)
        return memoryview(mmap.mmap(self.file, PLACES * WIDTH)).cast("Q")

    def of(self, name: str) -> int:
        """The number of a name."""
        return self.places[_place(name)]

    def put(self, name: str, number: int) -> None:
        self.places[_place(name)] = number

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else changes a number meanwhile that is read and put."""
        with self.among_threads:
            fcntl.lockf(self.file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.lockf(self.file, fcntl.LOCK_UN)


def _place(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=2).digest(), "big")
