"""The site's application without a server: what a worker of the browser calls, and the cookies that it keeps.

`boot` once, then `sleep`, and the browser keeps the memory as it stands; whenever that is restored, `wake`.
"""

import gc
import importlib
import io
import json
import os
import random
import sqlite3
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from pocket import shims

DATA = Path("/data")
DATABASE, BASE = "db.sqlite3", "base.sqlite3"
NOT_HERE = {  # nobody counts, nobody compresses, the worker has the static files
    "config.metrics.counted",
    "config.middleware.limited",
    "django.middleware.gzip.GZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
}
FROM_HERE = {"pocket.from_here": True}  # asked by a page of this site
Answer = tuple[int, list[tuple[str, str]], bytes]


class LocalSite:
    """The application, and whose browser it is in."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.origin = urlsplit("http://localhost")
        self.jar: dict[str, tuple[str, str]] = {}  # value and path of each cookie

    def answer(
        self,
        method: str,
        url: str,
        headers: Iterable[Sequence[str]] = (),
        body: bytes = b"",
        about: Mapping[str, bool] = FROM_HERE,
    ) -> Answer:
        """What the site says. To a page of another site it is a stranger's request, without cookies."""
        said: list[Any] = []
        from_here = about["pocket.from_here"]
        environ = self._environ(method, url, headers, body) | about
        if from_here and (cookies := self._cookies(environ["PATH_INFO"])):
            environ["HTTP_COOKIE"] = cookies
        result = self.application(environ, lambda status, headers, error=None: said.extend((status, headers)))
        try:
            content = b"".join(result)
        finally:
            result.close()
        told = [(name, value) for name, value in said[1] if name.lower() != "set-cookie"]
        if from_here:
            self._remember(value for name, value in said[1] if name.lower() == "set-cookie")
        return int(said[0].split()[0]), told, content

    def _environ(
        self, method: str, url: str, headers: Iterable[Sequence[str]], body: bytes
    ) -> dict[str, Any]:
        path, _, query = url.partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": self.origin.hostname,
            "SERVER_PORT": str(self.origin.port or (443 if self.origin.scheme == "https" else 80)),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self.origin.scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
        }
        for name, value in headers:
            key = name.upper().replace("-", "_")
            environ["CONTENT_TYPE" if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        return environ | {"CONTENT_LENGTH": str(len(body)), "HTTP_HOST": self.origin.netloc}

    def _cookies(self, path: str) -> str:
        return "; ".join(
            f"{name}={value}" for name, (value, below) in self.jar.items() if path.startswith(below)
        )

    def _remember(self, cookies: Iterable[str]) -> None:
        for cookie in cookies:
            for morsel in SimpleCookie(cookie).values():
                if morsel["max-age"] == "0" or not morsel.coded_value:
                    self.jar.pop(morsel.key, None)
                else:
                    self.jar[morsel.key] = morsel.coded_value, morsel["path"] or "/"


caller: LocalSite
missed: set[Path] = set()  # indexes that were asked for and weren't there


def boot(key: str, games: str = "", zone: str = "") -> None:
    """Starts the site, with the key of this device."""
    global caller
    os.environ.update(
        DJANGO_SETTINGS_MODULE="config.settings",
        GRIMOIRE_DATA_DIR=str(DATA),
        GRIMOIRE_GAMES=games,
        GRIMOIRE_COMMIT="pocket",
        SECRET_KEY=key,
        LIMITS="0",
        PRINT_AT_ONCE="1",
        DJANGO_ALLOW_ASYNC_UNSAFE="1",  # JavaScript's loop is none that could wait
        TZ=zone if (Path("/zoneinfo") / zone).is_file() else "Europe/Moscow",
    )
    gc.disable()  # until all is there, next to nothing is garbage
    shims.put_in()
    from django.conf import settings

    from pocket import marks

    settings.MIDDLEWARE[:] = [each for each in settings.MIDDLEWARE if each not in NOT_HERE] + [
        "pocket.alone.Alone"
    ]
    marks.mark_what_is_made()
    shims.tell_of_search(missed.add)
    from config.wsgi import application

    shims.trust_bots()
    caller = LocalSite(application)


def warm(paths: Iterable[str]) -> None:
    """Opens pages once, so that what they import and draw is in memory."""
    for path in paths:
        caller.answer("GET", path)


def make_search() -> None:
    """Makes the search index of the rows that came; the memory that is kept has neither."""
    from pocket import rows
    from rulebook.search import finding

    rows.make(DATA / rows.FOLDER, DATA / finding.FILE_NAME)


def sleep() -> None:
    """Closes what a memory that is restored couldn't have: files."""
    from django.db import connections

    from rulebook.search import finding
    from web.shared import SharedNumbers

    connections.close_all()
    if index := getattr(finding._connection, "index", None):
        index.close()
        finding._connection.index = None
    for numbers in gc.get_objects():
        if issubclass(type(numbers), SharedNumbers):  # to ask a lazy one would make it
            numbers.__dict__.pop("places", None)
            numbers.__dict__.pop("file", None)
    caller.jar.clear()
    gc.collect()
    gc.freeze()
    gc.enable()


def wake(origin: str) -> None:
    """After a memory was restored: chance of its own, and the address of this site."""
    from django.conf import settings

    random.seed()
    importlib.invalidate_caches()  # of folders, and of the standard library's archive (pocket/asked.py)
    caller.origin = urlsplit(origin)
    if caller.origin.hostname not in settings.ALLOWED_HOSTS:
        settings.ALLOWED_HOSTS.append(caller.origin.hostname)
    (DATA / DATABASE).replace(DATA / BASE)
    take(None, "")


def take(mine: Any, jar: str) -> None:
    """What this device has kept is what there is; None: nothing yet."""
    from django.db import connections

    connections.close_all()
    for ending in ("-wal", "-shm"):
        (DATA / f"{DATABASE}{ending}").unlink(missing_ok=True)
    (DATA / DATABASE).write_bytes(_bytes(mine) if mine else (DATA / BASE).read_bytes())
    caller.jar = {name: tuple(kept) for name, kept in json.loads(jar or "{}").items()}


def move(mine: Any, jar: str) -> bytes:
    """What another edition kept, in the tables and with the content of this one. Raises what goes wrong."""
    from django.core.management import call_command

    from pocket.editions import content_models

    take(mine, jar)
    call_command("migrate", verbosity=0, interactive=False)
    names = [model._meta.db_table for model in content_models()]
    with closing(sqlite3.connect(DATA / DATABASE, isolation_level=None)) as database:
        database.execute("ATTACH ? AS base", [str(DATA / BASE)])
        database.execute("BEGIN IMMEDIATE")
        for name in reversed(names):
            database.execute(f'DELETE FROM "{name}"')
        for name in names:
            columns = ", ".join(
                f'"{row[1]}"' for row in database.execute(f'PRAGMA base.table_info("{name}")')
            )
            database.execute(f'INSERT INTO "{name}" ({columns}) SELECT {columns} FROM base."{name}"')
        database.execute("COMMIT")
        return bytes(database.serialize())


def call(
    method: str, url: str, headers: str, body: Any, from_here: bool, is_full: bool = False
) -> tuple[Any, ...]:
    """For the worker: status, headers, content; then what is to be kept before anybody hears it, else None
    twice; then whether the search index was missed. `is_full`: what the request wrote couldn't be kept, and
    whoever sent it hears so.
    """
    from django.db import connection

    missed.clear()
    before, jar = _changes(connection.connection), dict(caller.jar)
    said = {"pocket.from_here": from_here, "pocket.is_full": is_full}
    status, told, content = caller.answer(method, url, json.loads(headers), _bytes(body), said)
    if _changes(connection.connection) == before and caller.jar == jar:
        return status, told, content, None, None, bool(missed)
    connection.ensure_connection()
    kept = connection.connection.serialize(), json.dumps(caller.jar)
    return status, told, content, *kept, bool(missed)


def _bytes(given: Any) -> bytes:
    """Of JavaScript, or of Python."""
    return bytes(given.to_py() if hasattr(given, "to_py") else given)


def _changes(database: Any) -> int:
    return database.total_changes if database else 0
