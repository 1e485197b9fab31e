"""`/metrics`: requests, queues, rows and room as Prometheus reads them, for those on the list alone."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings

from config import environment
from scoring.models import LinkRole, new_sheet
from simulator.jobs import helper, server
from tests.setup.site import ROOT

pytestmark = pytest.mark.django_db
REQUESTS = "grimoire_request_seconds_count"
# Two processes count one answer each, as `config.server` has them; a third one adds up.
TOGETHER = """
import os
from pathlib import Path
from types import SimpleNamespace
import django
django.setup()
from config import metrics
answer = metrics.counted(lambda request: SimpleNamespace(status_code=200))
match = SimpleNamespace(view_name="v")
request = SimpleNamespace(method="GET", META={"QUERY_STRING": ""}, resolver_match=match)
for _ in range(2):
    if not os.fork():
        metrics.make_room()
        answer(request)
        os._exit(0)
    os.wait()
files = list(Path(os.environ[metrics.FOLDER]).iterdir())
print(len(files), {file.stat().st_blocks * 512 >= metrics.ROOM == file.stat().st_size for file in files})
print(metrics.requests().decode())
os.environ[metrics.FOLDER] = "/nowhere"
metrics.make_room()
answer(request)
print("goes on")
"""


def figures(client: Client, **headers: str) -> dict[tuple[str, ...], float]:
    text = client.get("/metrics", headers=headers).text
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_answers_are_counted_by_view_and_status_and_polls_apart(client: Client) -> None:
    """«counts and times by view name and status class, polls (204) vs news»."""
    sheet = new_sheet("poison", ["Оля", "Саша", "Коля"])
    before = figures(client)
    client.get(sheet.link(LinkRole.SCORER).path)
    totals = f"{sheet.get_absolute_url()}/totals"
    for version in (sheet.version, sheet.version, sheet.version + 1):
        client.get(totals, {"v": version})
    client.get("/nothing")
    after = figures(client)

    def counted(view: str, status: str, poll: str) -> float:
        kind = (
            REQUESTS,
            *(part for _, part in sorted({"view": view, "status": status, "poll": poll}.items())),
        )
        return after.get(kind, 0) - before.get(kind, 0)

    assert counted("scoring:link", "3xx", "no") == 1
    assert counted("scoring:totals", "204", "yes") + counted("-", "204", "yes") == 2
    assert counted("scoring:totals", "2xx", "yes") == 1
    assert counted("-", "4xx", "no") == 1


def test_nothing_in_it_opens_anything_or_names_anybody(client: Client) -> None:
    """«No names, tokens or codes in labels (view names only)»."""
    sheet = new_sheet("poison", ["Оля", "Саша", "Коля"], title="Вечер")
    for path in (
        sheet.link(LinkRole.OWNER).path,
        f"/join?code={sheet.join_code()}",
        sheet.get_absolute_url(),
    ):
        client.get(path)
    text = client.get("/metrics").text
    hidden = ("Оля", "Вечер", sheet.public_id, sheet.owner_token, sheet.join_code())
    assert [word for word in hidden if word in text] == []


def test_queues_rows_and_room_are_told(client: Client, tmp_path: Path, settings: Settings) -> None:
    settings.DATA_DIR = tmp_path
    new_sheet("poison", ["Оля", "Саша", "Коля"])
    found = figures(client)
    assert found["grimoire_rows", "sheet"] == 1
    assert found["grimoire_working", "database"] == 1
    assert found["grimoire_disk_free_bytes",] > 0
    assert found["grimoire_waiting", "documents"] == 0
    assert ("grimoire_waiting", "bots") not in found, "no helper, no queue of its own"


def test_the_helper_tells_how_many_wait(tmp_path: Path) -> None:
    with server.serve(tmp_path) as jobs:
        thread = threading.Thread(target=jobs.serve_forever)
        thread.start()
        assert helper.queues(tmp_path) == {"bots": 0, "hints": 0}
        jobs.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.7", {}, 404),
        ("", {}, 404),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 404),
    ],
)
def test_only_those_on_the_list_are_answered(
    client: Client, address: str, headers: dict[str, str], status: int
) -> None:
    """METRICS_FROM: this computer by default; what came through a proxy that nobody told us of is not it."""
    assert client.get("/metrics", REMOTE_ADDR=address, headers=headers).status_code == status


def test_the_list_is_read_as_that_of_proxies_is(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [str(network) for network in settings.METRICS_FROM] == ["127.0.0.1/32", "::1/128"]
    monkeypatch.setenv("METRICS_FROM", "")
    assert environment.networks("METRICS_FROM", "127.0.0.1") == []


def test_processes_count_together_and_none_dies_of_a_full_disk(tmp_path: Path) -> None:
    """«Full disk: no process dies (what is mapped is allocated at the start)»."""
    variables = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", TOGETHER], cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    first, *lines = done.stdout.splitlines()
    assert first == "2 {True}"
    assert f'{REQUESTS}{{poll="no",status="2xx",view="v"}} 2.0' in lines
    assert lines[-1] == "goes on"
    assert "no room to count requests" in done.stderr
