"""Machines go over to a new version one by one, as deploy/UPGRADE.md says, while phones hold pages of the old
one: what their styles, polls and entries hear.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

from tests.setup.site import ROOT, Site, free_port, start
from tests.soak import kills
from tests.soak.balancer import Balancer, balancer
from tests.soak.browser import FAILURES, Browser, address_of
from tests.soak.two import shared

WRITERS = 4
BETWEEN_ENTRIES, BETWEEN_LOOKS = 0.2, 1.0  # seconds
NOTICED = 5.0  # seconds until the proxy knows that a machine is back, too
KEPT_OPEN = 8  # looks for which a page stays open on the phones that open it anew
BEFORE, AFTER = "before", "after"  # commits
STATIC = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"')
PAGES = (
    "/",
    "/rules/poison",
    "/search?q=%D1%8F%D0%B4",
    "/score/potions",
    "/play/wizwar",
    "/print/alchemists",
)
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", "tests", "docs", "examples")


def run(data: Path, machines: int, through: str, phones: int, seconds: float) -> str:
    """One line of figures; the time is divided among the machines."""
    if not os.environ.get("TEST_DATABASE_URL"):
        return "upgrade: no PostgreSQL, script/with_postgres script/soak upgrade has one"
    proxy = balancer(through)
    all_of_them = [Machine(data, n, proxy) for n in range(machines)]
    with ExitStack() as stack:
        for machine in all_of_them:
            machine.prepare()
            machine.start()
            stack.callback(machine.stop)
        ports = [machine.port for machine in all_of_them]
        stack.enter_context(proxy.before(ports, data))
        doors = proxy.doors(ports)
        writers = [kills.Writer(doors[n % len(doors)], n, doors, BETWEEN_ENTRIES) for n in range(WRITERS)]
        open_pages = [Phone(n, doors, writers[n % WRITERS]) for n in range(phones)]
        for thread in (*writers, *open_pages):
            thread.start()
        took = [_gone_over(machine, seconds / machines) for machine in all_of_them]
        for thread in (*writers, *open_pages):
            thread.enough.set()
            thread.join()
        new = sum(f"commit={AFTER} " in machine.site.answer("/healthz")[1] for machine in all_of_them)
        heard = {what: _heard(open_pages, what) for what in ("pages", "styles and scripts", "polls")}
        told = ", ".join(f"{what} {found}" for what, found in heard.items())
        return (
            f"upgrade: {new} of {machines} sites by {proxy.called} went over, each away for at most "
            f"{max(took):.0f} s; {kills.counted(writers)}; {phones} phones, half with their old page: {told}"
        )


class Machine:
    """A site with code and data of its own."""

    def __init__(self, data: Path, number: int, proxy: Balancer) -> None:
        self.folder, self.code, self.port = data / f"machine-{number}", data / f"code-{number}", free_port()
        self.variables = shared(self.folder, proxy) | {"PORT": str(self.port), "GRIMOIRE_COMMIT": BEFORE}
        shutil.rmtree(self.code, ignore_errors=True)
        shutil.copytree(ROOT, self.code, ignore=LEFT_OUT)

    site: Site

    def prepare(self) -> None:
        """As script/server does before it starts."""
        command = [sys.executable, "manage.py", "release"]
        whole = os.environ | self.variables
        subprocess.run(command, cwd=self.code, env=whole, check=True, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        self.open = ExitStack()
        self.site = self.open.enter_context(start(self.folder, self.code, **self.variables))
        self.site.wait_until_whole()

    def stop(self) -> None:
        self.open.close()

    def pull(self) -> None:
        """A style and a script that are others, and a style that pages didn't have."""
        for name, more in {"css/base.css": "\n.soak { color: red }\n", "js/page.js": "\n// new\n"}.items():
            changed = self.code / "static" / name
            changed.write_text(changed.read_text(encoding="utf-8") + more, encoding="utf-8")
        (self.code / "static" / "css" / "soak.css").write_text(".soak { color: blue }\n")
        page = self.code / "templates" / "base.html"
        link = """<link rel="stylesheet" href="{% static 'css/soak.css' %}">\n</head>"""
        page.write_text(page.read_text(encoding="utf-8").replace("</head>", link), encoding="utf-8")
        self.variables["GRIMOIRE_COMMIT"] = AFTER


class Phone(Thread):
    """Polls and asks for what its page needs. Every other one opens pages again and again, the rest have had
    theirs since before.
    """

    def __init__(self, number: int, doors: Sequence[int], table: kills.Writer) -> None:
        super().__init__(daemon=True)
        self.browser, self.doors = Browser(doors[0], address_of(WRITERS + number)), cycle(doors)
        for cookie in table.browser.cookies:
            self.browser.cookies.set_cookie(cookie)
        self.table, self.reads, self.enough = table, number % 2 == 1, Event()
        self.pages = cycle(PAGES[number % len(PAGES) :] + PAGES[: number % len(PAGES)])
        self.heard = {name: Counter[str]() for name in ("pages", "styles and scripts", "polls")}

    def run(self) -> None:
        while not self.enough.is_set():
            needed = STATIC.findall(self.ask("pages", self.table.sheet))
            looks = 0
            while not self.enough.wait(BETWEEN_LOOKS) and not (self.reads and looks >= KEPT_OPEN):
                self.ask("polls", f"{self.table.sheet}/totals?v={len(self.table.acknowledged)}")
                for file in needed[looks % KEPT_OPEN :: KEPT_OPEN]:
                    self.ask("styles and scripts", file)
                looks += 1
            if self.reads and not self.enough.is_set():
                for file in STATIC.findall(self.ask("pages", next(self.pages))):
                    self.ask("styles and scripts", file)

    def ask(self, what: str, path: str) -> str:
        """What is there, empty where nobody answers."""
        try:
            answer = self.browser.ask(path)
        except FAILURES as error:
            self.heard[what][type(getattr(error, "reason", error)).__name__] += 1
            self.browser.port = next(self.doors)
            return ""
        self.heard[what][str(answer.status)] += 1
        return answer.body


def _heard(phones: Sequence[Phone], what: str) -> dict[str, int]:
    return dict(sorted(sum((phone.heard[what] for phone in phones), Counter[str]()).items()))


def _gone_over(machine: Machine, seconds: float) -> float:
    """One machine, by the steps of the file; for how long it was away."""
    begun = time.monotonic()
    machine.stop()
    machine.pull()
    machine.prepare()
    machine.start()
    away = time.monotonic() - begun
    time.sleep(max(NOTICED, begun + seconds - time.monotonic()))
    return away
