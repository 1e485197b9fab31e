"""gunicorn's settings, and the processes beside the web workers: one for bots and hints, one that prints."""

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

from gunicorn.arbiter import Arbiter

from config import environment, network

ROOT = Path(__file__).resolve().parent.parent
BESIDE = {
    "helper": ROOT / "simulator" / "management" / "commands" / "helper.py",
    "printer": ROOT / "scoring" / "management" / "commands" / "printer.py",
}
PR_SET_PDEATHSIG = 1

host = os.environ.get("HOST") or "127.0.0.1"
port = environment.port("PORT", 8000)

bind = f"{host}:{port}"
chdir = str(ROOT)
worker_class = "gthread"
workers = 2
threads = 4
preload_app = True  # one copy of the rules and of the code, shared by both workers
timeout = 30
graceful_timeout = 5
keepalive = 5
limit_request_line = 8190  # a shared position travels in the address
control_socket_disable = True
errorlog = "-"
loglevel = "warning"

helpers: list[subprocess.Popen[bytes]] = []


def die_with_parent() -> None:
    """Even a killed server leaves no helper behind (Linux)."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def beside() -> list[str]:
    """The commands of these processes; without one that prints whoever asks for a PDF makes it."""
    unwanted = {"printer"} if environment.flag("PRINT_AT_ONCE") else set()
    return [name for name, path in BESIDE.items() if path.exists() and name not in unwanted]


def when_ready(server: Arbiter) -> None:
    """Starts the processes beside, those of them that this checkout has, and says where the site is."""
    for name in beside():
        command = [sys.executable, str(ROOT / "manage.py"), name]
        # A session of its own, so that Ctrl-C reaches the server alone, which then stops the helper.
        helpers.append(
            subprocess.Popen(command, cwd=ROOT, start_new_session=True, preexec_fn=die_with_parent)
        )
    print(network.invitation(host, port, environment.origin("PUBLIC_URL")), flush=True)


def on_exit(server: Arbiter) -> None:
    """Stops the helper with the server."""
    for helper in helpers:
        helper.terminate()
    for helper in helpers:
        helper.wait(timeout=5)
