"""Issue 18: «a clause, a card and a reference read with the server stopped», after one visit."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, ROOT, Phones, environment_of, served
from tests.browser.sheets import start_sheet
from tests.plugin import once, shared_folder

pytestmark = pytest.mark.long
LIST = "/offline/edition.json"
CURRENT = """async (list) => {
    const kept = await (await caches.open("current")).match(list);
    return kept ? (await kept.json()).edition : null;
}"""
OUTBOX = '[{"id": "abcdefgh", "cell": "1.1", "text": "3"}, {"id": "abcdefgi", "cell": "1.2", "text": "4"}]'


def bundled(data: Path, *options: str) -> str:
    """Makes editions in a folder of data; what the command says of them."""
    command = [sys.executable, "manage.py", "bundle", *options]
    done = subprocess.run(
        command, cwd=ROOT, env=environment_of(data), check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Path:
    """A folder of data with the Russian edition, which takes some seconds to make."""

    def make(draft: Path) -> None:
        shutil.copytree(prepared, draft)
        (draft / "figures").write_text(bundled(draft, "--lang", "ru"))

    place = once(shared_folder(tmp_path_factory) / "bundled", make)
    copy = tmp_path_factory.mktemp("offline") / "data"
    shutil.copytree(place, copy)
    return copy


def kilobytes(line: str) -> int:
    found = re.search(r"(\d+) KB compressed", line)
    assert found, line
    return int(found[1])


@pytest.mark.thorough  # every day the edition of one game is weighed when it is read below
def test_an_edition_is_small_enough_for_a_phone(data: Path) -> None:
    """«at most 700 KB transferred (compressed) for one language besides fonts»."""
    line = (data / "figures").read_text()
    print(line)
    assert kilobytes(line) <= 700


@pytest.mark.thorough
def test_both_languages_are_small_enough_for_a_phone(data: Path) -> None:
    """«1.1 MB for both»."""
    line = bundled(data).splitlines()[-1]
    print(line)
    assert kilobytes(line) <= 1100


@pytest.fixture
def site(data: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of a site, and what stops it."""
    with ExitStack() as running:
        yield running.enter_context(served(data)), running.close


@pytest.fixture
def visitor(browser: Browser, site: tuple[str, Callable[[], None]]) -> Iterator[Page]:
    """A phone that keeps what it may; the site is at its base address."""
    phones = Phones(browser, site[0])
    yield phones(service_workers="allow", color_scheme="dark")
    phones.close()


