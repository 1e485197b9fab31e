"""A table that other rules have ended, on a page that was open meanwhile."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_table import begin


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.thorough)])
def test_who_taps_a_card_after_an_upgrade_reads_why_nothing_goes_on(
    page: Page, live_data: Path, axe: Callable[[Page], None], scheme: str
) -> None:
    """M8: «an older table stays playable to its end or is told»; htmx threw the answer away."""
    page.emulate_media(color_scheme=scheme)
    begin(page, ["here", "greedy", "greedy"], ["Оля"], seed=7, dealer="3")
    expect(page.locator(".at-status.mine")).to_be_visible()
    with closing(sqlite3.connect(live_data / "db.sqlite3")) as database, database:
        table = page.url.rpartition("/")[2]
        database.execute("UPDATE simulator_match SET rules = 77 WHERE public_id = ?", [table])
    page.locator("[data-hint]").click()
    expect(page.get_by_text("старую партию по ним не повторить")).to_be_visible()
    expect(page.get_by_role("link", name="На главную")).to_be_visible()
    expect(page.locator("[data-poll]")).to_have_count(0)
    axe(page)
