"""«Видит ли?» on a phone: taps on squares, edges, the keyboard, without scripts; axe finds nothing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones

DESKTOP = {"viewport": {"width": 1280, "height": 800}, "has_touch": False}


def spot(page: Page, square: str):
    return page.locator(f'a.spot[data-about="square:{square}"]')


def test_a_dispute_is_settled_by_two_taps_and_its_address_asks_it_again(
    page: Page, axe: Callable[..., None]
) -> None:
    page.goto("/play/wizwar")
    page.get_by_role("link", name="Видит ли?").click()
    expect(spot(page, "1c3")).to_be_visible()
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
