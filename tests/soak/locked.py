"""Another program holds the database for a while: what readers and writers hear of the site meanwhile."""

import os
import sqlite3
import statistics
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Thread

from tests.soak.browser import Browser, running
from tests.soak.kills import Writer, counted, stop, until_all_have_written
from tests.soak.times import Times

HELD = 30.0  # seconds
WRITERS, READERS = 20, 4
PAGES = ("/rules/poison", "/search?q=%D1%8F%D0%B4", "/score/poison", "/play/poison")
BETWEEN_PAGES = 0.2


def run(data: Path, seconds: float) -> str:
    """One line of figures."""
    if os.environ.get("TEST_DATABASE_URL"):
        return "locked: of SQLite alone"
    with running(data) as site:
        site.wait_until_whole()
        writers = [Writer(site.port, n) for n in range(WRITERS)]
        for writer in writers:
            writer.start()
        until_all_have_written(writers, time.monotonic() + seconds)
        for writer in writers:
            writer.slowest = 0.0
        read = [Times() for _ in range(READERS)]
        with held(data / "db.sqlite3"):
            readers = [Thread(target=visit, args=[site.port, min(HELD, seconds / 3), each]) for each in read]
            for reader in readers:
                reader.start()
            for reader in readers:
                reader.join()
        slowest, again = max(writer.slowest for writer in writers), time.monotonic()
        until_all_have_written(writers, again + seconds)
        again = time.monotonic() - again
        stop(writers)
        statuses = {answer.status for writer in writers for answer in writer.refusals}
        pages, failed = [page for each in read for page in each.seconds], sum(each.failed for each in read)
        return (
            f"locked: {WRITERS} writers and {READERS} readers, {len(pages)} pages p95 "
            f"{statistics.quantiles(pages, n=20)[-1]:.3f} s, worst {max(pages):.3f} s, {failed} failed; "
            f"writers told in {slowest:.1f} s, with {statuses}, all written {again:.1f} s after it; "
            f"{counted(writers)}"
        )


@contextmanager
def held(database: Path) -> Iterator[None]:
    """As a careless shell or a backup tool holds it."""
    with closing(sqlite3.connect(database, isolation_level=None, timeout=60)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def visit(port: int, seconds: float, pages: Times) -> None:
    """Opens one page after another, each in a connection of its own."""
    end, browser, visited = time.monotonic() + seconds, Browser(port), 0
    while time.monotonic() < end:
        pages.of(partial(browser.opens, PAGES[visited % len(PAGES)]))
        visited += 1
        time.sleep(BETWEEN_PAGES)  # one reader, not a crowd
