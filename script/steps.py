"""Prints what the steps of a start cost, in seconds: of the processors, with all children, and by the clock.

    .venv/bin/python script/steps.py [--pip]    (--pip makes a .venv of its own as well)

In folders of its own, which go at the end. On a busy machine only the processors' seconds say something.
"""

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = {
    "migrate": "migrate",
    "load_rules": "load_rules",
    "load_rules again": "load_rules",
    "load_rules, a text changed": "load_rules",
    "collectstatic": "collectstatic --noinput",
    "bundle": "bundle",
    "rules coverage": "rules coverage",
}
TEXT = re.compile(r'^ru = ".+(?=")', re.MULTILINE)  # of a clause


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if "--pip" in sys.argv:
            (folder / "script").mkdir()
            for name in ("script/bootstrap", "requirements.txt"):
                shutil.copy(ROOT / name, folder / name)
            measure("bootstrap, no .venv", [f"{folder}/script/bootstrap"], os.environ.copy())
        steps = os.environ | {"GRIMOIRE_DATA_DIR": str(folder / "steps")}
        house = shutil.copytree(ROOT, folder / "house", ignore=shutil.ignore_patterns(".?*"))
        for name, command in COMMANDS.items():
            if name.endswith("changed"):
                change_a_text(house)
            first, *more = command.split()
            measure(name, [sys.executable, "manage.py", first, "--verbosity=0", *more], steps, house)
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        site = os.environ | {
            "GRIMOIRE_DATA_DIR": str(folder / "site"),
            "PORT": str(port),
            "HOST": "127.0.0.1",
        }
        for name in ("first page, from nothing", "first page, nothing changed"):
            measure(name, ["script/server"], site, port=port)


def change_a_text(house: Path) -> None:
    """A word more in the first clause of the first game."""
    rules = min((house / "games").glob("*/rulebook/content/rules.toml"))
    rules.write_text(TEXT.sub(r"\g<0> Вот.", rules.read_text(encoding="utf-8"), count=1), encoding="utf-8")


def measure(
    name: str, command: list[str], environment: dict[str, str], place: Path = ROOT, port: int = 0
) -> None:
    """A command to its end; with a port, until its first page is there."""
    begun = time.monotonic()
    process = subprocess.Popen(command, cwd=place, env=environment, stdout=subprocess.DEVNULL)
    while not (ended(process.pid, port) or (port and has_page(port))):
        time.sleep(0.05)
    took = time.monotonic() - begun
    os.kill(process.pid, signal.SIGTERM)
    _, status, used = os.wait4(process.pid, 0)
    failed = f"  failed: {os.waitstatus_to_exitcode(status)}" if status else ""
    print(f"{name:28} cpu {used.ru_utime + used.ru_stime:6.1f}  clock {took:6.1f}{failed}", flush=True)


def ended(pid: int, port: int) -> bool:
    """Whether a process did; it stays to be asked what it used. One without a port is waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | (os.WNOHANG if port else 0)) is not None


def has_page(port: int) -> bool:
    with suppress(OSError):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/")
        return connection.getresponse().status == 200
    return False


if __name__ == "__main__":
    main()
