"""Limits for each address (review, H4 and M2): generous for a class, refused with when to come again."""

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from config import server
from scoring.models import Sheet
from simulator.models import Match
from tests.simulator.test_pages_table import run, start
from web import limits
from web.errors import RequestError
from web.limits import CREATING, HINTS, JOINING, WRITING, RateLimit
from web.shared import PLACES, WIDTH, SharedNumbers, digest

SECOND = 10**9  # of what the clock of the system counts in
NOW = 1_700_000_000 * SECOND


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def time_ns(self) -> int:
        return NOW + int(self.seconds * SECOND)


def nothing_spent(settings: Settings, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that hold, counted in files of an empty folder."""
    settings.LIMITS, settings.REDIS_URL, settings.DATA_DIR = True, "", folder
    monkeypatch.setattr(limits, "SPENT", SharedNumbers("limits"))
    monkeypatch.setattr(limits, "SPENT_BY_ALL", SharedNumbers("limits-of-all"))


@pytest.fixture(autouse=True)
def empty(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_spent(settings, tmp_path, monkeypatch)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


def asked(address: str = "203.0.113.7") -> HttpRequest:
    return RequestFactory().post("/", REMOTE_ADDR=address)


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file gets any more room."""

    def refuse(file: int, begin: int, length: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", refuse)


def test_what_is_mapped_has_its_room_on_the_disk(settings: Settings) -> None:
    """H1: the first write into a page without a block, on a full disk, was signal 7: six requests of six."""
    numbers = SharedNumbers("numbers")
    numbers.allocate()
    found = (settings.DATA_DIR / "numbers").stat()
    assert found.st_blocks * 512 >= found.st_size == PLACES * WIDTH
    assert len(numbers.places) == PLACES, "wherever the hash of a name leads"


@pytest.mark.usefixtures("full_disk")
def test_without_room_the_site_says_so_in_a_sentence_and_does_not_start() -> None:
    """H1: «a full disk there = one sentence and exit, no traceback»."""
    with pytest.raises(SystemExit, match="На диске нет места"):
        server.allocate_shared()


@pytest.mark.usefixtures("full_disk")
def test_what_finds_no_room_leaves_no_file_open() -> None:
    """A site that was started before goes on: each refused request would keep one more."""
    open_files = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with pytest.raises(OSError, match="No space left"):
            SharedNumbers("numbers").of("name")
    assert len(os.listdir("/proc/self/fd")) == open_files


DAY = 24 * 3600


@pytest.mark.parametrize("jump", [-DAY, -3 * 3600, DAY])
def test_a_clock_that_was_put_right_locks_nobody_out(clock: Clock, jump: int) -> None:
    """H2: one form sent, the clock back by a day, and the next had to wait 85,801 seconds."""
    limit = RateLimit("few", 6, 60)
    assert spend(limit, 10) == 6
    limit.spend_once(asked("203.0.113.8"), "match 1")
    clock.seconds += jump
    assert spend(limit, 10) == 6
    limit.spend_once(asked("203.0.113.8"), "match 1")
    assert spend(limit, 10, "203.0.113.8") == 5


def test_a_clock_that_trembles_gives_nothing_away(clock: Clock) -> None:
    """H2: «later than now + seconds + one share»: NTP moves a clock back by some milliseconds."""
    limit = RateLimit("few", 6, 60)
    assert spend(limit, 6) == 6
    clock.seconds -= 9
    assert spend(limit, 6) == 0


def test_many_tries_at_once_are_no_more_than_one_by_one(clock: Clock) -> None:
    """M2: a try is taken before its code is looked at; 64 at once would give 64 otherwise."""
    with ThreadPoolExecutor(16) as pool:
        waits = list(pool.map(lambda _: JOINING.take(asked()), range(64)))
    assert waits.count(0) == JOINING.times


def test_all_addresses_together_try_480_codes_in_an_hour(clock: Clock) -> None:
    """«They hold for an hour, in which all addresses together try 480 of a hundred million.»"""
    addresses, tried = (asked(f"198.51.100.{n}") for n in range(500)), 0
    for clock.seconds in (0, 3600):
        while JOINING.of_site.take(request := next(addresses)) == 0:
            tried += 1
        with pytest.raises(RequestError, match="кто-то их подбирает"):
            JOINING.take(request)
    assert tried == 480


def test_after_so_many_codes_there_is_one_try_in_fifteen_seconds(clock: Clock) -> None:
    """An hour for 240, whoever tries."""
    of_all = JOINING.of_site
    assert spend(of_all, 300) == 240
    clock.seconds = 14.9
    assert spend(of_all, 1, "198.51.100.1") == 0
    clock.seconds = 15
    assert spend(of_all, 2, "198.51.100.1") == 1


def test_who_shares_a_place_is_known_to_the_site_alone(settings: Settings) -> None:
    """M3: who shared the place of 203.0.113.5 could be found offline, and made it wait."""
    settings.SECRET_KEY = "one"
    one = [digest(f"creating 203.0.113.{n}", 2) for n in range(8)]
    settings.SECRET_KEY = "other" * 40  # longer than the hash takes
    assert one != [digest(f"creating 203.0.113.{n}", 2) for n in range(8)]


def spend(limit: RateLimit, times: int, address: str = "203.0.113.7") -> int:
    """How many of so many requests at once go through."""
    for n in range(times):
        try:
            limit.spend(asked(address))
        except RequestError:
            return n
    return times


def test_so_many_at_once_and_then_one_at_a_time(clock: Clock) -> None:
    limit = RateLimit("few", 6, 60)
    assert spend(limit, 10) == 6
    assert limit.take(asked()) == 10
    clock.seconds = 9
    assert spend(limit, 1) == 0
    clock.seconds = 10
    assert spend(limit, 5) == 1
    clock.seconds = 1000
    assert spend(limit, 10) == 6


def test_what_is_asked_for_again_is_paid_for_once(clock: Clock) -> None:
    """Issue 42: a page asks on about its hint, part by part."""
    limit = RateLimit("few", 6, 60)
    for _ in range(20):
        limit.spend_once(asked(), "match 1")
    limit.spend_once(asked(), "match 2")
    assert spend(limit, 10) == 4
    limit.spend_once(asked(), "match 1")
    with pytest.raises(RequestError):
        limit.spend_once(asked(), "match 3")
    clock.seconds = 10
    limit.spend_once(asked(), "match 3")  # what was refused was not paid for
    assert spend(limit, 1) == 0
    clock.seconds = 71
    limit.spend_once(asked(), "match 1")
    assert spend(limit, 10) == 5


def test_each_address_has_its_own_and_a_household_one_together(clock: Clock) -> None:
    limit = RateLimit("few", 6, 60)
    assert spend(limit, 6) == spend(limit, 6, "203.0.113.8") == spend(limit, 6, "2001:db8:0:7::1") == 6
    assert spend(limit, 1, "2001:db8:0:a7:ffff::2") == 0
    assert spend(limit, 1, "2001:db8:0:107::1") == 1


def test_a_restart_forgets_nothing_and_every_process_counts(clock: Clock) -> None:
    """M2: it counted for each process, and a restart forgot."""
    limit = RateLimit("few", 6, 60)
    child = os.fork()
    if not child:
        limits.SPENT = SharedNumbers("limits")
        os._exit(spend(limit, 4))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 4
    assert spend(limit, 10) == 2


@pytest.mark.parametrize("limit", [CREATING, HINTS, WRITING])
def test_a_class_of_thirty_and_six_phones_for_an_evening_stay_below(clock: Clock, limit: RateLimit) -> None:
    """Issue 16: «thirty phones joining in a minute and six phones' whole evening stay under them»."""
    assert spend(limit, 30 * 3) == 90
    clock.seconds = 600
    for minute in range(240):  # all six press every ten seconds, and one of them begins or asks for something
        clock.seconds += 60
        assert spend(limit, 36 if limit is WRITING else 6) == (36 if limit is WRITING else 6), minute


@pytest.fixture
def client(db: None) -> Client:
    return Client(REMOTE_ADDR="203.0.113.9")


def test_who_makes_sheets_without_end_is_told_when_to_come_again(client: Client, clock: Clock) -> None:
    """H4: 169 rows a second from one connection, without any limit."""
    spend(CREATING, CREATING.times - 1, "203.0.113.9")
    form = {"name": ["Оля", "Саша", "Коля"]}
    assert client.post("/score/poison", form).status_code == 302
    refused = client.post("/score/poison", form)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "5")
    assert "через 5\N{NO-BREAK SPACE}секунд" in refused.text
    assert Sheet.objects.count() == 1
    for path in ("/play/poison", "/play/poison/record", "/play/alchemists/new", "/lab/new", "/notebook/"):
        assert client.post(path, {}).status_code == 429, path


def test_what_is_made_from_a_match_costs_as_much_as_anything_else(client: Client, clock: Clock) -> None:
    """H4: every way to make rows spends of one limit: a branch and a score sheet that a match fills, too."""
    match = start(client, "here", "flat", "flat")
    run(match)
    spend(CREATING, CREATING.times, "203.0.113.9")
    for path in ("fork", "pour"):
        assert client.post(f"{match.get_absolute_url()}/{path}", {"ply": 0}).status_code == 429, path
    assert (Match.objects.count(), Sheet.objects.count()) == (1, 0)


@pytest.mark.parametrize(("wait", "when"), [(59, "59 секунд"), (60, "1 минуту"), (61, "2 минуты")])
def test_when_to_come_again_is_said_in_the_longest_unit_that_is_over_by_then(wait: int, when: str) -> None:
    assert limits.too_often(wait).message.replace("\N{NO-BREAK SPACE}", " ").endswith(f"через {when}.")


def test_scripts_hear_it_as_json(client: Client, clock: Clock) -> None:
    spend(WRITING, WRITING.times, "203.0.113.9")
    refused = client.post(
        "/score/s/none/entries", "{}", "application/json", headers={"Accept": "application/json"}
    )
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    assert refused.json()["retry_after"] == 1
    assert client.get("/score/poison").status_code == 200
