"""`python -m config.server`, which script/server ends in: how it starts, what it watches, how it stops."""

import errno
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import Settings

from config import health, server
from tests.setup.site import ROOT, free_port, start, wait_until
from web import keeping


@pytest.mark.long
def test_what_dies_is_started_again_until_it_is_told_to_stop(tmp_path: Path) -> None:
    """M4: killed by the system, the helper stayed away until the site was restarted; nothing was logged."""
    with start(tmp_path, WORKERS="2", THREADS="2") as site:
        assert site.said == f"Гримуар: http://127.0.0.1:{site.port}\n"
        first, second, helper = site.family(3)
        for number in (first, helper):
            os.kill(number, signal.SIGKILL)
        site.wait_for_log("web 1 died (signal 9), starting it again")
        site.wait_for_log("helper died (signal 9), starting it again")
        assert site.status("/robots.txt") < 500
        site.process.send_signal(signal.SIGINT)
        assert site.process.wait(timeout=15) == 0
        assert not Path(f"/proc/{second}").exists()


@pytest.mark.thorough
def test_a_web_process_that_stands_still_is_replaced_within_a_minute(tmp_path: Path) -> None:
    """L1: «a worker that hangs is noticed and replaced within 60 s»; nobody but it knew."""
    with start(tmp_path, WORKERS="2", THREADS="2") as site:
        first, second, _ = site.family(3)
        os.kill(first, signal.SIGSTOP)
        site.wait_for_log("web 1 hangs, killing it")
        site.wait_for_log("web 1 died (signal 9), starting it again")
        wait_until(lambda: len(site.children()) == 3)
        assert first not in site.children()
        assert second in site.children()
        assert site.status("/robots.txt") < 500


def test_only_looks_in_a_row_without_a_beat_are_a_stop() -> None:
    """«A slow but working request of 30 s must not kill the worker.»"""
    pulse = server.Pulse()
    slow = 35
    for _ in range(3):
        pulse.beat()
        assert not any(pulse.has_stopped() for _ in range(slow))
    pulse.beat()
    assert [pulse.has_stopped() for _ in range(server.HANGS + 1)] == [False] * server.HANGS + [True]


@pytest.mark.parametrize(("free", "lines"), [(499, ["little room on the disk: 499 MB are free"]), (500, [])])
def test_little_room_on_the_disk_is_a_line_of_the_log(
    free: int, lines: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """M6: «nothing warns before»; below 500 MB."""
    monkeypatch.setattr(health, "free_disk", lambda: free)
    assert server.warn_of_disk() is bool(lines)
    assert [line.getMessage() for line in caplog.records] == lines


@pytest.mark.long
@pytest.mark.thorough  # every day that it is started again
def test_the_helper_shares_the_code_that_the_site_has_loaded(tmp_path: Path) -> None:
    """An evening took 591 MB, and the helper and the printer had loaded everything once more, 161 of them."""
    with start(tmp_path, WORKERS="1", THREADS="1") as site:
        _, helper = site.family(2)
        wait_until(lambda: Path(f"/proc/{helper}/comm").read_text() == "helper\n")  # as `top` shows it
        sizes = Path(f"/proc/{helper}/smaps_rollup").read_text().splitlines()
        took = {line.split()[0]: int(line.split()[1]) for line in sizes[1:]}
        assert took["Pss:"] < took["Rss:"] / 2


TASK = """
import os
from config import server

task = server.Process("task", lambda: os.posix_spawn("/bin/sh", ["sh", "-c", "exit 3"], {}), ends=True)
task.begin()
server.watch([task], lambda: None)
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


@pytest.mark.parametrize("program", [["script/prepare.py"], ["-m", "config.server"], ["manage.py", "check"]])
def test_a_folder_of_data_that_cannot_be_had_is_one_sentence(tmp_path: Path, program: list[str]) -> None:
    """M5: «read-only folder, no folder, wrong owner: one sentence and exit code, no traceback»."""
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    said = f"В папку данных {folder} не записать: это не папка. Другую называет GRIMOIRE_DATA_DIR.\n"
    assert ended(folder, program) == (1, said)


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.EROFS, "её диск только для чтения"),
        (errno.EACCES, "нет прав"),
        (errno.ENOSPC, "на диске нет места"),
    ],
)
def test_nor_is_one_where_the_lock_cannot_be_laid(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, why: str
) -> None:
    """M5: «`script/server` with a read-only folder ends in OSError: server.lock»."""

    def refuse(folder: Path) -> None:
        raise OSError(number, os.strerror(number), str(folder))

    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(keeping, "hold", refuse)
    with pytest.raises(SystemExit, match=f"не записать: {why}"):
        server.hold_folder()


def test_a_command_says_in_one_sentence_that_the_database_is_closed(tmp_path: Path) -> None:
    """M5: «and from `manage.py` commands where it's natural»."""
    (tmp_path / "db.sqlite3").mkdir()
    said = "База не отвечает. (unable to open database file)\n"
    assert ended(tmp_path, ["manage.py", "migrate", "--skip-checks"]) == (1, said)


def ended(data: Path, program: list[str]) -> tuple[int, str]:
    """The exit code of a program with this folder of data, and what it said of what is wrong."""
    own = {"GRIMOIRE_DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    environment = os.environ | own | {"PORT": str(free_port())}
    command = [sys.executable, *program]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr
