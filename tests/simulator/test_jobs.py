"""Jobs in a child of the helper: whatever one does, the others are done, and who asked is told."""

import json
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from rulebook import finder
from rulebook.content import checking, reading
from simulator.game import engine_of, has_engine
from simulator.jobs import helper, jobs, limits, server, trial
from simulator.jobs.child import JobChild, failure_in
from simulator.jobs.jobs import JobFailed
from simulator.jobs.limits import TimeOver, time_limit
from tests.daily import daily
from tests.plugin import A_BUSY_MACHINE
from tests.simulator.test_pages_helper import POISON, job

SHORT = 0.1  # seconds
Bot = Callable[..., Any]


def endless(*args: Any) -> Any:
    while True:
        pass


def deaf(*args: Any) -> Any:
    """Lets nothing end it but its process."""
    while True:
        try:
            endless()
        except BaseException:  # noqa: BLE001
            continue


def failing(*args: Any) -> Any:
    raise ZeroDivisionError("R4 is in the hand of Б")


def leaving(*args: Any) -> Any:
    raise SystemExit


def killing(*args: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


BAD: dict[str, Bot] = {
    "endless": endless,
    "deaf": deaf,
    "failing": failing,
    "leaving": leaving,
    "killing": killing,
}


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch) -> Iterator[JobChild]:
    """One whose jobs have little time, and a game with bad bots."""
    monkeypatch.setattr(POISON, "bots", {**POISON.bots, **BAD})
    monkeypatch.setattr(jobs, "time_limit", lambda seconds: time_limit(SHORT))
    one = JobChild(A_BUSY_MACHINE)
    yield one
    one.end()


def asked(child: JobChild, bot: str, **more: object) -> dict[str, Any]:
    return child.ask(json.dumps(job("choose", bot=bot, **more)).encode() + b"\n")


def test_one_child_stands_for_all_jobs_and_a_bad_one_is_told(child: JobChild) -> None:
    """Killed and replaced only when a job runs over, or kills it."""
    expected = jobs.run(job("choose", bot="greedy"))
    assert asked(child, "greedy") == expected
    first = child.pid
    failure = failure_in(asked(child, "failing"))
    assert failure is not None
    assert (failure.kind, failure.seconds) == ("ZeroDivisionError", 0)
    assert failure.where.endswith(", failing")
    left = failure_in(asked(child, "leaving"))
    assert left is not None
    assert left.kind == "SystemExit"
    assert asked(child, "greedy") == expected
    assert child.pid == first


@pytest.mark.parametrize("bot", ["endless", "deaf", "killing"])
def test_what_runs_over_or_kills_the_child_has_the_next_job_done_by_another(
    child: JobChild, bot: str
) -> None:
    asked(child, "greedy")
    first = child.pid
    if bot == "deaf":
        child.patience = SHORT
    failure = failure_in(asked(child, bot))
    assert failure is not None
    assert bool(failure.seconds) == (bot != "killing")
    if bot == "endless":
        assert failure.where.endswith(", endless")
    child.patience = A_BUSY_MACHINE
    assert asked(child, "greedy") == jobs.run(job("choose", bot="greedy"))
    assert child.pid != first


def test_a_child_that_somebody_else_has_killed_is_no_fault_of_the_next_job(child: JobChild) -> None:
    expected = asked(child, "greedy")
    os.kill(child.pid, signal.SIGKILL)
    assert asked(child, "greedy", seed=6) == jobs.run(job("choose", bot="greedy", seed=6))
    assert expected["move"]


def test_an_endless_job_is_not_done_again_for_who_asks_again(child: JobChild, tmp_path: Any) -> None:
    """A page asks again after five seconds, another tab, too: they hear what came of it."""
    asked_of = []

    class Counted(JobChild):
        def start(self, one: bytes) -> None:
            asked_of.append(one)
            super().start(one)

    with server.serve(tmp_path) as served:
        served.bots.child = Counted()
        thread = threading.Thread(target=served.serve_forever)
        thread.start()
        for _ in range(2):
            with pytest.raises(JobFailed) as told:
                helper.do(tmp_path, job("choose", bot="endless"), A_BUSY_MACHINE)
            assert told.value.failure.seconds
        assert helper.do(tmp_path, job("choose", bot="greedy"), A_BUSY_MACHINE)["move"]
        served.shutdown()
        thread.join()
    assert len(asked_of) == 2


def test_where_no_helper_runs_the_job_has_a_limit_of_its_own(child: JobChild, tmp_path: Any) -> None:
    with pytest.raises(JobFailed) as told:
        helper.do(tmp_path, job("choose", bot="endless"))
    assert told.value.failure.where.endswith(", endless")
    assert helper.do(tmp_path, job("choose", bot="greedy"))["move"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_ends_a_finalizer_alone_ends_the_job_the_next_time() -> None:
    class Kept:
        def __del__(self) -> None:
            endless()

    def ends_in_both() -> None:
        Kept()
        endless()

    with pytest.raises(TimeOver), time_limit(SHORT):
        ends_in_both()


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser, where a process has one thread and makes no other."""

    def none(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none)


@pytest.mark.usefixtures("no_threads")
@pytest.mark.parametrize(
    ("thought", "passed", "over"), [(0.9, 4.9, False), (1.1, 1.1, True), (0.0, 4.9, False), (0.0, 5.1, True)]
)
def test_seconds_are_of_the_processor_and_who_sleeps_has_five_times_as_many(
    monkeypatch: pytest.MonkeyPatch, thought: float, passed: float, over: bool
) -> None:
    """That a computer is busy with others is no fault of a bot."""
    clocks = SimpleNamespace(process_time=lambda: 0.0, monotonic=lambda: 0.0)
    monkeypatch.setattr(limits, "time", clocks)

    def think() -> None:
        clocks.process_time, clocks.monotonic = (lambda: thought), (lambda: passed)

    with pytest.raises(TimeOver) if over else nullcontext(), time_limit(1.0):
        think()


@pytest.mark.usefixtures("no_threads")
def test_without_threads_each_line_looks_at_the_clock() -> None:
    with pytest.raises(TimeOver), time_limit(SHORT):
        endless()
    with time_limit(A_BUSY_MACHINE):
        assert engine_of("poison") is POISON


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Poison is from outside, and games that are tried have little time."""
    monkeypatch.setattr(trial, "played_games", lambda: ["poison"])
    monkeypatch.setattr(finder, "is_ours", lambda room: False)
    monkeypatch.setattr(jobs, "LIMITS", {"rehearse": SHORT})
    yield
    finder._closed.clear()
    finder.load.cache_clear()


def test_a_guest_that_can_be_played_keeps_its_table(guest: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "LIMITS", {})
    trial.rehearse_guests()
    assert finder.problems() == ()


@pytest.mark.parametrize("name", daily(["check", "legal_moves", "view", "new_game"], ["check"]))
def test_a_guest_with_an_endless_loop_is_left_without_its_table_and_with_its_rules(
    guest: None, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Found before a web thread meets it; the log and `rules check` name game and place."""
    monkeypatch.setattr(POISON, name, endless)
    trial.rehearse_guests()
    (problem,) = finder.problems()
    assert (problem.game, problem.code) == ("poison", "game_table")
    assert re.fullmatch(rf"{SHORT} s and no end \(tests/simulator/test_jobs.py:\d+, endless\)", problem.what)
    assert (has_engine("poison"), "poison" in reading.game_ids()) == (False, True)
    assert [fault.code for fault in checking._left_out(())] == ["game_table"]


def test_where_there_is_no_fork_a_guest_is_tried_in_the_process(
    guest: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "can_fork", lambda: False)
    monkeypatch.setattr(POISON, "check", failing)
    trial.rehearse_guests()
    assert finder.problems()[0].what.startswith("ZeroDivisionError: ")


def test_what_ends_in_time_is_left_alone() -> None:
    with time_limit(SHORT):
        pass
    end = time.process_time() + 2 * SHORT
    while time.process_time() < end:
        pass
