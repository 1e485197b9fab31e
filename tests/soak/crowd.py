"""Phones that poll at the pages' own interval, five at a table, with an entry at each table now and then."""

import asyncio
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.soak.browser import LATE, Browser, running

AT_A_TABLE = 5
INTERVAL = 2.0  # what the page of a sheet waits between two polls
BETWEEN_ENTRIES = 20.0


@dataclass
class Table:
    """A sheet, whom it is open to, and how many entries it has."""

    sheet: str
    browser: Browser
    entries: int = 0


@dataclass
class Crowd:
    """What was seen: seconds that polls took, and their statuses."""

    port: int
    end: float
    polls: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)

    async def phone(self, table: Table, begin: float) -> None:
        await asyncio.sleep(begin)
        while time.monotonic() < self.end:
            begun = time.monotonic()
            try:
                self.statuses[await asyncio.wait_for(self.poll(table, self.port), LATE)] += 1
                self.polls.append(time.monotonic() - begun)
            except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError):
                self.statuses["none"] += 1
            await asyncio.sleep(max(0.0, begun + INTERVAL - time.monotonic()))

    async def poll(self, table: Table, port: int) -> str:
        """The status of one answer, which was read to its end."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            lines = [
                f"GET {table.sheet}/totals?v={table.entries} HTTP/1.1",
                f"Host: 127.0.0.1:{port}",
                f"Cookie: {table.browser.all_cookies}",
                "Connection: close",
            ]
            writer.write("\r\n".join([*lines, "", ""]).encode())
            return (await reader.read()).split(b" ", 2)[1].decode()
        finally:
            writer.close()

    async def scorer(self, table: Table, begin: float) -> None:
        await asyncio.sleep(begin)
        while time.monotonic() < self.end:
            name = f"crowd-entry-{table.entries:06}"
            wrote = await asyncio.to_thread(
                table.browser.write, table.sheet, str(table.entries % 9), table.entries, name
            )
            table.entries += wrote.status == 200
            await asyncio.sleep(BETWEEN_ENTRIES)

    async def all_at_once(self, tables: list[Table], phones: int) -> None:
        polling = [self.phone(tables[n % len(tables)], INTERVAL * n / phones) for n in range(phones)]
        writing = [
            self.scorer(table, BETWEEN_ENTRIES * (n + 1) / len(tables)) for n, table in enumerate(tables)
        ]
        ending = asyncio.sleep(max(0.0, self.end - time.monotonic()))
        tasks = [asyncio.create_task(each) for each in (*polling, *writing)]
        await ending
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def run(data: Path, phones: int, seconds: float) -> str:
    """One line of figures."""
    with running(data) as site:
        site.wait_until_whole()
        tables = []
        for _ in range(-(-phones // AT_A_TABLE)):
            browser = Browser(site.port)
            tables.append(Table(browser.new_sheet(), browser))
        crowd = Crowd(site.port, time.monotonic() + seconds)
        asyncio.run(crowd.all_at_once(tables, phones))
    p50, p95, p99 = (_percentile(crowd.polls, n) for n in (50, 95, 99))
    bad = {status: n for status, n in crowd.statuses.items() if status not in ("200", "204")}
    rate = len(crowd.polls) / seconds
    return (
        f"crowd: {phones} phones, {rate:.0f} polls/s of {phones / INTERVAL:.0f}, "
        f"p50 {p50:.3f} s, p95 {p95:.3f} s, p99 {p99:.3f} s, others than 200 and 204: {bad or 0}"
    )


def _percentile(values: list[float], n: int) -> float:
    return statistics.quantiles(values, n=100)[n - 1] if len(values) > 1 else float("nan")
