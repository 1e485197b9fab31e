"""What the log says once, however often and in whichever process it happens."""

import logging
from hashlib import blake2b

from web.shared import SharedNumbers

TOLD = SharedNumbers("told")  # which name was said last of those that share a place, as a digest


def tell_once(log: logging.Logger, name: str, line: str) -> None:
    """Logs an error, unless one of this name was logged before."""
    digest = int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")
    if TOLD.of(name) != digest:
        TOLD.put(name, digest)
        log.error("%s", line)
