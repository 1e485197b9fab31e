"""Priority: work that nobody waits for stands behind all other work of the computer."""

import os
from contextlib import suppress
from pathlib import Path

LOWEST = 19
AUTOGROUP = Path("/proc/self/autogroup")


def give_way() -> None:
    """Everybody else goes first, before this process and all that it starts.

    Linux may weigh sessions against each other by a number of their own; a process's counts only within its
    session then. All of a session share that number: only who has begun one may change it.
    """
    os.nice(LOWEST)
    if os.getsid(0) == os.getpid():
        with suppress(OSError):  # another system, or a container that doesn't let it
            AUTOGROUP.write_text(str(LOWEST), encoding="ascii")
