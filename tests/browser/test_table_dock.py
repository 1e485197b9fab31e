"""The dock of a phone's table leaves the board its place in every game, whatever is open or refused."""

import pytest
from playwright.sync_api import Locator, Page, expect

from simulator.game import played_games
from tests.browser.conftest import PHONE
from tests.browser.seats import take_seats
from tests.browser.test_table import hand
from tests.daily import daily

PEOPLE = 4
LEFT = 0.45  # of a phone's height, between the header and the dock
FREE = """(height) => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    return (box(".at-dock").top - box(".top").bottom) / height;
}"""
SCROLLED = "(dock) => dock.scrollHeight - dock.clientHeight"  # lists of keys scroll before all of it does
TRY = """async () => {
    const loaded = performance.getEntriesByType("resource").map((each) => each.name);
    const table = await import(loaded.find((name) => name.includes("js/table.")));
    table.send("nothing-of-this-kind");
}"""
SIT = """(form) => {
    for (const box of form.querySelectorAll("[name=box]")) box.checked = true;
    form.querySelector("[name=seed]").value = "7";
}"""
CUT = """() => [...document.querySelectorAll(".acts .cut")].filter(
    (name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 4,
).map((name) => name.textContent)"""


def sit_down(page: Page, game: str) -> None:
    """Four on one phone, with all boxes, from name to name by Enter; who is to act has taken the phone."""
    page.goto(f"/play/{game}")
    if page.locator("form.at-start").count() == 0:
        page.locator(f"main a[href^='/play/{game}/']").first.click()
    form = page.locator("form.at-start")
    take_seats(page, ["here"] * PEOPLE)
    form.evaluate(SIT)
    for place in range(PEOPLE):
        field = page.locator(f"[name=name-{place}]")
        if place:
            expect(field).to_be_focused()
        field.press("Enter")
    page.wait_for_url("**/play/m/*")
    curtain = page.locator(".curtain .btn")
    expect(page.locator(".at-dock").or_(curtain).first).to_be_visible()
    if curtain.count():
        curtain.click()
    expect(page.locator(".at-status.mine")).to_be_visible()


def leaves_the_board_its_place(page: Page, keys: Locator) -> None:
    assert page.evaluate(FREE, PHONE["height"]) >= LEFT
    assert page.locator(".at-dock").evaluate(SCROLLED) <= 1
    expect(keys.first).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".at-act")).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("game", daily(played_games(), ["alchemists"]))  # with the most keys
def test_the_board_keeps_its_place_with_a_card_open_and_a_refusal_shown(page: Page, game: str) -> None:
    """The dock took 62 % of the screen with a card and a refusal, and hid the board that it was about."""
    sit_down(page, game)
    open_keys = page.locator(".at-dock :is(.at-roles:not([hidden]), .at-stage) .role:visible")
    leaves_the_board_its_place(page, page.locator(".at-act"))
    for card in hand(page).all():
        card.click()
        leaves_the_board_its_place(page, open_keys.or_(page.locator(".at-go")))
    for width in (PHONE["width"], 320):
        page.set_viewport_size({**PHONE, "width": width})
        assert page.evaluate(CUT) == [], "whose turn it is must be told from the others"
    page.set_viewport_size(PHONE)
    page.evaluate(TRY)
    expect(page.locator(".at-dock .refusal a")).to_be_in_viewport(ratio=0.9)
    leaves_the_board_its_place(page, open_keys.or_(page.locator(".at-go")))
