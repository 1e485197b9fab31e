"""`/healthz`: one line that says whether the site works, with figures, for whoever watches it."""

import logging
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config import version
from rulebook.search import finding
from simulator.jobs import helper
from web import machines
from web.links import kinds

LEAST_DISK = 200  # MB: the database, its log and some documents go on for a while
LITTLE_DISK = 500  # MB: the owner is told in time
STARTING = 30.0  # seconds in which a helper may still be on its way
AGAIN = 5  # seconds: a helper that has just been started is there by then

log = logging.getLogger("grimoire.health")


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """«ok database=ok … sheet=12 …», 503 where something is «bad»; «low» and «starting» are well.

    That is an answer and no fault of its own, so the log has one line of it and no error.
    """
    states = {name: "ok" if works() else "bad" for name, works in CHECKS.items()}
    if states["disk"] == "ok" and free_disk() < LITTLE_DISK:
        states["disk"] = "low"
    if states["helper"] == "bad" and time.monotonic() - settings.STARTED < STARTING:
        states["helper"] = "starting"
    well = "bad" not in states.values()
    if settings.REDIS_URL:  # the site goes on without: no reason to send its visitors elsewhere
        states["redis"] = "ok" if machines.answers() else "bad"
    said = states | version.running() | (figures() if states["database"] == "ok" else {})
    line = " ".join(["ok" if well else "bad", *(f"{name}={value}" for name, value in said.items())])
    response = HttpResponse(f"{line}\n", content_type="text/plain; charset=utf-8")
    if not well:
        response.status_code = 503
        response.headers["Retry-After"] = str(AGAIN)
        log.warning(line)
    return response


def database_works() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations")
            return cursor.fetchone() is not None
    except DatabaseError:
        return False


def index_works() -> bool:
    place = Path(settings.DATA_DIR) / finding.FILE_NAME
    try:
        with closing(sqlite3.connect(f"{place.as_uri()}?mode=ro", uri=True)) as index:
            return index.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
    except sqlite3.Error:
        return False


def helper_works() -> bool:
    return helper.is_there(Path(settings.DATA_DIR))


def free_disk() -> int:
    """In megabytes, where the data are; none where they are gone."""
    try:
        return shutil.disk_usage(settings.DATA_DIR).free >> 20
    except OSError:
        return 0


def disk_is_enough() -> bool:
    return free_disk() >= LEAST_DISK


CHECKS: dict[str, Callable[[], bool]] = {
    "database": database_works,
    "index": index_works,
    "helper": helper_works,
    "disk": disk_is_enough,
}


def figures() -> dict[str, int]:
    """What grows: rows of each kind that links open, memory of this process and room on the disk in MB."""
    return {**rows(), **memory(), "disk_free_mb": free_disk()}


def memory() -> dict[str, int]:
    """The most that this process has had; nothing where the system doesn't count it."""
    try:
        import resource
    except ModuleNotFoundError:
        return {}
    return {"memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10}


def rows() -> dict[str, int]:
    """How many there are of each kind that links open."""
    return {str(kind._meta.model_name): kind.objects.count() for kind in kinds()}
