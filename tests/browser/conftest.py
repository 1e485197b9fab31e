"""The real site in a real browser: the server in a process of its own, Chromium the size of a phone."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    expect,
    sync_playwright,
)

from rulebook.search import finding
from tests.daily import Run
from tests.plugin import FILLED, once, shared_folder

ROOT = Path(__file__).resolve().parent.parent.parent
# The shell draws no window and costs a third less of the time; the whole browser does as well.
CHROMIUMS = [Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")]
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
SERVER = ("-m", "config.server")  # what script/server ends in
PATIENCE = 30_000  # milliseconds; a busy computer is no failure
expect.set_options(timeout=PATIENCE)

# A refusal comes with a 4xx status: the browser and htmx report it, but it is an answer like any other.
ANSWERS = ("Failed to load resource", "Response Status Error Code 4")
ANSWERED_BY_VIEWS = {"document", "xhr", "fetch"}

# Of the two ways in which axe lets a link in a text be told from it.
BY_STYLE_ALONE = """axe.configure({
    rules: [{ id: "link-in-text-block", any: ["link-in-text-block-style"] }],
});"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder carries the mark: pytest -m "not browser" leaves it out."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment_of(data: Path) -> dict[str, str]:
    return os.environ | {
        "GRIMOIRE_DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LIMITS": "0",
        "WORKERS": "1",  # another would load and warm the whole site again
        "HELPER_PATIENCE": "60",
        "PRINT_AT_ONCE": "1",
    }


# Compressing takes most of the time of collecting, and none here.
COLLECTED = """
import django
django.setup()
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.management import call_command
from config.static_files import HashedFiles
HashedFiles.post_process = ManifestStaticFilesStorage.post_process
call_command("collectstatic", interactive=False, verbosity=0)
"""


def prepare(data: Path, index: Path, database: Path | None = None) -> None:
    """An empty database with the rules loaded, the index, and the static files: what script/server makes."""
    data.mkdir()
    if database:
        shutil.copyfile(database, data / "db.sqlite3")
    shutil.copyfile(index, data / finding.FILE_NAME)
    code = COLLECTED if database else FILLED + COLLECTED  # in one process: another would load the site again
    subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment_of(data), check=True, capture_output=True
    )


@contextmanager
def served(
    data: Path, server: Sequence[str] = SERVER, port: int | None = None, **variables: str
) -> Iterator[str]:
    """The address of a site with this folder of data, as script/server serves it."""
    port = port or free_port()
    environment = environment_of(data) | {"PORT": str(port)} | variables
    log = data / "server.log"
    command = [sys.executable, *server]
    with log.open("w") as stderr:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=stderr)
    assert server.stdout is not None
    try:
        ready = server.stdout.readline().decode()
        assert str(port) in ready, log.read_text()
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=15)
        server.stdout.close()
    assert "ERROR" not in log.read_text(), log.read_text()


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory, search_index: Path, filled_database: Path) -> Path:
    """A folder of data to copy: test processes share what takes long to prepare."""
    place = shared_folder(tmp_path_factory) / "prepared"
    return once(place, lambda draft: prepare(draft, search_index, filled_database))


@pytest.fixture(scope="session")
def live_data(tmp_path_factory: pytest.TempPathFactory, prepared: Path, prints_kept: Path) -> Path:
    """The folder of data of the site."""
    data = tmp_path_factory.mktemp("live") / "data"
    shutil.copytree(prepared, data)
    (data / "print").symlink_to(prints_kept)
    return data


@pytest.fixture(scope="session")
def live_site(live_data: Path) -> Iterator[str]:
    """The address of the site as script/server serves it."""
    with served(live_data) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = next((path for path in CHROMIUMS if path.exists()), None)
    if found is None:
        pytest.skip("no Chromium: script/test installs it")
    # Playwright leaves an event loop in this thread, which Django takes for an async view in later tests.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=CHROMIUM_ARGS)
        yield chromium
        chromium.close()


class Phones:
    """Phones at the table, each with its own cookies; `problems` gathers what their consoles complain of."""

    def __init__(self, browser: Browser, base_url: str) -> None:
        self.browser = browser
        self.base_url = base_url
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def __call__(self, **options: object) -> Page:
        """A page of a new phone; options are Playwright's for a context (viewport, locale, color_scheme…).

        Without the worker that keeps rules: it stands between a page and what a test puts in its way.
        """
        defaults = {"base_url": self.base_url, "viewport": PHONE, "locale": "ru-RU", "has_touch": True}
        defaults["service_workers"] = "block"
        context = self.browser.new_context(**defaults | options)
        context.set_default_timeout(PATIENCE)
        context.on("console", self.note_message)
        context.on("weberror", lambda error: self.problems.append(str(error.error)))
        context.on("response", self.note_response)
        self.contexts.append(context)
        return context.new_page()

    def note_message(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(ANSWERS):
            self.problems.append(message.text)

    def note_response(self, response: Response) -> None:
        expected = response.request.resource_type in ANSWERED_BY_VIEWS
        if response.status >= 500 or (response.status >= 400 and not expected):
            self.problems.append(f"{response.status} {response.url}")

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def look_at(page: Page) -> None:
    """Somebody takes up the phone again: its page asks at once for what it would ask for within seconds."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.fixture
def new_phone(browser: Browser, live_site: str) -> Iterator[Phones]:
    """Call it for one more phone. The test fails on console errors, which CSP violations are, too."""
    phones = Phones(browser, live_site)
    yield phones
    phones.close()
    assert phones.problems == []


@pytest.fixture
def page(new_phone: Phones) -> Page:
    """A page of the first phone; `page.goto("/rules/poison")` is enough."""
    return new_phone()


@pytest.fixture(scope="session")
def axe() -> Callable[..., None]:
    """`axe(page)` fails with what axe finds on the page.

    Contrasts take four fifths of its time. In the daily run the colours alone are held against their grounds
    (`tests/rulebook/test_look.py`); script/test --all, and a test that is run without `-m`, measure them on
    every page. Links in a text may differ from it by style or by contrast; every day it has to be the style,
    so that nothing is measured for them either.
    """
    checker = Axe(axe_script="")
    # Style sheets are fetched once more for one rule, that a turned screen isn't turned back.
    options = {"resultTypes": ["violations"], "preload": not Run.is_daily}
    options |= {"rules": {"color-contrast": {"enabled": not Run.is_daily}}}

    def check(page: Page) -> None:
        if page.evaluate("!window.axe"):  # half a megabyte, once for each document
            page.evaluate(AXE_SCRIPT)
            if Run.is_daily:
                page.evaluate(BY_STYLE_ALONE)
        found = checker.run(page, options=options)
        assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"

    return check
