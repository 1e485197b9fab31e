"""«Видит ли?» on a phone: taps on squares, edges, the keyboard, without scripts; axe finds nothing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.places import box_of

DESKTOP = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}


def spot(page: Page, square: str):
    return page.locator(f'a.spot[data-about="square:{square}"]')


def point(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place of the maze is on the screen; a unit is a square."""
    maze = page.locator(".maze.live")
    box = box_of(maze)
    left, top, width, _ = (float(part) for part in (maze.get_attribute("viewBox") or "").split())
    unit = box["width"] / width
    return box["x"] + (x - left) * unit, box["y"] + (y - top) * unit


def test_a_dispute_is_settled_by_two_taps_and_its_address_asks_it_again(
    page: Page, axe: Callable[..., None]
) -> None:
    page.goto("/play/wizwar")
    page.get_by_role("link", name="Видит ли?").click()
    axe(page)
    spot(page, "1c3").click()
    expect(page.locator("#sight-said")).to_contain_text("Отсюда видно")
    expect(spot(page, "2c3")).to_have_class(re.compile("unseen"))
    spot(page, "1d3").click()
    verdict = page.locator(".sight-verdict")
    expect(verdict).to_contain_text("Мешает стена: восточная сторона 1‑c3")
    expect(verdict.get_by_role("link").first).to_have_attribute("href", "/rules/wizwar/sight.line")
    expect(page.locator("path.stops")).to_have_count(1)
    expect(page).to_have_url(re.compile("a=1c3&b=1d3"))
    axe(page)
    page.reload()
    expect(verdict).to_contain_text("Мешает стена: восточная сторона 1‑c3")
    page.emulate_media(color_scheme="dark")
    axe(page)


@pytest.mark.thorough  # every day test_sight_pages of tests/simulator breaks and lays the same
def test_walls_are_broken_by_a_tap_and_the_line_is_free(page: Page, axe: Callable[..., None]) -> None:
    page.goto("/sight/wizwar?n=6&a=1c3&b=1d3")
    page.get_by_role("link", name="стены и двери").click()
    expect(page.locator("a.rim").first).to_be_attached()
    page.touchscreen.tap(*point(page, 2.7, 2.5))  # in 1-c3, nearest to its east side
    expect(page.locator(".sight-verdict")).to_contain_text("Видно: между 1‑c3 и 1‑d3")
    expect(page).to_have_url(re.compile("gap=1c3e"))
    axe(page)
    page.get_by_text("Какой лабиринт на столе").click()
    page.get_by_label("Сколько игроков").select_option("2")
    page.get_by_role("button", name="Разложить и посмотреть").click()
    expect(page.locator("a.spot, a.rim").first).to_be_attached()
    expect(page).to_have_url(re.compile("n=2"))


def test_arrows_walk_over_the_maze_and_the_tab_key_passes_it_by(page: Page) -> None:
    page.goto("/sight/wizwar?n=2")
    spot(page, "1c3").focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(spot(page, "2a2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("a=2a2"))
    expect(spot(page, "2a2")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("a.spot:focus")).to_have_count(0)


@pytest.mark.thorough
def test_the_page_is_sound_on_a_desktop(new_phone: Phones, axe: Callable[..., None]) -> None:
    page = new_phone(**DESKTOP)
    page.goto("/sight/wizwar?n=3&a=1e3&b=3c1")
    expect(page.locator(".sight-verdict")).to_contain_text("авто-перенос")
    axe(page)
