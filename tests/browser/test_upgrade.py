"""A table that other rules have ended, on a page that was open meanwhile."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Phones, served
from tests.browser.test_table import begin


@pytest.fixture
def data(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(prepared, tmp_path / "data"))


@pytest.fixture
def phones(browser: Browser, data: Path) -> Iterator[Phones]:
    with served(data) as address:
        phones = Phones(browser, address)
        yield phones
        phones.close()
    assert phones.problems == []


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.thorough)])
def test_who_taps_a_card_after_an_upgrade_reads_why_nothing_goes_on(
    phones: Phones, data: Path, axe: Callable[[Page], None], scheme: str
) -> None:
    """M8: «an older table stays playable to its end or is told»; htmx threw the answer away."""
    page = phones(color_scheme=scheme)
    begin(page, ["here", "greedy", "greedy"], ["Оля"], seed=7)
    expect(page.locator(".at-status.mine")).to_be_visible()
    with closing(sqlite3.connect(data / "db.sqlite3")) as database, database:
        database.execute("UPDATE simulator_match SET rules = 77")
    page.locator("[data-hint]").click()
    expect(page.get_by_text("старую партию по ним не повторить")).to_be_visible()
    expect(page.get_by_role("link", name="На главную")).to_be_visible()
    expect(page.locator("[data-poll]")).to_have_count(0)
    axe(page)
