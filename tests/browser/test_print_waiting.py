"""A document that isn't there yet, on a site that prints in a process of its own, as script/server has it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, expect
from pytest_django import Settings

from rulebook.printing import press
from tests.browser.conftest import Phones, served
from tests.browser.forms import KEEPS_NONE
from tests.rulebook.print_reader import Made

CARDS = "/print/poison/cards.pdf?paper=letter"
# Without the process that prints: the test does, once it has seen the page that waits.
WITHOUT_PRESS = ("-c", "from config import server; del server.BESIDE['printer']; server.main()")


@pytest.fixture(scope="module")
def site(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """Its folder of data and its address."""
    data = tmp_path_factory.mktemp("waiting") / "data"
    shutil.copytree(prepared, data)
    with served(data, WITHOUT_PRESS, PRINT_AT_ONCE="0") as address:
        yield data, address


@pytest.fixture
def phones(browser: Browser, site: tuple[Path, str], settings: Settings) -> Iterator[Phones]:
    settings.DATA_DIR, address = site
    phones = Phones(browser, address)
    yield phones
    phones.close()
    assert phones.problems == []


@pytest.fixture
def prints_once(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Lets the press make one document, in this process."""
    monkeypatch.setattr(press, "in_child", lambda work: work())

    def step() -> None:
        stops = iter((False, True))
        press.run(lambda: next(stops))

    return step


def is_pdf(answer: Response) -> bool:
    return answer.headers["content-type"] == "application/pdf"


@pytest.mark.thorough  # every day test_press holds what such a page says to the browser
def test_a_page_says_what_is_being_made_and_opens_it(
    phones: Phones, axe: Callable[[Page], None], prints_once: Callable[[], None]
) -> None:
    page = phones()
    waiting = page.goto(CARDS)
    assert waiting is not None
    assert (waiting.status, waiting.headers["retry-after"]) == (202, "3")
    expect(page.get_by_role("heading", name="Печатаем")).to_be_visible()
    expect(page.get_by_text("Готовим файл: Алхимия: карты.")).to_be_visible()
    axe(page)
    with page.expect_response(is_pdf) as made:
        prints_once()
    assert made.value.url.endswith(CARDS)
    assert Made(page.request.get(CARDS, headers=KEEPS_NONE).body()).sizes == {(215.9, 279.4)}


@pytest.mark.thorough  # every day test_press holds what such a page says to the browser
def test_a_phone_without_scripts_gets_it_as_well(phones: Phones, prints_once: Callable[[], None]) -> None:
    page = phones(java_script_enabled=False)
    page.goto(f"/en{CARDS}")
    expect(page.get_by_text("Preparing the file: Poison: cards.")).to_be_visible()
    with page.expect_response(is_pdf):
        prints_once()