def wait_until_kept(page: Page) -> None:
    """What the worker does no page shows."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(CURRENT, LIST):
        assert time.monotonic() < end, "nothing was kept"
        page.wait_for_timeout(100)


# Makes the edition of one game, in a quarter of the time, and serves it, without what thinks for bots.
ONE_GAME = """
import django
django.setup()
from django.conf import settings
from config import server
from rulebook import shelf
from rulebook.offline import edition, figures
games = shelf.games
shelf.games = lambda: {"poison": games()["poison"]}
(settings.DATA_DIR / "figures").write_text(figures.line("ru", [edition.write("ru")]))
shelf.games = games
server.BESIDE.clear()
server.main()
"""


def test_a_rule_of_one_game_is_read_with_the_server_stopped(
    browser: Browser, prepared: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    shutil.copytree(prepared, data)
    with ExitStack() as running:
        phones = Phones(browser, running.enter_context(served(data, ("-c", ONE_GAME))))
        assert kilobytes((data / "figures").read_text()) <= 700 / 4, "four games have to fit"
        visitor = phones(service_workers="allow")
        visitor.goto("/")
        wait_until_kept(visitor)
        start_sheet(visitor, "poison", ["Оля", "Саша", "Коля"])
        expect(visitor.locator("#kept-here")).to_be_visible()
        running.close()
        visitor.goto("/")
        visitor.get_by_role("link", name="Счёт · Алхимия", exact=True).click()
        expect(visitor.locator("#outbox")).to_contain_text("страница такая, какой была")
        visitor.goto("/rules/poison/overflow.take")
        expect(visitor.locator("h1")).to_contain_text("Котёл переполнен: что забрать")
        expect(visitor.get_by_text("Читаете без связи")).to_be_visible()
        visitor.goto("/score/s/somebody")
        expect(visitor.locator("h1")).to_have_text("Этой странице нужен сервер")
        phones.close()


@pytest.mark.thorough  # every day the test above, and test_offline of tests/rulebook all pages of a game
def test_after_one_visit_the_rules_are_read_with_the_server_stopped(
    visitor: Page, site: tuple[str, Callable[[], None]], axe: Callable[[Page], None]
) -> None:
    visitor.goto("/")
    wait_until_kept(visitor)
    visitor.evaluate("outbox => localStorage.setItem('sheet.somebody.outbox', outbox)", OUTBOX)
    site[1]()

    visitor.goto("/rules/poison/overflow.take")
    expect(visitor.locator("h1")).to_contain_text("Котёл переполнен: что забрать")
    expect(visitor.locator(".clause-text")).to_contain_text("заберите из него всё")
    expect(visitor.locator(".ruling").first).to_be_visible()
    expect(visitor.get_by_text("Читаете без связи")).to_be_visible()
    assert visitor.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(26, 23, 20)"
    assert visitor.evaluate("document.fonts.check('700 20px Alegreya', 'Я')")
    assert visitor.evaluate("document.documentElement.scrollWidth") <= 390
    axe(visitor)

    visitor.goto("/rules/wizwar/cards")
    expect(visitor.get_by_role("link", name="Шар огня")).to_be_visible()
    expect(visitor.locator("select, input:not([name=q])")).to_have_count(0)  # what filters is the server
    sign = visitor.locator("use[href*='wizwar/icons']").first  # of a sprite that no page has shown before
    expect(sign).to_be_visible()
    assert sign.evaluate("sign => sign.getBBox().width") > 0
    visitor.goto("/rules/wizwar/cards/fireball")
    expect(visitor.locator("svg.card")).to_be_visible()
    visitor.goto("/rules/alchemists/glossary")
    expect(visitor.locator(".word").nth(20)).to_be_attached()

    visitor.locator("input[name=q]").fill("переп кот")
    visitor.keyboard.press("Enter")
    expect(visitor.locator(".hits")).to_contain_text("Котёл переполнен: что забрать")
    visitor.goto("/search?q=<b id=bold>%25main%25</b>")
    expect(visitor.get_by_text("Ничего похожего нет")).to_be_visible()
    expect(visitor.locator("#bold")).to_have_count(0)
    expect(visitor.locator("input[name=q]")).to_have_value("<b id=bold>%main%</b>")

    visitor.goto("/score/s/somebody")
    expect(visitor.locator("h1")).to_have_text("Этой странице нужен сервер")
    expect(visitor.get_by_text("ждут отправки записи: 2")).to_be_visible()
    axe(visitor)


# Another server in the place of the real one: `answers` has what it says, by parts of addresses.
AGAINST = """async ({ list, answers, idle }) => {
    const real = window.fetch;
    window.fetch = (url, how) => {
        const found = Object.entries(answers).find(([part]) => String(url).includes(part));
        return found ? Promise.resolve(new Response(...found[1])) : real(url, how);
    };
    await look(list, idle).catch(() => {});
    window.fetch = real;
    const page = await kept(new URL("/rules/poison/overflow.take", location.href));
    return page && page.text().then((html) => html.includes("Котёл переполнен"));
}"""


@pytest.mark.thorough
def test_a_half_downloaded_edition_and_another_server_change_nothing(
    visitor: Page, site: tuple[str, Callable[[], None]]
) -> None:
    """«becomes current only when all of it is there and the outbox is empty»; the worker runs in the page."""
    visitor.goto("/api/v1/")
    visitor.add_script_tag(url="/service-worker.js")
    made = visitor.evaluate(f"fetch('{LIST}').then((answer) => answer.json())")

    def look(answers: dict[str, object], idle: bool = True) -> object:
        return visitor.evaluate(AGAINST, {"list": LIST, "answers": answers, "idle": idle})

    gone, broken = made["bundles"][0]["url"], made["bundles"][-1]["url"]
    assert look({gone: ["", {"status": 404}]}) is None
    assert look({broken: ["{}"]}) is None, "cut off or swapped on its way"
    assert look({}, idle=False) is None, "an entry waits to be sent"
    assert look({}) is True

    newer = made | {"format": made["format"] + 1, "edition": "newer"}
    for answer in (newer, made | {"edition": "wrong", "files": [{"url": gone, "sha256": "0" * 64}]}):
        assert look({"edition.json": [visitor.evaluate("JSON.stringify", answer)]}) is True
        assert visitor.evaluate(CURRENT, LIST) == made["edition"]
    for answer in (["nonsense"], ["", {"status": 500}], ["{}"]):
        assert look({"edition.json": answer}) is True
        assert visitor.evaluate(CURRENT, LIST) == made["edition"]
