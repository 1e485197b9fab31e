"""The helper: bots and hints in processes of their own, and in the web worker where none runs."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from simulator.engine.game import Move
from simulator.engine.weighing import Playouts, Weighing
from simulator.game import engine_of
from simulator.jobs import estimates, helper, jobs
from simulator.jobs import server as servers
from simulator.jobs.child import JobChild
from simulator.jobs.jobs import JobFailed
from simulator.jobs.limits import time_limit
from simulator.jobs.waiting import SharedJob, Waiter
from tests.plugin import A_BUSY_MACHINE
from tests.simulator.test_pages_table import start

POISON = engine_of("poison")
OPENING = POISON.new_game({"players": 4}, 3).state
ENDLESS = 13  # the seed of a hint that never ends, where hints are quick
SHORT = 0.1  # seconds of the processor


def job(kind: str, **more: object) -> dict[str, object]:
    seat = min(POISON.to_act(OPENING))
    return {"job": kind, "game": "poison", "state": POISON.encode(OPENING), "seat": seat, "seed": 5, **more}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Path]:
    """A helper at work in a folder whose path is longer than a socket's may be."""
    folder = tmp_path / ("long" * 40)
    folder.mkdir()
    with servers.serve(folder) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield folder
        server.shutdown()
        thread.join()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints of Poison that cost nothing, but one that never ends; children that are made now have them."""

    def weighing(view: Any, seed: int, whole: bool = True) -> Weighing:
        moves = POISON.legal_moves(OPENING, min(POISON.to_act(OPENING)))

        def value(world: int, move: Move, luck: int) -> float:
            while seed == ENDLESS:
                pass
            return moves.index(move) + luck % 7

        return Playouts(moves, lambda rng: rng, value, seed, slip=1.0, most=480, fewer_is_better=True)

    monkeypatch.setattr(POISON, "weighing", weighing)
    monkeypatch.setattr(jobs, "time_limit", lambda seconds: time_limit(SHORT))


@pytest.mark.parametrize("bot", ["random", "greedy", "flat"])
def test_the_helper_chooses_the_move_that_the_bot_itself_would(
    desk: Path, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = job("choose", bot=bot)
    expected = jobs.run(asked)
    seat = min(POISON.to_act(OPENING))
    assert POISON.check(OPENING, seat, POISON.parse(OPENING, seat, expected["move"])) is None
    assert helper._ask(desk, asked, A_BUSY_MACHINE) == expected


@pytest.mark.usefixtures("quick")
def test_a_hint_comes_in_parts_the_last_the_same_as_counted_at_once(desk: Path) -> None:
    """Issue 42: the helper «works in slices and answers in parts»."""
    seen, worlds = 0, list[int]()
    while True:
        answer = helper.hint(desk, job("estimate"), seen, A_BUSY_MACHINE)
        worlds.append(seen := answer["counted"])
        if answer["done"]:
            break
    assert answer == json.loads(json.dumps(jobs.run(job("estimate", playouts=0))))
    assert worlds == sorted(worlds)
    assert helper.hint(desk, job("estimate"), 0, A_BUSY_MACHINE) == answer


@pytest.mark.usefixtures("quick")
def test_who_asks_once_has_the_last_part_and_who_cannot_wait_hears_that_it_is_being_counted(
    desk: Path,
) -> None:
    assert helper.hint(desk, job("estimate", seed=6), 0, 0.0) == estimates.counting(job("estimate", seed=6))
    assert helper.hint(desk, job("estimate"), 0, A_BUSY_MACHINE, last=True)["done"]


@pytest.mark.usefixtures("quick")
def test_a_hint_that_never_ends_is_told_and_the_others_and_the_bots_go_on(desk: Path) -> None:
    """Issue 42: «a game's policy that raises or loops»; killed once, not again for who asks again."""
    with ThreadPoolExecutor() as pool:
        bad = pool.submit(helper.hint, desk, job("estimate", seed=ENDLESS), 0, A_BUSY_MACHINE)
        good = pool.submit(helper.hint, desk, job("estimate"), 0, A_BUSY_MACHINE, True)
        bot = pool.submit(helper.do, desk, job("choose", bot="greedy"), A_BUSY_MACHINE)
        assert bot.result()["move"]
        assert good.result()["done"]
        with pytest.raises(JobFailed) as told:
            bad.result()
    assert told.value.failure.seconds
    with pytest.raises(JobFailed):
        helper.hint(desk, job("estimate", seed=ENDLESS), 0, A_BUSY_MACHINE)


