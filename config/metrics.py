"""`/metrics`: what the site does in figures, as Prometheus reads them, for addresses in METRICS_FROM alone.

Labels are names of views and of queues: no address, no name and nothing that opens anything. Each process
counts in a file of its own (`config.server` says where), and whichever is asked adds them up.
"""

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config import health, middleware
from rulebook.printing import press
from simulator.jobs import helper
from web import polling

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the client's own variable; without it a process counts for itself
ROOM = 2 << 20  # bytes of a process's file: three times what all views with all answers take
EVERY = 0.5  # seconds
APART = (polling.NOTHING_NEW, 503)  # no news; come again, which is no fault
NO_VIEW = "-"  # static files, addresses that lead nowhere, what a middleware answers
GaugeFamilies = Iterator[GaugeMetricFamily]

log = logging.getLogger("grimoire.metrics")
counting = True
pending: deque[tuple[str, int, bool, float]] = deque(maxlen=10_000)  # answers that aren't counted yet
written = 0.0  # when they were last
SECONDS = Histogram(
    "grimoire_request_seconds",
    "Requests and the seconds until their answers, by view, status and whether a page asks for news",
    ("view", "status", "poll"),
    buckets=(0.005, 0.02, 0.1, 0.5, 2, 10),
)


def counted(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware: each answer is counted under its view, with the time that it took."""

    def middleware(request: HttpRequest) -> HttpResponse:
        begun = time.monotonic()
        response = get_response(request)
        ended = time.monotonic()
        match = request.resolver_match
        view = match.view_name if match else NO_VIEW
        pending.append((view, response.status_code, polling.is_poll(request), ended - begun))
        if ended > written + EVERY:
            write_down(ended)
        return response

    return middleware


def write_down(now: float) -> None:
    """Counts what is pending: many at once, as a poll takes little longer than it takes to count one."""
    global written
    written = now
    while counting:
        try:
            view, status, is_poll, seconds = pending.popleft()
        except IndexError:  # another thread may have taken the last one
            break
        seconds_of(view, status, is_poll).observe(seconds)


@cache
def seconds_of(view: str, status: int, is_poll: bool) -> Histogram:
    """Where answers of this kind are counted."""
    return SECONDS.labels(
        view, str(status) if status in APART else f"{status // 100}xx", "yes" if is_poll else "no"
    )


def make_room() -> None:
    """Takes from the disk at once what this process counts in: a page of a file that is mapped and finds no
    room when it is written ends the process. Where there is none now, this process counts nothing.
    """
    global counting
    path = Path(os.environ[FOLDER], f"histogram_{os.getpid()}.db")
    try:
        with path.open("ab") as file:
            os.posix_fallocate(file.fileno(), 0, ROOM)
    except OSError as error:
        path.unlink(missing_ok=True)
        counting = False
        log.warning("no room to count requests: %s", error)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """All figures. Who isn't on the list, or comes through a proxy, hears that there is no such page."""
    if "X-Forwarded-For" in request.headers or not middleware.is_among(
        request.META.get("REMOTE_ADDR", ""), settings.METRICS_FROM
    ):
        raise Http404
    write_down(time.monotonic())
    now = CollectorRegistry()
    now.register(Now())
    return HttpResponse(requests() + generate_latest(now), content_type=CONTENT_TYPE_LATEST)


def requests() -> bytes:
    """What all processes have counted, those that are no more included."""
    if FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    counts = CollectorRegistry()
    MultiProcessCollector(counts)
    return generate_latest(counts)


class Now(Collector):
    """What is read when it is asked for."""

    def collect(self) -> GaugeFamilies:
        works = {name: check() for name, check in health.CHECKS.items()}
        yield _labelled("working", "What /healthz looks at: 1 where it works", "part", works)
        waiting = helper.queues(Path(settings.DATA_DIR)) | press.queues()
        yield _labelled("waiting", "Jobs of the helper and of the press that wait", "queue", waiting)
        yield GaugeMetricFamily("grimoire_disk_free_bytes", "Where the data are", health.free_disk() << 20)
        if works["database"]:
            yield _labelled("rows", "Sheets, matches and whatever else links open", "kind", health.rows())
            yield _labelled("database_bytes", "The database and its log", "part", _database_bytes())


def _labelled(name: str, about: str, label: str, numbers: dict[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"grimoire_{name}", about, labels=[label])
    for value, number in numbers.items():
        family.add_metric([value], number)
    return family


def _database_bytes() -> dict[str, int]:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return {"database": cursor.fetchone()[0]}
    path = Path(settings.DATABASES["default"]["NAME"])
    sizes = {}
    for part, file in (("database", path), ("log", path.with_name(f"{path.name}-wal"))):
        with suppress(FileNotFoundError):
            sizes[part] = file.stat().st_size
    return sizes
