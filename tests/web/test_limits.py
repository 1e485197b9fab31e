"""Limits for each address (review, H4 and M2): generous for a class, refused with when to come again."""

import os
from pathlib import Path

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from scoring.models import Sheet
from simulator.models import Match
from tests.simulator.test_pages_table import run, start
from web import limits
from web.errors import RequestError
from web.limits import CREATING, HINTS, WRITING, RateLimit
from web.shared import SharedNumbers

NOW = 1_700_000_000 * limits.NANO


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def time_ns(self) -> int:
        return NOW + int(self.seconds * limits.NANO)


@pytest.fixture(autouse=True)
def empty(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that hold, and nothing spent."""
    settings.LIMITS, settings.DATA_DIR = True, tmp_path
    monkeypatch.setattr(limits, "SPENT", SharedNumbers("limits"))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


def asked(address: str = "203.0.113.7") -> HttpRequest:
    return RequestFactory().post("/", REMOTE_ADDR=address)


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
    assert limit.wait(asked()) == 10
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
    clock.seconds = 61
    limit.spend_once(asked(), "match 1")
    assert spend(limit, 10) == 5


def test_each_address_has_its_own_and_a_household_one_together(clock: Clock) -> None:
    limit = RateLimit("few", 6, 60)
    assert spend(limit, 6) == spend(limit, 6, "203.0.113.8") == spend(limit, 6, "2001:db8:0:7::1") == 6
    assert spend(limit, 1, "2001:db8:0:7:ffff::2") == 0
    assert spend(limit, 1, "2001:db8:0:8::1") == 1


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


def test_scripts_hear_it_as_json(client: Client, clock: Clock) -> None:
    spend(WRITING, WRITING.times, "203.0.113.9")
    refused = client.post(
        "/score/s/none/entries", "{}", "application/json", headers={"Accept": "application/json"}
    )
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    assert refused.json()["retry_after"] == 1
    assert client.get("/score/poison").status_code == 200
