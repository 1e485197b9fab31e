"""The real site in a real browser: the server in a process of its own, Chromium the size of a phone."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Response,
    WebError,
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

# Half a megabyte, once for each document. A page that comes without its site is sent it.
AXE = PurePosixPath("/static/axe.js")
HAS_AXE = f"async () => Boolean(window.axe || await import('{AXE}').catch(() => false))"

# Of the two ways in which axe lets a link in a text be told from it.
BY_STYLE_ALONE = """axe.configure({
    rules: [{ id: "link-in-text-block", any: ["link-in-text-block-style"] }],
});"""

# Only what is wrong comes back: all that axe has looked at takes twice as long to tell as to look at.
FAULTS = """async (options) => (await axe.run(document, options)).violations.map(({ help, nodes }) =>
    [help, ...nodes.map(({ html, failureSummary }) => `${html}\\n${failureSummary}`)].join("\\n"))"""


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
    (data / "static" / AXE.name).write_text(AXE_SCRIPT, encoding="utf-8")


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


# What can be changed of a phone that is there already, page by page.
OF_A_PAGE = {"viewport", "color_scheme", "reduced_motion"}
Idle = dict[bool, list[Page]]  # by whether they are touched
# It draws nothing. There a phone forgets what pages have kept, and says whether its clock is its own.
NOTHING = "/robots.txt"
FORGOTTEN = "forgotten"
FORGET = f"""() => {{
    localStorage.clear();
    sessionStorage.clear();
    console.debug("{FORGOTTEN}");
    return !("__pwClock" in window);
}}"""


def refused(*_: object, **__: object) -> None:
    raise AssertionError("a script for every page stays in a phone: new_phone(apart=True)")


class Phones:
    """Phones at the table, each with its own cookies; `problems` gathers what their consoles complain of.

    To begin one costs as much as to load a page, and it knows neither our styles nor our scripts. So the idle
    ones of earlier tests are taken up again, emptied, unless options ask for another kind of browser.
    """

    def __init__(self, browser: Browser, base_url: str, idle: Idle | None = None) -> None:
        self.browser = browser
        self.base_url = base_url
        self.idle = idle
        self.pages: list[tuple[Page, bool | None]] = []  # and as which it may be taken up again
        self.problems: list[str] = []

    def __call__(self, apart: bool = False, **options: object) -> Page:
        """A page of a phone; options are Playwright's for a context (viewport, locale, color_scheme…).
        `apart`: no other test gets it, as what is done to it can't be undone.
        """
        touched = bool(options.get("has_touch", True))
        if self.idle is None or apart or options.keys() - {"has_touch", *OF_A_PAGE}:
            page, kind = self.begun(options), None
        else:
            page, kind = self.idle[touched].pop() if self.idle[touched] else None, touched
            page = page or self.begun({"has_touch": touched})
            page.set_viewport_size(options.get("viewport", PHONE))
            page.emulate_media(
                media="null",
                color_scheme=options.get("color_scheme", "null"),
                reduced_motion=options.get("reduced_motion", "null"),
            )
            page.add_init_script = refused
        for event, listener in self.listeners():
            page.context.on(event, listener)
        self.pages.append((page, kind))
        return page

    def begun(self, options: Mapping[str, object]) -> Page:
        """Without the worker that keeps rules: it stands between a page and what a test puts in its way."""
        defaults = {"base_url": self.base_url, "viewport": PHONE, "locale": "ru-RU", "has_touch": True}
        defaults["service_workers"] = "block"
        context = self.browser.new_context(**defaults | options)
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def listeners(self) -> Iterator[tuple[str, Callable[..., None]]]:
        yield "console", self.note_message
        yield "weberror", self.note_error
        yield "response", self.note_response

    def note_message(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(ANSWERS):
            self.problems.append(message.text)

    def note_error(self, error: WebError) -> None:
        self.problems.append(str(error.error))

    def note_response(self, response: Response) -> None:
        expected = response.request.resource_type in ANSWERED_BY_VIEWS
        if response.status >= 500 or (response.status >= 400 and not expected):
            self.problems.append(f"{response.status} {response.url}")

    def close(self) -> None:
        for page, kind in self.pages:
            for event, listener in self.listeners():
                page.context.remove_listener(event, listener)
            if self.idle is not None and kind is not None and is_empty_again(page):
                self.idle[kind].append(page)
            else:
                page.context.close()


def is_empty_again(page: Page) -> bool:
    """Forgets all that a test has done with a phone, if that can be forgotten."""
    context = page.context
    try:
        for other in context.pages:
            if other != page:
                other.close()
        page.unroute_all(behavior="ignoreErrors")
        context.set_offline(False)
        page.mouse.move(0, 0)
        page.goto(NOTHING)
        context.clear_cookies()
        # On a busy machine what the page before complained of as it went is heard late, but before this.
        with page.expect_console_message(lambda message: message.text == FORGOTTEN):
            return bool(page.evaluate(FORGET))
    except Error:  # its site or its page is gone
        return False


def look_at(page: Page) -> None:
    """Somebody takes up the phone again: its page asks at once for what it would ask for within seconds."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.fixture(scope="session")
def idle_phones() -> Idle:
    return {True: [], False: []}


@pytest.fixture
def new_phone(browser: Browser, live_site: str, idle_phones: Idle) -> Iterator[Phones]:
    """Call it for one more phone. The test fails on console errors, which CSP violations are, too."""
    phones = Phones(browser, live_site, idle_phones)
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
    # Style sheets are fetched once more for one rule, that a turned screen isn't turned back.
    options = {"resultTypes": ["violations"], "preload": not Run.is_daily}
    options |= {"rules": {"color-contrast": {"enabled": not Run.is_daily}}}

    def check(page: Page) -> None:
        if not page.evaluate(HAS_AXE):
            page.evaluate(AXE_SCRIPT)
        if Run.is_daily:
            page.evaluate(BY_STYLE_ALONE)
        found = page.evaluate(FAULTS, options)
        assert not found, "\n".join([page.url, *found])

    return check
