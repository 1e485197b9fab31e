"""The helper: bots and hints in a process of their own, and in the web worker where none runs."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from simulator import engines
from simulator.jobs import helper, jobs

POISON = engines.get("poison")
OPENING = POISON.new_game({"players": 4}, 3).state


def job(kind: str, **more: object) -> dict[str, object]:
    seat = min(POISON.to_act(OPENING))
    return {"job": kind, "game": "poison", "state": POISON.encode(OPENING), "seat": seat, "seed": 5, **more}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Path]:
    """A helper at work in a folder whose path is longer than a socket's may be."""
    folder = tmp_path / ("long" * 40)
    folder.mkdir()
    with helper.serve(folder) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield folder
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("bot", ["random", "greedy", "flat"])
def test_the_helper_chooses_the_move_that_the_bot_itself_would(
    desk: Path, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = job("choose", bot=bot)
    expected = jobs.run(asked)
    seat = min(POISON.to_act(OPENING))
    assert POISON.check(OPENING, seat, POISON.parse(OPENING, seat, expected["move"])) is None
    assert helper._ask(desk, asked) == expected


def test_a_hint_from_the_helper_is_the_same_as_one_computed_here(desk: Path) -> None:
    asked = job("estimate", budget=60)
    assert helper.do(desk, asked) == json.loads(json.dumps(jobs.run(asked)))


def test_without_a_helper_the_job_is_done_in_place(tmp_path: Path) -> None:
    asked = job("choose", bot="greedy")
    assert helper.do(tmp_path, asked) == jobs.run(asked)


@pytest.mark.parametrize("line", [b"", b"{\n", b"[]\n", b'{"job": "none"}\n', b'{"job": "choose"}\n'])
def test_nonsense_on_the_socket_does_not_stop_the_helper(desk: Path, line: bytes) -> None:
    with helper.address(desk) as path, socket.socket(socket.AF_UNIX) as plug:
        plug.connect(path)
        plug.sendall(line)
        plug.shutdown(socket.SHUT_WR)
        with plug.makefile("rb") as answers:
            assert b"error" in answers.readline()
    asked = job("choose", bot="greedy")
    assert helper._ask(desk, asked) == jobs.run(asked)


def test_nobody_else_on_the_computer_may_use_the_socket(desk: Path) -> None:
    assert (desk / helper.NAME).stat().st_mode & 0o777 == 0o600


def test_the_command_serves_until_it_is_told_to_stop(tmp_path: Path) -> None:
    environment = os.environ | {"GRIMOIRE_DATA_DIR": str(tmp_path)}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    command = [sys.executable, "-u", str(settings.BASE_DIR / "manage.py"), "helper"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        assert process.stdout.readline()
        asked = job("choose", bot="greedy")
        assert helper._ask(tmp_path, asked) == jobs.run(asked)
    finally:
        process.send_signal(signal.SIGTERM)
        process.stdout.close()
    assert process.wait(timeout=10) == 0
