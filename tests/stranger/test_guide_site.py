"""Nim of docs/new-game.md in a browser: a game without cards and secrets, and a sheet without an end."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Phones, prepare, served
from tests.browser.sheets import start_sheet
from tests.stranger import guide

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def nim_site(tmp_path_factory: pytest.TempPathFactory, search_index: object) -> Iterator[str]:
    """The address of the site with Nim in place of the stranger."""
    home = tmp_path_factory.mktemp("games")
    guide.write(home)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in guide.environment(home).items():
            patch.setenv(name, value)
        data = tmp_path_factory.mktemp("nim") / "data"
        prepare(data, search_index)
        with served(data) as address:
            yield address


@pytest.fixture
def page(browser: Browser, nim_site: str) -> Iterator[Page]:
    phones = Phones(browser, nim_site)
    yield phones()
    phones.close()
    assert phones.problems == []


def write_round(page: Page, *numbers: int) -> None:
    """Taps numbers, each followed by the key that leads on."""
    for n in numbers:
        page.locator(f'[data-key="{n}"]').click()
        page.locator('[data-key="next"]').click()


def test_a_sheet_without_an_end_goes_on_round_after_round(page: Page) -> None:
    """series.rounds: as many rounds as the table likes, each by the button below the one before."""
    start_sheet(page, "nim", ["Оля", "Коля"])
    for n in (1, 2, 3):
        write_round(page, 2, 5)
        following = page.locator(".round:not([hidden]) [data-go-write]")
        expect(following).to_contain_text(f"Раунд {n + 1}")
        following.click()
        expect(page.locator(f'.round[data-round="{n + 1}"]')).to_be_visible()
        expect(page.locator(".round:not([hidden])")).to_have_count(1)
        expect(page.locator('.round-chips [aria-current="true"]')).to_contain_text(str(n + 1))
        expect(page.locator("#pad-cell .pad-name")).to_have_text("Оля")
    expect(page.locator(".overview tr.sum td")).to_have_text(["6", "15"])
    page.locator('.round-chips [data-go-round="1"]').click()
    expect(page.locator('[data-cell="r1.p2.points"] .value')).to_have_text("5")
