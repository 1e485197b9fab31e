"""Phones that poll at the pages' own interval, five at a table, each with a link and a connection of its own.

First they only poll, then entries are written at tables by turns, and every phone there draws them: what the
site's processes have worked meanwhile says what a poll costs, and what a change.
"""

import http.client
import os
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from config.connections import files_allowed
from tests.setup.site import Site
from tests.soak.browser import GAME, LATE, NAMES, entry, running
from tests.soak.lines import Answer, Line, Lines
from tests.soak.processes import processor_seconds

AT_A_TABLE = 5
INTERVAL = 2.0  # what the page of a sheet waits between two polls
SPARE_FILES = 100
QUIET = 0.4  # of the time nothing is written
ARRIVING = 12.0  # seconds until each phone was asked for everything once; they don't count
FULL = 0.7  # of its processors, beyond which a site answers late
TOKEN = "t" * 32  # for forms: anything, if the cookie says the same
OF_SCRIPTS = ("Content-Type: application/json", "Accept: application/json", f"X-CSRFToken: {TOKEN}")


@dataclass
class Table:
    """A sheet: its owner's connection and headers, and how many entries it has."""

    sheet: str
    writer: Line
    head: bytes
    entries: int = 0


@dataclass
class Phone:
    """A page that is open: what it shows, and how it asks."""

    table: Table
    line: Line
    head: bytes
    shown: int = 0


@dataclass
class Crowd:
    """What was seen: seconds that polls and entries took, their statuses, and how many polls brought news."""

    lines: Lines
    polls: list[float] = field(default_factory=list)
    writes: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def sits_down(self, phones: int) -> list[Table]:
        """So many phones begin to poll; their tables."""
        tables: dict[str, Table] = {}
        for n, phone in enumerate(list(_arrive(self.lines, phones))):
            tables[phone.table.sheet] = phone.table
            self.lines.at(time.monotonic() + INTERVAL * n / phones, partial(self.ask, phone))
        return [*tables.values()]

    def ask(self, phone: Phone) -> None:
        begun, known = time.monotonic(), phone.table.entries

        def then(answer: Answer) -> None:
            self.statuses[answer.status] += 1
            self.polls.append(answer.seconds)
            if answer.status == 200:
                phone.shown = known
            self.lines.at(max(begun + INTERVAL, time.monotonic()), partial(self.ask, phone))

        asked = f"GET {phone.table.sheet}/totals?v={phone.shown} HTTP/1.1\r\n".encode()
        phone.line.ask(asked + phone.head, then)

    def write(self, table: Table) -> None:
        if table.writer.then is not None:
            return  # the one before is still under way
        body = entry(str(table.entries % 9), table.entries, f"crowd-entry-{table.entries:06}")

        def then(answer: Answer) -> None:
            self.statuses[answer.status] += 1
            self.writes.append(answer.seconds)
            table.entries += answer.status == 200

        asked = f"POST {table.sheet}/entries HTTP/1.1\r\nContent-Length: {len(body)}\r\n".encode()
        table.writer.ask(asked + table.head + body, then)

    def keep_writing(self, tables: list[Table], changes: float) -> None:
        """So many entries a second, at the tables by turns."""
        begun, following = time.monotonic(), cycle(tables)

        def act(n: int = 1) -> None:
            self.write(next(following))
            self.lines.at(begun + n / changes, partial(act, n + 1))

        act()

    def forget(self) -> None:
        self.polls.clear()
        self.writes.clear()


@dataclass
class Work:
    """Seconds that processors have worked since it was made: for the site, and for who asks."""

    site: Site

    def __post_init__(self) -> None:
        self.begun, self.of_site, self.own = (
            time.monotonic(),
            processor_seconds(self.site),
            time.process_time(),
        )

    def shares(self) -> tuple[float, float]:
        """Of one processor."""
        passed = time.monotonic() - self.begun
        return (
            (processor_seconds(self.site) - self.of_site) / passed,
            (time.process_time() - self.own) / passed,
        )


def run(data: Path, phones: int, changes: float, seconds: float) -> str:
    """A few lines of figures."""
    files_allowed(phones * 2 + SPARE_FILES)
    with running(data) as site:
        site.wait_until_whole()
        lines = Lines(site.port)
        crowd = Crowd(lines)
        tables = crowd.sits_down(phones)
        lines.run(time.monotonic() + ARRIVING)
        crowd.forget()
        quiet = Work(site)
        lines.run(time.monotonic() + seconds * QUIET)
        of_poll = quiet.shares()[0] / (len(crowd.polls) / seconds / QUIET)
        crowd.forget()
        before = crowd.statuses[200]
        crowd.keep_writing(tables, changes)
        busy = Work(site)
        lines.run(time.monotonic() + seconds * (1 - QUIET))
        told = _told(crowd, busy, of_poll, phones, seconds * (1 - QUIET), before)
        lines.close()
    return told


