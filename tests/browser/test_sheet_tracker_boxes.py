"""The life sheet of «Маго-бой» with both expansions and in teams, by taps on a phone."""

import os
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_sheet_tracker import lives

NAMES = ["Оля", "Коля", "Рита", "Саша"]


def start_in_teams(page: Page) -> None:
    page.goto("/score/wizwar")
    for row, name in enumerate(NAMES):
        page.locator("input[name=name]").nth(row).fill(name)
    for field in ("box][value=monsters", "box][value=artifacts", "setting][value=teams"):
        page.locator(f"input[name={field}]").check(force=True)
    page.get_by_role("button", name="Начать счёт").last.click()
    page.wait_for_url("**/score/s/*")


def monster(page: Page, key: str) -> Locator:
    return page.locator(f'[data-monster="{key}"]')


def picture(page: Page, name: str) -> None:
    """For whoever looks: a picture where the environment asks for them."""
    folder = os.environ.get("GRIMOIRE_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def wish(page: Page, place: int) -> None:
    """Says that somebody wishes, who, and that it is really so."""
    page.locator("#wish > summary").click()
    page.locator(f"#wish-{place} > summary").click()
    page.locator(f'[value="wish {place}"]').click()


def test_a_wish_stands_behind_one_button_and_asks_before_it_costs_lives(page: Page) -> None:
    """«One button «Желание», then who»; artifacts.price. Afterwards it is folded again, whoever wished."""
    start_in_teams(page)
    keys = page.locator('[value^="wish "]:visible')
    expect(keys).to_have_count(0)
    page.locator("#wish > summary").click()
    expect(keys).to_have_count(0)
    page.locator("#wish-3 > summary").click()
    expect(keys).to_have_text(["Рита желает: −4"])
    page.locator("#wish-2 > summary").click()  # of one player at a time
    expect(keys).to_have_text(["Коля желает: −4"])
    lives(page, 15, 15, 15, 15)
    keys.click()
    lives(page, 15, 11, 15, 15)
    expect(page.locator("#wish-2 > summary")).to_be_hidden()
    page.locator("#wish > summary").click()
    expect(page.locator("#wish-2 > summary")).to_be_visible()
    expect(keys).to_have_count(0)
