"""Jobs in one process, in several, on Dask: the same results in the same order, by the same rules."""

import hashlib
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from itertools import islice, repeat
from operator import neg
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import manage
from simulator.bulk import play, pool
from simulator.bulk.fuzzing import FaultFound
from simulator.bulk.pool import AHEAD, Pool, PoolError, results, version_of
from simulator.engine.record import Record
from simulator.game import engine_of

CONFIG = {"players": 3, "options": {}}


def few_games() -> Iterator[play.Job]:
    """Twelve jobs of two games each."""
    return (play.Job("poison", CONFIG, ("random",) * 3, 5, first, 2) for first in range(0, 24, 2))


def test_results_come_in_the_order_of_jobs_which_are_asked_for_as_they_are_wanted() -> None:
    """«A window of jobs, results in the order of jobs»: a million jobs are never listed."""
    asked: list[int] = []
    endless = (asked.append(n) or n for n in repeat(1))
    numbered = (n * len(asked) for n in endless)
    found = list(islice(results(neg, numbered, Pool("poison", 2)), 30))
    assert found == [-n for n in range(1, 31)]
    assert len(asked) < 30 + 2 * AHEAD + 1


def test_digests_are_hashed_as_they_come() -> None:
    """One digest for a run, that of all its records in order; a sum keeps none of them."""
    parts = [play.run(job) for job in islice(few_games(), 2)]
    total, digest = play.summed(parts)
    each = [digest for part in parts for digest in part.digests]
    assert digest == hashlib.sha256("\n".join(each).encode()).hexdigest()
    assert (total.games, len(each), total.digests) == (4, 4, ())
    assert total.scores == tuple(map(sum, zip(*(part.scores for part in parts), strict=True)))


def test_a_fault_of_a_game_comes_from_another_process_as_it_was() -> None:
    """docs: «A fault comes with the record that leads to it»."""
    fault = FaultFound(Record("poison", 1, CONFIG, 7, ((0, "play"),)), "ValueError: too many")
    there = pickle.loads(pickle.dumps(fault))
    assert (str(there), there.record) == ("ValueError: too many", fault.record)


def test_the_end_of_the_pipe_ends_the_pool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`simulate --on local:4 | head` hung: the error held what was under way, and Python waited for that."""
    ended = list[str]()

    def jobs() -> Iterator[str]:
        try:
            yield "one"
        finally:
            ended.append("pool")

    def command(argv: list[str]) -> None:
        work = jobs()
        raise BrokenPipeError(next(work))

    monkeypatch.setattr("django.core.management.execute_from_command_line", command)
    with (tmp_path / "read by nobody").open("w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        monkeypatch.setattr(sys, "stderr", pipe)
        with pytest.raises(SystemExit) as end:
            manage.main()
    assert (end.value.code, ended) == (manage.PIPE_ENDED, ["pool"])


def test_another_number_of_rules_or_another_code_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """«A worker with other rules or another engine version is refused»: the number that records carry, and
    the code that plays.
    """
    own = version_of("poison")
    assert own == version_of("poison")
    assert own.rules == engine_of("poison").rules
    assert own.code != version_of("potions").code
    monkeypatch.setattr(type(engine_of("poison")), "rules", own.rules + 1)
    assert version_of("poison") == (own.rules + 1, own.code)


@pytest.mark.parametrize("on", ["local:0", "local:x", "tcp://host", "http://host:8786", "dask"])
def test_a_place_that_means_nothing_is_refused_in_a_sentence(on: str) -> None:
    with pytest.raises(CommandError, match="--on ждёт local"):
        call_command("simulate", "poison", "--on", on)


def test_without_the_package_a_sentence_names_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """«Without it a sentence that names the file»: the site does without Dask."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CommandError, match=r"requirements-dask\.txt"):
        call_command("simulate", "poison", "--on", "local:1")


@pytest.fixture
def cluster(request: pytest.FixtureRequest) -> Iterator[Any]:
    """So many workers, as `dask worker` starts them."""
    distributed = pytest.importorskip("distributed", reason="requirements-dask.txt is not installed")
    with distributed.LocalCluster(
        n_workers=request.param, threads_per_worker=1, dashboard_address=":0"
    ) as local:
        yield local


def kill_one(address: str) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)


@pytest.mark.thorough
@pytest.mark.parametrize("cluster", [1, 2, 4], indirect=True)
@pytest.mark.parametrize("killed", [False, True])
def test_the_digest_is_the_same_with_any_number_of_workers_and_with_one_killed(
    cluster: Any, killed: bool
) -> None:
    """«Same digest with 1, 2, 4 workers and with one killed»: others do its jobs, or it when it is back."""
    expected = play.summed(map(play.run, few_games()))[1]
    found = results(play.run, few_games(), Pool("poison", on=cluster.scheduler_address))
    parts = [next(found)]
    if killed:
        kill_one(cluster.scheduler_address)
    assert play.summed([*parts, *found])[1] == expected


def play_by_other_rules() -> None:
    type(engine_of("poison")).rules += 1


@pytest.mark.thorough
@pytest.mark.parametrize("cluster", [1], indirect=True)
def test_a_worker_with_other_rules_is_refused(cluster: Any) -> None:
    """«A worker with other rules or another engine version is refused with a sentence», before the first game
    and in the middle of a run, when it has come later.
    """
    from distributed import Client

    address = cluster.scheduler_address
    found = results(play.run, few_games(), Pool("poison", on=address))
    next(found)
    with Client(address, set_as_default=False) as client:
        client.run(play_by_other_rules)
    with pytest.raises(PoolError) as late:
        list(found)
    with pytest.raises(CommandError, match=r"Рабочий процесс tcp://\S+ играет по другим правилам"):
        call_command("simulate", "poison", "--on", address)
    assert late.value.problem == "other"


@pytest.mark.thorough
def test_where_nobody_answers_or_works_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="requirements-dask.txt is not installed")
    monkeypatch.setattr(pool, "FIRST_ANSWER", 0.5)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as idle:
        address = idle.scheduler_address
        with pytest.raises(CommandError, match="нет ни одного рабочего процесса"):
            call_command("simulate", "poison", "--on", address)
    with pytest.raises(CommandError, match="планировщик Dask не отвечает"):
        call_command("simulate", "poison", "--on", address)
