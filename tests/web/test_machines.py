"""What several machines share by a Redis, and that the site goes on without it."""

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import redis
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from config import server
from scoring.models import LinkRole, new_sheet
from tests.setup.site import ROOT
from tests.web.test_limits import asked, nothing_spent, spend
from web import limits, machines, polling, written
from web.limits import JOINING, RateLimit
from web.machines import SharedRedis
from web.written import LastWrites

ADDRESS = os.environ.get("TEST_REDIS_URL", "")
NOBODY = "redis://127.0.0.1:1/0"
NAMES = ["Оля", "Саша", "Коля"]
FEW = RateLimit("few", 6, 60)


def with_redis(test: Callable[..., None]) -> Callable[..., None]:
    """Runs where script/with_redis has one: script/test --all."""
    missing = pytest.mark.skipif(not ADDRESS, reason="script/with_redis pytest … has one")
    return pytest.mark.thorough(missing(test))


@pytest.fixture(autouse=True)
def machine(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that was just started, with a folder and a key of its own."""
    nothing_spent(settings, tmp_path, monkeypatch)
    settings.SECRET_KEY = str(tmp_path)
    monkeypatch.setattr(machines, "SHARED", SharedRedis())
    monkeypatch.setattr(polling, "WRITTEN", LastWrites())
    monkeypatch.setattr(polling, "told", {})


class Time:
    """Seconds that pass when they are told to."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(machines, "time", time)
    return time


# --- Without one --------------------------------------------------------------------------------------------


def test_limits_of_a_redis_that_is_gone_are_those_of_the_file(settings: Settings) -> None:
    """«Limits fall back to the file»."""
    settings.REDIS_URL = NOBODY
    assert spend(FEW, 10) == 6
    FEW.give_back(asked())
    settings.REDIS_URL = ""
    assert spend(FEW, 10) == 1


def test_a_redis_that_goes_away_is_told_of_once_and_comes_back_by_itself(
    settings: Settings, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    """«Said once in the log, and comes back by itself»; meanwhile nobody waits for it."""
    settings.REDIS_URL = NOBODY
    caplog.set_level(logging.WARNING, "grimoire.redis")
    asked_of = []

    def refuse(client: redis.Redis) -> None:
        asked_of.append(client)
        raise redis.ConnectionError("refused")

    for _ in range(3):
        for _ in range(3):
            assert machines.ask(refuse) is None
        time.now += machines.PAUSE
    assert len(asked_of) == 3
    assert machines.ask(lambda client: 7) == machines.ask(lambda client: 7) == 7
    assert [record.getMessage() for record in caplog.records] == [
        "Redis doesn't answer, going on without: refused",
        "Redis answers again",
    ]


@pytest.mark.django_db
def test_news_come_from_the_database_while_a_redis_is_gone(settings: Settings) -> None:
    """«News by the database as with nothing remembered»: nobody knows whether another machine has written."""
    settings.REDIS_URL, settings.LIMITS = NOBODY, False
    sheet, phone = new_sheet("poison", NAMES), Client()
    phone.get(sheet.link(LinkRole.VIEWER).path)
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert phone.get(f"{sheet.get_absolute_url()}/totals", {"v": 0}).status_code == 204
    assert len(queries) == 1
    assert polling.told == {}


def test_what_a_redis_did_not_hear_it_hears_as_soon_as_it_answers(
    settings: Settings, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile it may have answered another machine, whose phones then heard for 20 s of nothing new."""
    settings.REDIS_URL, heard, is_there = NOBODY, list[str](), False

    class Client:
        def eval(self, script: str, keys: int, latest: str, name: str, kept: int) -> bytes:
            if not is_there:
                raise redis.TimeoutError("slow")
            heard.append(name)
            return b"1"

        def mget(self, names: list[str]) -> list[bytes]:
            return [b"1" for _ in names]

    monkeypatch.setattr(machines.SHARED, "client", Client())
    writes = LastWrites()
    writes.note("sheet 1")
    writes.note("sheet 1")
    is_there = True
    assert (writes.of("sheet 2"), heard) == ((), [])
    time.now += machines.PAUSE
    assert writes.of("sheet 2") == (1,)
    assert heard == [machines.key("written", "sheet 1")]
    writes.note("sheet 2")
    assert len(heard) == 2


@pytest.mark.django_db
def test_health_tells_of_a_redis_that_is_gone_and_sends_nobody_elsewhere(settings: Settings) -> None:
    """«`/healthz` gets `redis=ok|bad` when configured»; all machines would be ill at once, and all work."""
    assert "redis=" not in Client().get("/healthz").text
    before = Client().get("/healthz").text.split()[0]
    settings.REDIS_URL = NOBODY
    said = Client().get("/healthz").text.split()
    assert "redis=bad" in said
    assert said[0] == before


def test_a_database_for_many_without_a_redis_is_advised_against(monkeypatch: pytest.MonkeyPatch) -> None:
    """«REMEMBERED_FOR 2 s instead of 20 and one line at the start»."""
    environment = {"DATABASE_URL": "postgres://db/grimoire", "REDIS_URL": ""}
    command = [sys.executable, "-c", "from config import settings; print(settings.NEWS_REMEMBERED_FOR)"]
    for url, seconds in (("", 2.0), (NOBODY, 20.0)):
        environment["REDIS_URL"] = url
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert float(done.stdout) == seconds
        assert bool(server.advice()) is (seconds == 2.0)


def test_a_write_is_later_than_all_before_whatever_the_clock_does() -> None:
    """H2: «polls stay right». By a clock that jumps what was written «tomorrow» was never older than a poll,
    and a write after the jump could be taken for one before the poll: so none is asked.
    """
    writes = LastWrites()
    writes.note("row")
    before = writes.of("row")
    begun = writes.latest()
    assert max(before) <= begun
    writes.note("row")
    assert writes.of("row") > before
    assert max(writes.of("row")) > begun


def test_what_a_redis_keeps_is_each_names_and_each_sites_own_and_tells_neither(settings: Settings) -> None:
    """«No address and no other site's name is to be read there.»"""
    names = ("creating 203.0.113.7", "creating 203.0.113.8")
    keys = {machines.key("limits", name) for name in names}
    settings.SECRET_KEY = "another site's"
    keys |= {machines.key("limits", name) for name in names}
    assert len(keys) == 4
    assert not any("203.0.113" in key for key in keys)


class Told:
    """A Redis that answers what it is to and keeps what it was asked."""

    def __init__(self, *answers: object) -> None:
        self.answers, self.asked = [*answers], list[tuple[object, ...]]()

    def _answer(self, *asked: object) -> object:
        self.asked.append(asked)
        return self.answers.pop(0)

    eval = decrby = mget = ping = _answer


@pytest.fixture
def redis_with(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Told]:
    def answering(*answers: object) -> Told:
        settings.REDIS_URL, told = NOBODY, Told(*answers)
        monkeypatch.setattr(machines.SHARED, "client", told)
        return told

    return answering


def test_redis_counts_in_microseconds_and_the_file_beside_it_nothing(
    settings: Settings, redis_with: Callable[..., Told]
) -> None:
    """ARGV: «the seconds and the share in microseconds», and so it says how long to wait."""
    told = redis_with(0, 1_500_000, 4_000_000, 17)
    assert [FEW.take(asked()) for _ in range(3)] == [0, 2, 4]
    FEW.give_back(asked())
    key = machines.key("limits", "few 203.0.113.7")
    assert told.asked == [(limits.TAKE, 1, key, 60_000_000, 10_000_000)] * 3 + [(key, 10_000_000)]
    settings.REDIS_URL = ""
    assert spend(FEW, 10) == 6


def test_a_row_that_redis_knows_nothing_of_was_never_written(redis_with: Callable[..., Told]) -> None:
    told, writes = redis_with([b"7", None], [None], True), LastWrites()
    assert writes.of("sheet 1", "sheet 2") == (7, 0)
    assert writes.latest() == 0
    assert machines.answers()
    assert told.asked[:2] == [
        ([machines.key("written", "sheet 1"), machines.key("written", "sheet 2")],),
        ([machines.key("written", "")],),
    ]


def test_while_a_redis_is_gone_no_write_is_later_and_no_more_is_kept_than_there_is_room(
    settings: Settings,
) -> None:
    """`latest`: «where nobody knows, one that is less than any»; 0 stands for a row that nobody wrote."""
    settings.REDIS_URL, writes = NOBODY, LastWrites()
    for n in range(written.MOST_UNHEARD + 1):
        writes.note(f"sheet {n}")
    assert len(writes.unheard) == written.MOST_UNHEARD
    assert writes.latest() < 0
    assert not machines.answers()


# --- With one -----------------------------------------------------------------------------------------------


@pytest.fixture
def other(settings: Settings) -> redis.Redis:
    """A look into the Redis from beside the site."""
    settings.REDIS_URL = ADDRESS
    client = redis.Redis.from_url(ADDRESS)
    client.flushall()
    return client


@with_redis
def test_limits_count_once_over_all_machines(other: redis.Redis, settings: Settings, tmp_path: Path) -> None:
    """«Limits once over all machines (atomic)», here two with eight threads each; nor can an address be read
    in what they share.
    """
    alone = ThreadPoolExecutor(16)
    two = [SharedRedis(), SharedRedis()]

    def take(n: int) -> int:
        return two[n % 2].ask(lambda client: client.eval(limits.TAKE, 1, "few", 60_000_000, 60_000_000 // 6))

    with alone:
        waits = list(alone.map(take, range(64)))
    assert waits.count(0) == 6
    assert 0 < min(filter(None, waits)) <= 10_000_000
    assert spend(FEW, 10) == 6
    FEW.give_back(asked())
    settings.DATA_DIR = tmp_path / "another-machine"
    assert spend(FEW, 10) == 1
    assert all(b"203.0.113" not in key for key in other.scan_iter())
    assert all(0 < other.ttl(key) <= 61 for key in other.scan_iter())


@with_redis
@pytest.mark.usefixtures("other")
def test_what_may_be_asked_for_again_and_what_all_may_try_is_counted_by_redis() -> None:
    """M2 and issue 42, on Redis as on the file."""
    for _ in range(20):
        FEW.spend_once(asked(), "match 1")
    assert spend(FEW, 10) == 5
    waits = [JOINING.of_site.take(RequestFactory().get("/")) for _ in range(limits.WRONG_CODES_AT_ONCE + 1)]
    assert [wait for wait in waits if wait] == [60 * 60 // limits.WRONG_CODES_AT_ONCE]


@with_redis
def test_a_due_that_no_clock_can_have_noted_counts_as_nothing(other: redis.Redis) -> None:
    """H2, on Redis: its clock may have been put back, too."""
    FEW.take(asked())
    (key,) = other.keys()
    seconds, micros = other.time()
    other.set(key, (seconds + 24 * 3600) * 10**6 + micros)
    assert spend(FEW, 10) == 6


@with_redis
def test_another_machine_hears_at_once_and_of_many_rows_in_one_round_trip(other: redis.Redis) -> None:
    """«Several rows in one round trip (MGET)»."""
    here, names = LastWrites(), [f"row {n}" for n in range(10)]
    assert here.of(*names) == (0,) * 10
    begun = here.latest()
    LastWrites().note("row 7")
    other.config_resetstat()
    assert [name for name, number in zip(names, here.of(*names), strict=True) if number > begun] == ["row 7"]
    assert other.info("commandstats")["cmdstat_mget"]["calls"] == 1
    number = here.of("row 7")
    here.note("row 7")
    assert here.of("row 7") > number


@with_redis
def test_a_redis_that_goes_and_comes_takes_nothing_along(other: redis.Redis, time: Time) -> None:
    """«A Redis that goes away: the site goes on […] and comes back by itself»."""
    writes = LastWrites()
    writes.note("row")
    number = writes.of("row")
    socket = Path(ADDRESS.removeprefix("unix://"))
    away = socket.with_name("away")
    socket.rename(away)
    other.client_kill_filter(_type="normal", skipme=True)
    try:
        assert writes.of("row") == ()
        assert spend(FEW, 10) == 6
        assert not machines.answers()
    finally:
        away.rename(socket)
    assert writes.of("row") == ()
    time.now += machines.PAUSE
    assert writes.of("row") == number
    other.client_kill_filter(_type="normal", skipme=True)  # as a restart does: no page is to feel it
    assert writes.of("row") == number
    assert machines.answers()
