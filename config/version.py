"""Which code runs and where: for whoever watches several machines. Read once, as the site starts: the folder
may hold other code by the time when somebody asks.
"""

import os
import socket
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNKNOWN = "unknown"


def commit() -> str:
    """GRIMOIRE_COMMIT, which a copy without git is given; else what git says of this folder."""
    command = ["git", "-C", ROOT, "rev-parse", "--short", "HEAD"]
    try:
        named = os.environ.get("GRIMOIRE_COMMIT") or subprocess.check_output(
            command, stderr=subprocess.DEVNULL, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return UNKNOWN
    return named.strip()


@cache
def running() -> dict[str, str]:
    return {"machine": socket.gethostname(), "commit": commit()}
