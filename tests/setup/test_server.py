"""`python -m config.server`, which script/server ends in: how it starts, what it watches, how it stops."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import Settings

from config import server
from tests.setup.site import ROOT, start


@pytest.mark.long
def test_what_dies_is_started_again_until_it_is_told_to_stop(tmp_path: Path) -> None:
    """M4: killed by the system, the helper stayed away until the site was restarted; nothing was logged."""
    with start(tmp_path, WORKERS="2", THREADS="2") as site:
        assert site.said == f"Гримуар: http://127.0.0.1:{site.port}\n"
        first, second, helper = site.children()
        for number in (first, helper):
            os.kill(number, signal.SIGKILL)
        site.wait_for_log("web 1 died (signal 9), starting it again")
        site.wait_for_log("helper died (signal 9), starting it again")
        assert site.status("/robots.txt") < 500
        site.process.send_signal(signal.SIGINT)
        assert site.process.wait(timeout=15) == 0
        assert not Path(f"/proc/{second}").exists()


@pytest.mark.long
@pytest.mark.thorough  # every day whatever dies, above
def test_what_prints_is_started_again_as_well(tmp_path: Path) -> None:
    """Whoever asks for a PDF makes none, so one that stayed away would leave the site without paper."""
    with start(tmp_path, WORKERS="1", THREADS="1", DEBUG="0") as site:
        _, _, printer = site.children()
        os.kill(printer, signal.SIGKILL)
        site.wait_for_log("printer died (signal 9), starting it again")


TASK = """
import os
from config import server

task = server.Process("task", lambda: os.posix_spawn("/bin/sh", ["sh", "-c", "exit 3"], {}), ends=True)
task.begin()
server.watch([task])
"""


def test_a_task_that_fails_is_told_and_not_begun_again() -> None:
    """Editions that can't be made would be tried for ever: whoever watches has nobody left to wait for."""
    command = [sys.executable, "-c", TASK]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "task died (exit 3), the next start does it again" in done.stderr
    assert "ChildProcessError" in done.stderr


@pytest.mark.parametrize("name", server.AFTERWARDS)
def test_what_nobody_waits_for_is_made_beside_the_site_only_if_it_is_wished_for(
    settings: Settings, tmp_path: Path, name: str
) -> None:
    settings.DATA_DIR = tmp_path
    assert server.afterwards() == []
    (tmp_path / f"{name}.wanted").write_text("new")
    (task,) = server.afterwards()
    assert (task.name, task.ends) == (name, True)
    (tmp_path / f"{name}.stamp").write_text("new")
    assert server.afterwards() == []


def test_a_second_one_on_the_same_port_says_so_in_our_words() -> None:
    """L8: it tried for five seconds and ended in English."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        command = [sys.executable, "-m", "config.server"]
        environment = os.environ | {"PORT": str(port), "HOST": "127.0.0.1"}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Порт {port} занят: сайт уже запущен?")
