"""The helper: bots and hints in a process of their own, and in the web worker where none runs."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import Client

from simulator.game import engine_of
from simulator.jobs import helper, jobs
from simulator.jobs.child import JobChild
from tests.plugin import A_BUSY_MACHINE
from tests.simulator.test_pages_table import start

POISON = engine_of("poison")
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
    assert helper._ask(desk, asked, A_BUSY_MACHINE) == expected


def test_a_hint_from_the_helper_is_the_same_as_one_computed_here(desk: Path) -> None:
    asked = job("estimate", budget=60)
    assert helper.do(desk, asked, A_BUSY_MACHINE) == json.loads(json.dumps(jobs.run(asked)))


def test_who_asks_again_after_giving_up_gets_the_answer_that_was_ready_meanwhile(
    desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint may take longer than a web worker waits: asking again must not begin it anew."""
    asked, runs = job("estimate", budget=60), list[object]()
    answer = jobs.run(asked)
    monkeypatch.setattr(JobChild, "ask", lambda child, one: runs.append(one) or answer)
    for _ in range(2):
        assert helper.do(desk, asked, A_BUSY_MACHINE) == json.loads(json.dumps(answer))
    assert len(runs) == 1
    others = [job("estimate", budget=budget) for budget in range(helper.REMEMBERED)]
    for other in [*others, asked]:
        helper.do(desk, other, A_BUSY_MACHINE)
    assert len(runs) == 1 + helper.REMEMBERED + 1, "only the last ones are kept"


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
    assert helper._ask(desk, asked, A_BUSY_MACHINE) == jobs.run(asked)


def test_a_few_jobs_wait_and_who_comes_then_is_told_at_once(tmp_path: Path) -> None:
    """M5: sixteen hints at once kept any other page waiting for 5.5 s."""
    with helper.serve(tmp_path), helper.address(tmp_path) as path, ExitStack() as waiting:
        for _ in range(helper.QUEUE + 1):  # the system lets one more in
            waiting.enter_context(socket.socket(socket.AF_UNIX)).connect(path)
        with pytest.raises(helper.Busy):
            helper.do(tmp_path, job("choose", bot="greedy"))


def test_a_job_that_nobody_waits_for_any_more_is_not_done(tmp_path: Path) -> None:
    with helper.serve(tmp_path) as desk, patch.object(JobChild, "ask") as ask:
        with helper.address(tmp_path) as path, socket.socket(socket.AF_UNIX) as phone:
            phone.connect(path)
            phone.sendall(json.dumps(job("choose", bot="greedy")).encode() + b"\n")
        desk.handle_request()
    ask.assert_not_called()


def test_without_a_helper_one_job_is_done_at_a_time(tmp_path: Path) -> None:
    with helper.here, pytest.raises(helper.Busy):
        helper.do(tmp_path, job("choose", bot="greedy"), 0.01)
    assert helper.do(tmp_path, job("choose", bot="greedy"))["move"]


@pytest.mark.django_db
def test_a_hint_while_others_wait_is_asked_for_again_as_a_bot_is(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(folder: Path, asked: object, patience: float) -> None:
        raise helper.Busy

    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "3"})
    monkeypatch.setattr(helper, "do", busy)
    url = match.get_absolute_url()
    counted = client.post(f"{url}/hint", {"ply": 0}, headers={"HX-Request": "true"})
    assert counted.status_code == 200
    assert 'class="refusal"' not in counted.text, "that it takes its time is no refusal"
    waits = counted.text[counted.text.index('class="hint-waits"') :].partition("</p>")[0]
    assert f'hx-post="{url}/hint"' in waits
    assert "load delay" in waits
    refused = client.post(f"{url}/hint", {"ply": 0})
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert "Ещё считаю" in refused.text
    assert 'class="refusal"' not in refused.text
    asked = client.post(f"{url}/hint", {"ply": 0}, headers={"Accept": "application/json"})
    assert (asked.status_code, asked.headers["Retry-After"]) == (503, "5")
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "1"})
    put_off = client.post(f"{match.get_absolute_url()}/bot", {"ply": 0}, headers={"HX-Request": "true"})
    assert put_off.status_code == 200
    assert 'id="bot-form"' in put_off.text
    form = {"name": ["А", "Б", "В"], "hand": ["R4", "B1", "P1"], "do": "hint"}
    editor = client.post("/play/poison/position", form)
    assert (editor.status_code, 'class="refusal"' in editor.text) == (503, False)


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
        assert helper._ask(tmp_path, asked, A_BUSY_MACHINE) == jobs.run(asked)
    finally:
        process.send_signal(signal.SIGTERM)
        process.stdout.close()
    assert process.wait(timeout=A_BUSY_MACHINE) == 0