def _arrive(lines: Lines, phones: int) -> Iterator[Phone]:
    """Opens sheets, and their links on the other phones: those who write and those who watch by turns."""
    connection = http.client.HTTPConnection("127.0.0.1", lines.port, timeout=LATE)
    for first in range(0, phones, AT_A_TABLE):
        fields = urlencode({"do": "start", "name": NAMES}, doseq=True)
        form = {"Cookie": f"csrftoken={TOKEN}", "Content-Type": "application/x-www-form-urlencoded"}
        made = _asked(connection, "POST", f"/score/{GAME}", fields, {**form, "X-CSRFToken": TOKEN})
        sheet, owner = made.headers["Location"].partition("?")[0], _cookie(made)
        shared = _asked(connection, "GET", f"{sheet}/share", headers={"Cookie": owner}).body
        links = list(dict.fromkeys(re.findall(r"/score/l/[\w-]+", shared)))[:2]
        table = Table(sheet, Line(lines), _head(lines.port, owner, *OF_SCRIPTS))
        yield Phone(table, Line(lines), _head(lines.port, owner))
        for _, link in zip(range(first + 1, min(first + AT_A_TABLE, phones)), cycle(links), strict=False):
            own = _cookie(_asked(connection, "GET", link))
            yield Phone(table, Line(lines), _head(lines.port, own))
    connection.close()


class Page(NamedTuple):
    """What the crowd needs of an answer."""

    headers: http.client.HTTPMessage
    body: str


def _asked(
    connection: http.client.HTTPConnection,
    method: str,
    path: str,
    body: str = "",
    headers: Mapping[str, str] = MappingProxyType({}),
) -> Page:
    connection.request(method, path, body or None, dict(headers))
    answer = connection.getresponse()
    return Page(answer.headers, answer.read().decode())


def _cookie(page: Page) -> str:
    """What a browser sends that has just been let in."""
    given = (each.partition(";")[0] for each in page.headers.get_all("Set-Cookie", []))
    return "; ".join([f"csrftoken={TOKEN}", *(each for each in given if each.startswith("sheets="))])


def _head(port: int, cookie: str, *more: str) -> bytes:
    lines = [f"Host: 127.0.0.1:{port}", "Accept-Encoding: gzip, deflate, br", f"Cookie: {cookie}", *more]
    return "\r\n".join([*lines, "", ""]).encode()


def _told(crowd: Crowd, busy: Work, of_poll: float, phones: int, seconds: float, before: int) -> str:
    of_site, own = busy.shares()
    polls, changes = len(crowd.polls) / seconds, len(crowd.writes) / seconds
    of_change = (of_site - polls * of_poll) / changes if changes else float("nan")
    news = (crowd.statuses[200] - before - len(crowd.writes)) / seconds
    bad = {status: n for status, n in crowd.statuses.items() if status not in (200, 204)}
    bad[0] = bad.get(0, 0) + crowd.lines.late()
    cores = os.cpu_count() or 1
    each = of_poll / INTERVAL + of_change * changes / phones
    p50, p95, p99 = (_percentile(crowd.polls, n) for n in (50, 95, 99))
    return (
        f"crowd: {phones} phones, {polls:.0f} polls/s of {phones / INTERVAL:.0f}, {changes:.1f} changes/s, "
        f"{news:.0f} of the polls news; p50 {p50:.3f} s, p95 {p95:.3f} s, p99 {p99:.3f} s, "
        f"an entry's p95 {_percentile(crowd.writes, 95):.3f} s; "
        f"others than 200 and 204: {({n: s for n, s in bad.items() if s}) or 0}\n"
        f"crowd's work: {cores} processors, the site {of_site:.2f} of one and who asks {own:.2f}, "
        f"load {os.getloadavg()[0]:.1f}; a poll {of_poll * 1000:.2f} ms, "
        f"a change with all its news {of_change * 1000:.1f} ms; "
        f"computed: {cores} processors at {FULL:.0%} hold {FULL * cores / each:.0f} such phones"
    )


def _percentile(values: list[float], n: int) -> float:
    return statistics.quantiles(values, n=100)[n - 1] if len(values) > 1 else float("nan")
