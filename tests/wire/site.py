"""The site around a database file: standing clock and drawn lots, phones with cookies, what a page shows."""

import base64
import random
import re
import secrets
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

from django.core import signing
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from tests.wire.corpus import read
from web.links import unseal

KEY = "a key for this corpus alone, which signs nothing else"
BEGAN = datetime(2026, 3, 14, 15, 0, tzinfo=UTC)  # the evening on which the database was made
AFTERWARDS = BEGAN + timedelta(days=1)  # when its links are opened again
NAMES = ("Оля", "Коля", "Рита", "Саша")
BOTS = ("Мята", "Шалфей", "Полынь")
PHONE = "Mozilla/5.0 (Linux; Android 14) Mobile"
TELLING = re.compile(rf"\d|{'|'.join((*NAMES, *BOTS))}")
EDITION = re.compile(r"\d{4}-\d\d-\d\d · [0-9a-f]{8}")
CLAUSE_NUMBER = re.compile(r"\d+\.\d+")  # computed anew whenever a rule is put in
FRAGMENTS_MOST = 40
LONGEST_PIECE = 160  # longer ones explain something
NOT_PEOPLES = (
    "sqlite_",
    "django_",
    "rulebook_",
)  # tables that Django, `load_rules`, the press fill
# Which tokens are links, and how these begin.
LINKS = {
    ("scoring_sheet", "owner_token"): "/score/l/",
    ("scoring_sheet", "scorer_token"): "/score/l/",
    ("scoring_sheet", "viewer_token"): "/score/l/",
    ("simulator_match", "viewer_token"): "/play/l/",
    ("simulator_seat", "token"): "/play/l/",
    ("simulator_laboratory", "code"): "/lab/c/",
    ("simulator_laboratory", "host_token"): "/lab/l/",
    ("simulator_laboratory", "leader_token"): "/lab/leader/",
    ("simulator_labseat", "token"): "/lab/l/",
    ("simulator_notebook", "token"): "/notebook/l/",
}
JSON = {"content_type": "application/json", "headers": {"Accept": "application/json"}}


# --- Clock, chance, database --------------------------------------------------------------------------------


class Clock:
    """A clock that only `tick` moves."""

    def __init__(self, now: datetime):
        self.now = now

    def tick(self, seconds: int = 7) -> None:
        self.now += timedelta(seconds=seconds)


class _Dates(type):
    """Lets any date be taken for one of the standing class."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


def _standing(clock: Clock) -> type:
    class Standing(datetime, metaclass=_Dates):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return clock.now.astimezone(tz) if tz else clock.now.replace(tzinfo=None)

    return Standing


@contextmanager
def still(now: datetime, seed: int) -> Iterator[Clock]:
    """Nothing here depends on the hour or on luck: tokens, worlds, dates and cookies come out the same."""
    clock, lots = Clock(now), random.Random(seed)
    signed = SimpleNamespace(time=lambda: clock.now.timestamp())

    def token(nbytes: int = 32) -> str:
        return base64.urlsafe_b64encode(lots.randbytes(nbytes)).decode().rstrip("=")

    with ExitStack() as held:
        held.enter_context(patch.object(timezone, "datetime", _standing(clock)))
        held.enter_context(patch.object(signing, "time", signed))
        held.enter_context(patch.object(secrets, "token_urlsafe", token))
        held.enter_context(patch.object(secrets, "choice", lots.choice))
        held.enter_context(patch.object(secrets, "token_hex", lambda nbytes=32: lots.randbytes(nbytes).hex()))
        held.enter_context(patch.object(secrets, "randbelow", lots.randrange))
        held.enter_context(patch.object(secrets, "randbits", lots.getrandbits))
        held.enter_context(patch.object(secrets, "SystemRandom", lambda: lots))
        held.enter_context(override_settings(SECRET_KEY=KEY, ALLOWED_HOSTS=["testserver"], PUBLIC_URL=""))
        held.enter_context(timezone.override(ZoneInfo("Europe/Moscow")))
        yield clock


@contextmanager
def database(path: Path | str) -> Iterator[None]:
    """The site works with this file, or this database of the same server, meanwhile."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


