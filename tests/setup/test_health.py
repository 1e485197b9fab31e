"""`/healthz` tells whoever watches what is wrong, and how much there is."""

import logging
import re
import shutil
import socket
import stat
import time
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import DatabaseError, connection
from django.db.utils import ConnectionHandler
from django.test import Client
from pytest_django.fixtures import Settings

from config import environment, health, version
from rulebook.search import finding
from scoring.models import new_sheet
from simulator.jobs import helper, server

pytestmark = pytest.mark.django_db


@pytest.fixture
def data(tmp_path: Path, settings: Settings, search_index: Path) -> Iterator[Path]:
    """A folder with an index, where a helper works."""
    shutil.copyfile(search_index, tmp_path / finding.FILE_NAME)
    settings.DATA_DIR = tmp_path
    settings.STARTED = time.monotonic() - health.STARTING
    with server.serve(tmp_path):
        yield tmp_path


def asked(client: Client) -> tuple[int, dict[str, str]]:
    answer = client.get("/healthz")
    word, *parts = answer.text.split()
    assert (word == "ok") is (answer.status_code == 200)
    return answer.status_code, dict(part.split("=") for part in parts)


@pytest.mark.usefixtures("data")
def test_a_site_that_works_says_so_and_how_much_it_holds(client: Client) -> None:
    new_sheet("poison", ["Оля", "Саша", "Коля"])
    status, said = asked(client)
    assert status == 200
    assert said["database"] == said["index"] == said["helper"] == said["disk"] == "ok"
    assert (said["sheet"], said["match"]) == ("1", "0")
    assert int(said["memory_mb"]) > 0
    assert int(said["disk_free_mb"]) > 0


@pytest.mark.usefixtures("data")
def test_it_names_its_machine_and_the_commit_that_runs(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Behind a balancer «both ok», and nothing said which. A copy without git is told its commit."""
    said = asked(client)[1]
    assert said["machine"] == socket.gethostname()
    assert re.fullmatch(r"[0-9a-f]{7,}|unknown", said["commit"])
    monkeypatch.setattr(version, "ROOT", tmp_path)
    assert version.commit() == version.UNKNOWN
    monkeypatch.setenv("GRIMOIRE_COMMIT", "abc1234")
    assert version.commit() == "abc1234"


def test_without_an_index_or_a_helper_it_is_bad(client: Client, data: Path) -> None:
    (data / finding.FILE_NAME).unlink()
    (data / helper.NAME).unlink()
    status, said = asked(client)
    assert status == 503
    assert (said["database"], said["index"], said["helper"]) == ("ok", "bad", "bad")


def test_where_the_folder_of_data_is_gone_it_is_bad_and_no_fault(client: Client, data: Path) -> None:
    shutil.rmtree(data)
    status, said = asked(client)
    assert (status, said["index"], said["helper"], said["disk"]) == (503, "bad", "bad", "bad")


def test_that_something_is_bad_is_a_line_of_the_log_and_no_error(
    client: Client, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """While a helper starts, whoever watches every second made an ERROR each time."""
    (data / helper.NAME).unlink()
    with caplog.at_level(logging.WARNING):
        answers = [client.get("/healthz"), client.head("/healthz")]
    assert [(answer.status_code, answer.headers["Retry-After"]) for answer in answers] == [(503, "5")] * 2
    said = [(line.levelname, line.getMessage().split()[:3]) for line in caplog.records]
    assert said == [("WARNING", ["bad", "database=ok", "index=ok"])] * 2


def test_a_helper_that_is_on_its_way_is_nothing_bad(client: Client, data: Path, settings: Settings) -> None:
    """L2: an update looked broken, a balancer took a fresh site out."""
    (data / helper.NAME).unlink()
    settings.STARTED = time.monotonic()
    status, said = asked(client)
    assert (status, said["helper"]) == (200, "starting")


@pytest.mark.usefixtures("data")
def test_with_little_disk_or_no_database_it_is_bad(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """M6: «low» is a warning, below 500 MB; «bad» is below 200."""
    usage = namedtuple("usage", ["free"])
    for free, status, word in ((500, 200, "ok"), (499, 200, "low"), (199, 503, "bad")):
        monkeypatch.setattr(health.shutil, "disk_usage", lambda place, free=free: usage(free << 20))
        answered, said = asked(client)
        assert (answered, said["disk"]) == (status, word)

    def broken() -> None:
        raise DatabaseError

    monkeypatch.setattr(connection, "cursor", broken)
    assert asked(client)[1]["database"] == "bad"


@pytest.mark.parametrize("there", [False, True])
def test_nobody_else_on_the_computer_reads_the_database(tmp_path: Path, there: bool) -> None:
    """L2: database and log were readable by all."""
    path = tmp_path / "db.sqlite3"
    if there:
        for name in (path, tmp_path / "db.sqlite3-wal"):
            name.touch(mode=0o644)
    made = ConnectionHandler({"default": environment.sqlite(path)})["default"]
    with closing(made):
        made.cursor().execute("CREATE TABLE cupboard (card TEXT)")
        assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
