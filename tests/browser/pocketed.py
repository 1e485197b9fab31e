"""A phone that took the pocket along, and the site that it took it from, which comes and goes."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ROOT, Phones, environment_of, free_port, served

RUNTIME = os.environ.get("POCKET_RUNTIME", "")
NO_RUNTIME = "no runtime: POCKET_RUNTIME names its folder or tarball"
PATIENCE = 30 * 60 * 1000  # milliseconds: Python is compiled on the device
# Compressing takes minutes, and none here.
PACK = """
import sys, django
django.setup()
from pocket import packs, runtime
packs.EFFORT = 1
own = packs.own
packs.own = lambda: own() | {"main/note.txt": sys.argv[2].encode()}
packs.write(runtime.fetch(sys.argv[1]))
"""
A_PAGE = 90_000
SHEET = "/score/s/"


class Site:
    """A site whose server is stopped and begun again, at the same address."""

    def __init__(self, prepared: Path, place: Path) -> None:
        self.data, self.port, self.running = place / "data", free_port(), ExitStack()
        shutil.copytree(prepared, self.data)
        self.pack("of the first edition")

    def pack(self, note: str) -> None:
        """Makes its packs; each `note` is an edition of its own."""
        command = [sys.executable, "-c", PACK, RUNTIME, note]
        subprocess.run(command, cwd=ROOT, env=environment_of(self.data), check=True, capture_output=True)

    def edition(self) -> Path:
        """The folder of the edition that was made last."""
        listed = json.loads((self.data / "pocket" / "list.json").read_bytes())
        return self.data / "pocket" / str(listed["edition"])

    def begin(self) -> None:
        self.running.enter_context(served(self.data, port=self.port))

    def stop(self) -> None:
        self.running.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def count(self, table: str) -> int:
        """The rows that it has in a table."""
        with closing(sqlite3.connect(self.data / "db.sqlite3")) as database:
            found: int = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        return found


class Pocketed:
    """The phone and its site."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.site, self.phones = site, Phones(browser, site.address)
        self.page: Page = self.phones(service_workers="allow")

    def take_along(self) -> str:
        """Opens the page and presses the key; what it says in the end."""
        self.page.goto("/pocket")
        return self.take_again()

    def take_again(self) -> str:
        """The same on the page that is open."""
        self.page.set_default_timeout(PATIENCE)
        self.page.locator("#pocket-take button, [data-take]").locator("visible=true").first.click()
        said = self.page.locator("[data-check], #pocket-stop").locator("visible=true").first
        said.wait_for()
        self.page.wait_for_function("document.querySelector('[data-state=taking]').hidden")
        self.page.set_default_timeout(A_PAGE)
        shown: str = (
            self.page.locator("#pocket-stop, #pocket-said").locator("visible=true").first.inner_text()
        )
        return shown

    def kill_worker(self) -> None:
        """As a browser does that wants its memory back."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")
        session.detach()

    @property
    def path(self) -> str:
        """Of the page that is open."""
        return urlsplit(self.page.url).path

    def text(self, path: str) -> str:
        """What stands at an address, as the phone gets it."""
        found: str = self.page.evaluate("(path) => fetch(path).then((answer) => answer.text())", path)
        return found

    def ask(self, path: str) -> Any:
        """The same as JSON."""
        return json.loads(self.text(path))

    def status(self, path: str) -> int:
        """Of an address; 0 where nothing answers."""
        found: int = self.page.evaluate(
            "(path) => fetch(path).then((answer) => answer.status, () => 0)", path
        )
        return found

    def export(self) -> list[dict[str, Any]]:
        """The entries of the sheet that is open."""
        entries: list[dict[str, Any]] = self.ask(f"{self.path}/export.json")["entries"]
        return entries

    def begin_sheet(self, game: str) -> str:
        """A sheet for three, by the form; its address."""
        self.page.goto(f"/score/{game}")
        for place, name in enumerate(("Оля", "Саша", "Коля")):
            if self.page.locator("input[name=name]").count() <= place:
                self.page.locator(".add-seat").click()
            self.page.locator("input[name=name]").nth(place).fill(name)
        self.page.get_by_role("button", name="Начать счёт").last.click()
        self.page.wait_for_url(f"**{SHEET}*")
        return self.page.url

    def give(self) -> str:
        """Presses «Отдать серверу»; the path where the row went."""
        self.page.locator("#pocket-giving [data-give]").click()
        given = self.page.locator("#pocket-giving [data-rows]")
        expect(given).to_contain_text("Отдано серверу", timeout=A_PAGE)
        where = self.page.locator("#pocket-giving [data-rows] a").get_attribute("href")
        assert where is not None
        return where