@contextmanager
def own_copy() -> Iterator[None]:
    """The site works with a copy of the tests' database whose transactions are real: several connections see
    each other.
    """
    creation, suffix = connection.creation, "real"
    connection.close()  # a server copies nothing that is in use
    creation.clone_test_db(suffix, verbosity=0, autoclobber=True)
    try:
        with database(creation.get_test_db_clone_settings(suffix)["NAME"]):
            yield
    finally:
        creation.destroy_test_db(suffix=suffix, verbosity=0)


@contextmanager
def old_file() -> Iterator[Path]:
    """A copy of the stored file of an evening, as it is."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "db.sqlite3"
        file.write_bytes(read("evening.sqlite3.gz"))
        yield file


@cache
def migrated() -> bytes:
    """The same file migrated to the end."""
    with old_file() as file:
        with database(file), override_settings(SECRET_KEY=KEY):  # it seals the tokens
            call_command("migrate", verbosity=0)
        return file.read_bytes()


@contextmanager
def evening_database() -> Iterator[Path]:
    """A copy of that, and open."""
    with old_file() as file, database(file):
        file.write_bytes(migrated())
        yield file


def rows(file: Path) -> dict[str, list[dict[str, Any]]]:
    """All rows of the tables that hold what people did, as the file has them; tokens as links have them."""
    connected = sqlite3.connect(file)
    connected.row_factory = sqlite3.Row
    tables = connected.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    kept = [name for (name,) in tables if not name.startswith(NOT_PEOPLES)]
    try:
        return {table: _all(connected, table) for table in kept}
    finally:
        connected.close()


def columns(file: Path, table: str) -> dict[str, str]:
    """The columns of a table of the file, and their types."""
    connected = sqlite3.connect(file)
    try:
        return dict(connected.execute(f'SELECT name, type FROM pragma_table_info("{table}")').fetchall())
    finally:
        connected.close()


def _all(connected: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    found = [dict(row) for row in connected.execute(f'SELECT * FROM "{table}" ORDER BY 1')]
    return [{name: _opened(name, value) for name, value in row.items()} for row in found]


def _opened(name: str, value: Any) -> Any:
    """A token as its link has it: newer files keep it sealed."""
    return unseal(value, KEY) if name.endswith("token") else value


def tokens(file: Path) -> list[str]:
    """The capability links of all that the database holds."""
    held = rows(file)
    return [way + row[column] for (table, column), way in LINKS.items() for row in held[table]]


# --- Phones -------------------------------------------------------------------------------------------------


class Phone:
    """A browser of somebody's; the clock goes on with everything that it asks."""

    def __init__(self, clock: Clock, cookies: Mapping[str, str] | None = None, agent: str = PHONE):
        self.clock, self.client = clock, Client(headers={"User-Agent": agent})
        for name, value in (cookies or {}).items():
            self.client.cookies[name] = value

    @property
    def cookies(self) -> dict[str, str]:
        """What it would still send tomorrow."""
        return {name: cookie.value for name, cookie in sorted(self.client.cookies.items()) if cookie.value}

    def get(self, url: str) -> Any:
        self.clock.tick()
        return self.client.get(url)

    def post(self, url: str, fields: Mapping[str, Any] | None = None) -> Any:
        """As a form does."""
        self.clock.tick()
        return self.client.post(url, fields or {})

    def send(self, url: str, fields: Mapping[str, Any]) -> Any:
        """As the page's script does: JSON there and back."""
        self.clock.tick()
        return self.client.post(url, fields, **JSON)

    def goes(self, url: str, fields: Mapping[str, Any] | None = None) -> str:
        """The address that a form leads on to; without fields, a link."""
        response = self.get(url) if fields is None else self.post(url, fields)
        assert response.status_code == 302, f"{url}: {response.status_code} {text_of(response)[:600]}"
        return str(response.url)


