"""A document that isn't there yet, on a site that prints in a process of its own, as script/server has it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.conftest import Phones, served
from tests.rulebook.print_reader import Made

CARDS = "/print/poison/cards.pdf?paper=letter"  # nobody has made it ahead


@pytest.fixture
def phones(browser: Browser, prepared: Path, tmp_path: Path) -> Iterator[Phones]:
    data = tmp_path / "data"
    shutil.copytree(prepared, data)
    with served(data, PRINT_AT_ONCE="0") as address:
        phones = Phones(browser, address)
        yield phones
        phones.close()
    assert phones.problems == []


def is_pdf(answer: Response) -> bool:
    return answer.headers["content-type"] == "application/pdf"


def test_a_page_says_what_is_being_made_and_opens_it(phones: Phones, axe: Callable[[Page], None]) -> None:
    page = phones()
    page.route("**/printing/*", lambda route: route.fulfill(status=204))  # it isn't there while we look
    waiting = page.goto(CARDS)
    assert waiting is not None
    assert (waiting.status, waiting.headers["retry-after"]) == (202, "3")
    expect(page.get_by_role("heading", name="Печатаем")).to_be_visible()
    expect(page.get_by_text("Готовим файл: Алхимия: карты.")).to_be_visible()
    axe(page)
    with page.expect_response(is_pdf) as made:
        page.unroute("**/printing/*")
    assert made.value.url.endswith(CARDS)
    file = page.request.get(CARDS)
    assert Made(file.body()).sizes == {(215.9, 279.4)}


def test_a_phone_without_scripts_gets_it_as_well(phones: Phones) -> None:
    page = phones(java_script_enabled=False)
    with page.expect_response(is_pdf):
        waiting = page.goto(f"/en{CARDS}")
    assert waiting is not None
    assert "Preparing the file: Poison" in waiting.text()
