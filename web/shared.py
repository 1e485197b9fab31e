"""Numbers that all processes of the site share, in a file of the data folder; they outlive a restart.

Names share a place where their hashes meet: what is kept must bear that. The hashes have a key, so that no
stranger can look for a name that shares somebody's place.
"""

import fcntl
import mmap
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, cached_property
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
        """Has its room on the disk from the first moment: to write into a page that finds none ends a process
        (SIGBUS). Raises OSError where there is no room.
        """
        file = os.open(Path(settings.DATA_DIR) / self.name, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.posix_fallocate(file, 0, PLACES * WIDTH)
        except OSError:
            os.close(file)
            raise
        return file

    @cached_property
    def places(self) -> memoryview:
        return memoryview(mmap.mmap(self.file, PLACES * WIDTH)).cast("Q")

    def allocate(self) -> None:
        """Opens the file now, and not with the first number. Raises OSError where there is no room for it."""
        assert self.places

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


def digest(name: str, size: int) -> bytes:
    """What stands for a name in what is shared: without the site's key nobody can compute it."""
    return blake2b(name.encode(), digest_size=size, key=_key(settings.SECRET_KEY)).digest()


@cache
def _key(secret: str) -> bytes:
    return blake2b(secret.encode(), digest_size=32, person=b"shared numbers").digest()


def _place(name: str) -> int:
    return int.from_bytes(digest(name, 2), "big")
