"""A real server: what it acknowledged is on the disk, and phones that write at once lose nothing."""

import http.client
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import pytest

from tests.scoring.people import client_id

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60  # seconds for the server's first answer on a busy computer
BUSY = 503

# Serves a sheet of the game that is named on a free port, tells where, and runs until it is killed.
SERVER = """
import sys
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server
from django.core.wsgi import get_wsgi_application
from scoring.models import LinkRole, new_sheet
class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 64
sheet = new_sheet(sys.argv[1], ["Оля", "Саша", "Коля"])
server = make_server("127.0.0.1", 0, get_wsgi_application(), server_class=Server)
print(server.server_port, sheet.link(LinkRole.SCORER).path, sheet.get_absolute_url(), flush=True)
server.serve_forever()
"""


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[str]]:
    """Of Poison, unless a test asks for another game."""
    environment = os.environ | {
        "GRIMOIRE_DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DEBUG": "1",
    }
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, getattr(request, "param", "poison")],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    yield process
    process.kill()
    process.communicate(timeout=PATIENCE)


def ask(
    port: int, method: str, path: str, body: str | None = None, **headers: str
) -> tuple[int, str, list[str]]:
    """Status, text and cookies («name=value») of one request."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    cookies = [value.split(";")[0] for name, value in answer.getheaders() if name == "Set-Cookie"]
    text = answer.read().decode()
    connection.close()
    return answer.status, text, cookies


class Phone:
    """A scorer's browser, as far as writing needs one."""

    def __init__(self, server: subprocess.Popen[str]) -> None:
        assert server.stdout is not None
        port, link, self.page = server.stdout.readline().split()
        self.port = int(port)
        status, _, cookies = ask(self.port, "GET", link)
        assert status == 302
        _, html, csrf = ask(self.port, "GET", self.page, Cookie="; ".join(cookies))
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', html)
        assert token
        self.headers = {
            "Cookie": "; ".join(cookies + csrf),
            "Content-Type": "application/json",
            "Accept": "application/json",
            "X-CSRFToken": token[1],
        }

    def write(self, cell: str, text: str) -> int:
        """The status of the answer; told that others write, it tries the same again, as a page does."""
        entry = {"cell": cell, "text": text, "base": 0, "client_entry_id": client_id()}
        until = monotonic() + PATIENCE
        status = BUSY
        while status == BUSY and monotonic() < until:
            status = ask(self.port, "POST", f"{self.page}/entries", json.dumps(entry), **self.headers)[0]
        return status


def written(folder: Path) -> list[tuple[int, str, str]]:
    """What stands on the disk."""
    database = sqlite3.connect(folder / "db.sqlite3")
    found = database.execute("select number, cell, text from scoring_entry order by number").fetchall()
    database.close()
    return found


@pytest.mark.thorough  # every day the last one, which kills a server, too
def test_an_acknowledged_entry_survives_the_death_of_the_server(
    server: subprocess.Popen[str], tmp_path: Path
) -> None:
    assert Phone(server).write("r1.p1.red", "3+6") == 200
    server.send_signal(signal.SIGKILL)
    assert server.wait(timeout=PATIENCE) == -signal.SIGKILL
    assert written(tmp_path) == [(1, "r1.p1.red", "3+6")]


@pytest.mark.thorough  # every day the next one, of a log
def test_phones_that_write_at_once_lose_nothing_and_one_cell_takes_one_of_them(
    server: subprocess.Popen[str], tmp_path: Path
) -> None:
    phone = Phone(server)
    cells = [f"r1.p{seat}.{field}" for seat in (1, 2, 3) for field in ("red", "blue", "purple", "poison")]
    with ThreadPoolExecutor(8) as phones:
        apart = list(phones.map(phone.write, cells, "123412341234"))
        together = list(phones.map(phone.write, ["r2.p1.red"] * 8, "12345678"))
    assert apart == [200] * len(cells)
    assert sorted(together) == [200] + [409] * 7
    found = written(tmp_path)
    assert [number for number, _, _ in found] == list(range(1, len(cells) + 2))
    assert {cell for _, cell, _ in found} == {*cells, "r2.p1.red"}


@pytest.mark.parametrize("server", ["potions"], indirect=True)
def test_plays_from_several_phones_at_once_all_stand_in_the_log(
    server: subprocess.Popen[str], tmp_path: Path
) -> None:
    phone = Phone(server)
    cells = [f"play.p{n}" for n in range(24)]
    texts = [f"{n % 3 + 1} element {n % 2}" for n in range(24)]
    with ThreadPoolExecutor(8) as phones:
        apart = list(phones.map(phone.write, cells, texts))
        together = list(phones.map(phone.write, ["play.same"] * 8, texts))
    server.send_signal(signal.SIGKILL)
    assert server.wait(timeout=PATIENCE) == -signal.SIGKILL
    assert apart == [200] * len(cells)
    assert sorted(together) == [200] + [409] * 7
    found = written(tmp_path)
    assert [number for number, _, _ in found] == list(range(1, len(cells) + 2))
    assert dict(zip(cells, texts, strict=True)).items() <= {cell: text for _, cell, text in found}.items()
