"""A database or a disk that takes nothing is told as that: 503, when to come again, what was typed kept."""

import errno
import json
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Semaphore, Thread
from typing import Any

import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from config import environment, unavailable
from config.trouble import Trouble, trouble_of
from config.urls import handler400, handler403, handler404, handler500, urlpatterns
from web import writers

HELD_PATIENCE = 1.0  # seconds

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def of_sqlite(code: int, said: str = "database is locked") -> OperationalError:
    """An error as Django raises it."""
    cause = sqlite3.OperationalError(said)
    cause.sqlite_errorcode = code
    error = OperationalError(said)
    error.__cause__ = cause
    return error


def fail(request: HttpRequest) -> HttpResponse:
    raise of_sqlite(sqlite3.SQLITE_BUSY)


def no_index_of_the_log(request: HttpRequest) -> HttpResponse:
    raise of_sqlite(sqlite3.SQLITE_IOERR_SHMSIZE, "disk I/O error")


urlpatterns = [
    path("fail", fail),
    path("api/v1/fail", fail),
    path("no-index", no_index_of_the_log),
    *urlpatterns,
]


@pytest.fixture
def asking(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Client:
    settings.ROOT_URLCONF = __name__
    monkeypatch.setattr(unavailable, "told", {})
    return Client()


def of_postgresql(code: str | None) -> OperationalError:
    cause = type("OperationalError", (Exception,), {"sqlstate": code})("refused")
    error = OperationalError("refused")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (of_sqlite(sqlite3.SQLITE_BUSY), Trouble.BUSY),
        (of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), Trouble.BUSY),
        (of_sqlite(sqlite3.SQLITE_FULL), Trouble.FULL),
        (of_sqlite(sqlite3.SQLITE_READONLY_DBMOVED), Trouble.CLOSED),
        (of_sqlite(sqlite3.SQLITE_IOERR_WRITE), Trouble.GONE),
        (of_sqlite(sqlite3.SQLITE_CANTOPEN), Trouble.GONE),
        (of_sqlite(sqlite3.SQLITE_ERROR), None),  # no such table: that is ours
        (of_postgresql("55P03"), Trouble.BUSY),
        (of_postgresql("53100"), Trouble.FULL),
        (of_postgresql("53300"), Trouble.BUSY),
        (of_postgresql("25006"), Trouble.CLOSED),
        (of_postgresql("57P01"), Trouble.GONE),
        (of_postgresql(None), Trouble.GONE),  # connection refused
        (of_postgresql("42P01"), None),
        (writers.TooMany(), Trouble.BUSY),
        (OSError(errno.ENOSPC, ""), Trouble.FULL),
        (OSError(errno.EROFS, ""), Trouble.CLOSED),
        (FileNotFoundError(errno.ENOENT, ""), None),
        (ValueError(), None),
    ],
)
def test_what_is_nobodys_mistake_is_told_from_what_is_ours(error: Exception, trouble: Trouble | None) -> None:
    """«Locked, full, read-only, disk I/O, ENOSPC; lock timeout, disk full, connection refused.»"""
    assert trouble_of(error) is trouble


def test_an_io_error_on_a_full_disk_is_a_full_disk(asking: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of its files SQLite finds no room for is chance."""
    monkeypatch.setattr(unavailable, "free_disk", lambda: 0)
    assert "На диске нет места" in asking.get("/no-index").text.replace("\u00a0", " ")


def test_a_form_is_kept_to_be_sent_again(asking: Client) -> None:
    """«A form without a script keeps what was typed»: the page sends the same POST again."""
    typed = {"name": ["Оля", '"><b>Коля'], "do": "start", "csrfmiddlewaretoken": "old"}
    answer = asking.post("/fail?x=1", typed)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "no-store" in answer.headers["Cache-Control"]
    assert "База занята" in answer.text
    assert 'action="/fail?x=1"' in answer.text
    assert '<input type="hidden" name="name" value="Оля">' in answer.text
    assert 'value="&quot;&gt;&lt;b&gt;Коля"' in answer.text
    assert 'value="old"' not in answer.text
    assert "наша ошибка" not in answer.text
    assert "Отправить ещё раз" not in asking.get("/fail").text


def test_scripts_and_the_api_hear_it_in_json(asking: Client) -> None:
    """«JSON for JSON requests, scripts, API.»"""
    for answer in (
        asking.post("/fail", "{}", content_type="application/json"),
        asking.get("/fail", headers={"Accept": "application/json"}),
        asking.get("/api/v1/fail"),
    ):
        said = json.loads(answer.content)
        said = said.get("error", said)
        assert (answer.status_code, answer.headers["Retry-After"], said["retry_after"]) == (503, "2", 2)
        assert said["message"].startswith("База занята")


def test_the_log_has_one_line_of_it_and_no_error(asking: Client, caplog: pytest.LogCaptureFixture) -> None:
    """«Never logged as our own mistake, but one log line»: the log may lie on the disk that is full."""
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            asking.post("/fail")
    assert [(line.levelname, line.getMessage()) for line in caplog.records] == [
        ("WARNING", "busy: POST /fail: database is locked")
    ]


@pytest.fixture
def held(tmp_path: Path, django_db_blocker: Any) -> Iterator[ConnectionHandler]:
    """Connections to a database that another program holds."""
    place = tmp_path / "db.sqlite3"
    settings: dict[str, Any] = environment.sqlite(place)
    settings["OPTIONS"]["timeout"] = HELD_PATIENCE
    connections = ConnectionHandler({"default": settings})
    with django_db_blocker.unblock(), closing(connections["default"]):
        connections["default"].cursor().execute("CREATE TABLE cupboard (card TEXT)")
        with closing(sqlite3.connect(place, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield connections


def test_where_others_wait_already_a_writer_is_told_soon_and_a_reader_waits_for_nobody(
    held: ConnectionHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """M1: all threads of a process slept in SQLite, a page of rules waited for 9.6 s."""
    monkeypatch.setattr(writers, "places", Semaphore(1))
    waited: list[float] = []

    def write() -> None:
        begun = time.monotonic()
        with closing(held["default"]), pytest.raises(OperationalError):
            held["default"].cursor().execute("INSERT INTO cupboard VALUES ('frog')")
        waited.append(time.monotonic() - begun)

    threads = [Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    begun = time.monotonic()
    held["default"].cursor().execute("SELECT * FROM cupboard")
    read_in = time.monotonic() - begun
    for thread in threads:
        thread.join()
    assert read_in < writers.PATIENCE
    assert sorted(waited)[2] < HELD_PATIENCE <= max(waited)


def test_a_connection_that_is_made_anew_takes_one_place(
    held: ConnectionHandler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Django makes one anew behind an error; each time one more place was taken, until none was left."""
    monkeypatch.setattr(writers, "places", Semaphore(1))
    for _ in range(3):
        held["default"].close()
        held["default"].connect()
    with pytest.raises(OperationalError) as told:
        held["default"].cursor().execute("INSERT INTO cupboard VALUES ('frog')")
    assert not isinstance(told.value.__cause__, writers.TooMany)


def test_a_writer_is_told_within_two_seconds() -> None:
    """«Writers are told in 2 s.»"""
    options: Any = environment.sqlite(Path())["OPTIONS"]
    assert options["timeout"] + writers.PATIENCE < 2