@pytest.mark.usefixtures("quick")
def test_neither_a_bot_that_thinks_nor_a_hint_that_takes_long_keeps_the_other_waiting(
    desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 42: with two tables asking; a bot thinks until the hint is there, and a hint until the bot is."""
    told = {name: tmp_path / name for name in ("bot", "hint")}
    weighing = POISON.weighing

    def thoughtful(view: Any, moves: Any, seed: int) -> Move:
        while not told["hint"].exists():
            pass
        return moves[0]

    def long(view: Any, seed: int, whole: bool = True) -> Any:
        while seed == 6 and not told["bot"].exists():
            pass
        return weighing(view, seed)

    monkeypatch.setattr(POISON, "bots", {**POISON.bots, "thoughtful": thoughtful})
    monkeypatch.setattr(POISON, "weighing", long)
    monkeypatch.setattr(jobs, "time_limit", lambda seconds: time_limit(A_BUSY_MACHINE))
    with ThreadPoolExecutor() as pool:
        bot = pool.submit(helper.do, desk, job("choose", bot="thoughtful"), A_BUSY_MACHINE)
        assert helper.hint(desk, job("estimate"), 0, A_BUSY_MACHINE, last=True)["done"]
        told["hint"].touch()
        assert bot.result()["move"]
        hint = pool.submit(helper.hint, desk, job("estimate", seed=6), 0, A_BUSY_MACHINE, True)
        assert helper.do(desk, job("choose", bot="greedy"), A_BUSY_MACHINE)["move"]
        told["bot"].touch()
        assert hint.result()["done"]


@pytest.mark.usefixtures("quick")
def test_two_tables_have_a_child_each_that_stays_with_its_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 42: «with two tables asking … bands within 4 s», «one job never twice»."""
    monkeypatch.setattr(servers, "MOST_COUNTING", 2)
    with servers.serve(tmp_path) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        for _ in range(3):
            for seed in (1, 2):
                helper.hint(tmp_path, job("estimate", seed=seed), 0, A_BUSY_MACHINE, last=True)
        server.shutdown()
        thread.join()
        assert sum(len(hand.queue.tasks) for hand in server.hints) == 2
        first = server.hints[0].queue
        first.ask(b"long", Waiter(None), 0.0)
        first.take(0.0)
        assert [server._hand_for(b"new"), server._hand_for(b"long")] == server.hints[::-1]


@pytest.mark.usefixtures("quick")
def test_of_fifty_hints_at_once_all_come_to_their_end(desk: Path) -> None:
    """Issue 42, bad input: «50 at once»: nobody is sent away."""

    def ask(seed: int) -> dict[str, Any]:
        """As a page does: again, until it is done; its turn may be late on a busy machine."""
        until = time.monotonic() + 3 * A_BUSY_MACHINE
        found: dict[str, Any] = {"done": False}
        while not found["done"] and time.monotonic() < until:
            found = helper.hint(desk, job("estimate", seed=seed), 0, A_BUSY_MACHINE, last=True)
        return found

    with ThreadPoolExecutor(50) as pool:
        found = list(pool.map(ask, range(100, 150)))
    assert [(each["seed"], each["done"], each["counted"] > 0) for each in found] == [
        (seed, True, True) for seed in range(100, 150)
    ]


def test_more_hints_than_may_be_counted_are_not_refused(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers.Queue, "ask", lambda *args: None)
    assert helper.hint(desk, job("estimate"), 0, A_BUSY_MACHINE) == estimates.counting(job("estimate"))
    with pytest.raises(helper.Busy):
        helper.do(desk, job("choose", bot="greedy"), A_BUSY_MACHINE)


def test_who_asks_again_after_giving_up_gets_the_answer_that_was_ready_meanwhile(
    desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move may take longer than a web worker waits: asking again must not begin it anew."""
    asked, runs, start = job("choose", bot="greedy"), list[bytes](), JobChild.start
    monkeypatch.setattr(JobChild, "start", lambda child, one: runs.append(one) or start(child, one))
    answers = [helper.do(desk, asked, A_BUSY_MACHINE) for _ in range(2)]
    assert answers == [jobs.run(asked)] * 2
    assert len(runs) == 1


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


def test_a_helper_that_does_not_answer_is_busy_for_bots_and_counting_for_hints(tmp_path: Path) -> None:
    with servers.serve(tmp_path):
        with pytest.raises(helper.Busy):
            helper.do(tmp_path, job("choose", bot="greedy"), 0.01)
        asked = job("estimate")
        assert helper.hint(tmp_path, asked, 0, 0.0) == estimates.counting(asked)


def test_a_job_that_nobody_waits_for_any_more_is_not_done(tmp_path: Path) -> None:
    with servers.serve(tmp_path) as server, helper.address(tmp_path) as path:
        bots = server.bots
        bots.queue.current, bots.child.until = SharedJob(b"that of another"), float("inf")
        with socket.socket(socket.AF_UNIX) as phone:
            phone.connect(path)
            phone.sendall(json.dumps(job("choose", bot="greedy")).encode() + b"\n")
            for _ in ("connected", "read"):
                server.go_on()
            assert len(bots.queue.turn) == 1
        server.go_on()
        assert bots.queue.take(time.monotonic()) is None


def test_without_a_helper_one_job_is_done_at_a_time(tmp_path: Path) -> None:
    with helper.here, pytest.raises(helper.Busy):
        helper.do(tmp_path, job("choose", bot="greedy"), 0.01)
    assert helper.do(tmp_path, job("choose", bot="greedy"))["move"]


def test_without_a_helper_a_hint_is_counted_on_in_place(tmp_path: Path) -> None:
    estimates.standing.clear()
    seen = 0
    for _ in range(2):
        answer = helper.hint(tmp_path, job("estimate", seed=21), seen, A_BUSY_MACHINE)
        assert answer["counted"] > seen
        seen = answer["counted"]
    with helper.here:
        assert helper.hint(tmp_path, job("estimate", seed=21), seen, 0.01)["counted"] == 0


@pytest.mark.django_db
def test_a_bot_that_others_keep_waiting_is_asked_again_by_the_page(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(folder: Path, asked: object, patience: float) -> None:
        raise helper.Busy

    monkeypatch.setattr(helper, "do", busy)
    url = start(client, "here", "greedy", "greedy", **{"option-dealer": "1"}).get_absolute_url()
    put_off = client.post(f"{url}/bot", {"ply": 0}, headers={"HX-Request": "true"})
    assert put_off.status_code == 200
    assert 'id="bot-form"' in put_off.text
    refused = client.post(f"{url}/bot", {"ply": 0})
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert "Ещё считаю" in refused.text
    assert 'class="refusal"' not in refused.text


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