@contextmanager
def phones(cookies: Mapping[str, Mapping[str, str]]) -> Iterator[dict[str, Phone]]:
    """The phones of the evening on the next day, with the cookies that they had kept."""
    with still(AFTERWARDS, seed=2) as clock:
        yield {name: Phone(clock, jar) for name, jar in cookies.items()}


def text_of(response: Any) -> str:
    return str(response.content.decode())


# --- What a page shows --------------------------------------------------------------------------------------


class Page(HTMLParser):
    """What stands in a page: its first heading, its pieces of text, where its links lead."""

    VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
    SILENT = frozenset({"head", "script", "style", "svg", "template"})

    def __init__(self, html: str):
        super().__init__()
        self.open: list[str] = []
        self.pieces: list[str] = []
        self.links: list[str] = []
        self.heading = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href")
        if tag == "a" and href:
            self.links.append(href)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        text = plain_text(data)
        if text and not self.SILENT & {*self.open}:
            self.pieces.append(text)
            if "h1" in self.open:
                self.heading = f"{self.heading} {text}".strip()


class Form(HTMLParser):
    """What a browser would send of the form that has this id, without its buttons: (name, value) in order."""

    def __init__(self, html: str, form_id: str):
        super().__init__()
        self.form_id, self.inside = form_id, False
        self.fields: list[tuple[str, str]] = []
        self.select, self.options, self.text = "", list[tuple[str, bool]](), ""
        self.reads = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given.get("id") == self.form_id
        if not self.inside:
            return
        if tag == "input" and "name" in given and self._is_sent(given):
            self.fields.append((given["name"], given.get("value", "")))
        elif tag in ("select", "textarea"):
            self.select, self.options, self.text = given.get("name", ""), [], ""
        elif tag == "option":
            self.text = given.get("value", "")
            self.reads = "" if "value" in given else "option"
            self.options.append((self.text, "selected" in given))

    def _is_sent(self, given: Mapping[str, str]) -> bool:
        kind = given.get("type", "text")
        return kind not in ("submit", "button") and (kind not in ("radio", "checkbox") or "checked" in given)

    def handle_data(self, data: str) -> None:
        if self.reads:
            self.options[-1] = (data.strip(), self.options[-1][1])
            self.reads = ""
        self.text = data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        if self.inside and tag == "select" and self.options:
            chosen = [value for value, selected in self.options if selected] or [self.options[0][0]]
            self.fields.append((self.select, chosen[0]))
        if self.inside and tag == "textarea":
            self.fields.append((self.select, self.text))

    @property
    def sent(self) -> dict[str, list[str]]:
        """The values by name, as the test client takes them."""
        found: dict[str, list[str]] = {}
        for name, value in self.fields:
            if name != "csrfmiddlewaretoken":
                found.setdefault(name, []).append(value)
        return found


def plain_text(text: str) -> str:
    """On one line, with usual spaces, without soft hyphens and without the edition of the rules."""
    return " ".join(EDITION.sub("…", text.replace("\N{SOFT HYPHEN}", "")).split())


def shown(page: Page) -> list[str]:
    """The pieces of a page that say what the database holds: those with a number or with somebody's name."""
    short = [piece for piece in dict.fromkeys(page.pieces) if len(piece) <= LONGEST_PIECE]
    telling = [piece for piece in short if TELLING.search(piece) and not CLAUSE_NUMBER.search(piece)]
    return telling[:: -(-len(telling) // FRAGMENTS_MOST) or 1]


def missing(pieces: Sequence[str], page: Page) -> list[str]:
    """Those of the pieces that a page doesn't show any more, whatever its tags are."""
    text = "".join("".join(page.pieces).split())
    return [piece for piece in pieces if "".join(piece.split()) not in text]
