"""The life sheet of «Маго-бой» with both expansions and in teams, by taps on a phone."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phones
from tests.browser.test_sheet_tracker import lives, pass_turn, written

NAMES = ["Оля", "Коля", "Рита", "Саша"]
PHONE = {"width": 390, "height": 844}


def start_in_teams(page: Page) -> None:
    page.goto("/score/wizwar")
    for row, name in enumerate(NAMES):
        page.locator("input[name=name]").nth(row).fill(name)
    for field in ("box][value=monsters", "box][value=artifacts", "setting][value=teams"):
        page.locator(f"input[name={field}]").check(force=True)
    page.get_by_role("button", name="Начать счёт").last.click()
    page.wait_for_url("**/score/s/*")


def create(page: Page, card: str, creator: int) -> None:
    page.locator(".monsters [data-open=monster]").click()
    page.locator(f"#tool-monster [name=card][value={card}]").check(force=True)
    page.locator(f'#tool-monster [name=seat][value="{creator}"]').check(force=True)
    page.get_by_role("button", name="Записать монстра").click()


def monster(page: Page, key: str) -> Locator:
    return page.locator(f'[data-monster="{key}"]')


def lay_chest(page: Page, chest: str, home: str) -> None:
    page.locator(f"#chest-{chest} summary").click()
    page.locator(f'#chest-{chest} [value="chest {chest} home {home}"]').click()


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


@pytest.mark.thorough  # every day test_boxes of tests/scoring writes the same, test_sheet_tracker taps
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_monsters_wishes_and_the_victory_of_a_team(
    new_phone: Phones, axe: Callable[..., None], scheme: str
) -> None:
    """monsters.live, monsters.shadow, monsters.death; artifacts.price; teams.win."""
    page = new_phone(viewport=PHONE, color_scheme=scheme)
    start_in_teams(page)
    for name in (*NAMES[1:], NAMES[0]):
        pass_turn(page, name)
        expect(page.locator(".next-turn")).to_have_attribute("aria-disabled", "false")
    page.locator(".monsters [data-open=monster]").click()
    axe(page)
    picture(page, f"create-{scheme}")
    page.keyboard.press("Escape")
    create(page, "shadow", 2)
    shadow = monster(page, "2:shadow")
    expect(shadow).to_contain_text("3 из 3")
    shadow.locator('[value="wound 2:shadow -1"]').click()
    expect(shadow).to_contain_text("2 из 3")
    shadow.locator(".pay").click()
    lives(page, 15, 14, 15, 15)
    shadow.locator("summary").click()
    expect(shadow).to_contain_text("Рана: 1")
    create(page, "democratic_monster", 1)
    expect(monster(page, "1:democratic_monster")).to_contain_text("ничьё")
    expect(shadow.locator("details")).to_have_attribute("open", "")
    page.locator("#wish > summary").click()
    page.locator("#wish-3 > summary").click()
    axe(page)
    picture(page, f"wish-{scheme}")
    page.locator('[value="wish 3"]').click()
    lives(page, 15, 14, 11, 15)
    page.locator('[data-why="why-p3"]').click()
    expect(page.locator("#why-p3")).to_contain_text("Цена желания: 4")
    axe(page)
    picture(page, f"monsters-{scheme}")
    for n in range(10, 14):
        wish(page, 2)
        written(page, n)
    expect(shadow).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("создателя нет, и монстр исчезает")
    expect(monster(page, "1:democratic_monster")).to_have_count(1)
    for n, chest, home in ((14, "2a", "1"), (15, "4a", "3"), (16, "4b", "1")):
        lay_chest(page, chest, home)
        written(page, n)
    expect(page.locator(".verdict")).to_contain_text("Побеждает команда 1: Оля и Рита")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    axe(page)
    picture(page, f"won-{scheme}")
