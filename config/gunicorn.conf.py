"""gunicorn's settings, and the helper process that runs bots and hints beside the web workers."""

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

from gunicorn.arbiter import Arbiter

from config import environment, network

ROOT = Path(__file__).resolve().parent.parent
HELPER = ROOT / "simulator" / "management" / "commands" / "helper.py"
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


def when_ready(server: Arbiter) -> None:
    """Starts the helper, if this checkout has one, and says where the site is."""
    if HELPER.exists():
        command = [sys.executable, str(ROOT / "manage.py"), "helper"]
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
