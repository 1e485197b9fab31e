"""A new game as an invitation: two taps from home to one's cards, chips for how many and who."""

import pytest
from playwright.sync_api import Page, expect

from simulator.game import played_games
from tests.browser.conftest import Phones
from tests.daily import daily

ON_TOP = """(key) => {
    const { left, top, width, height } = key.getBoundingClientRect();
    return key.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def test_two_taps_from_home_show_ones_cards(page: Page) -> None:
    """Issue 41: two taps from home to the first card."""
    page.goto("/")
    page.locator('.shelf-doors a[href="/play/poison"]').click()
    page.get_by_role("button", name="Раздать карты").click()
    expect(page.locator(".at-hand .pick").first).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_chips_say_how_many_sit_down_and_a_row_who(new_phone: Phones, scripts: bool) -> None:
    page = new_phone(java_script_enabled=scripts)
    page.goto("/play/poison")
    seats = page.locator(".at-seat")
    expect(seats.nth(3)).to_be_visible()
    expect(seats.nth(4)).to_be_hidden()
    page.locator('[name="seats"][value="3"]').check(force=True)
    expect(seats.nth(3)).to_be_hidden()
    row = seats.nth(1)
    row.locator("summary").click()
    row.locator('[value="random"]').check(force=True)
    expect(row.locator("summary")).to_contain_text("ходит наугад")
    expect(row.locator("summary .at-who:visible")).to_have_count(1)


@pytest.mark.parametrize("game", daily(played_games(), ["wizwar"]))  # with the most to choose
def test_what_deals_stands_on_the_first_screen_and_nothing_sticks_out(new_phone: Phones, game: str) -> None:
    for width, height in ((390, 844), (360, 640), (844, 390)):
        page = new_phone(viewport={"width": width, "height": height})
        page.goto(f"/play/{game}")
        if page.locator("form.at-start").count() == 0:
            page.locator(f"main a[href^='/play/{game}/']").first.click()
        key = page.get_by_role("button", name="Раздать карты")
        expect(key).to_be_in_viewport(ratio=1)
        assert key.evaluate(ON_TOP), "nothing covers it"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_who_goes_back_and_begins_again_gets_another(new_phone: Phones, scripts: bool) -> None:
    """«Назад» draws the form anew, and so does a browser that shows the page as it was left."""
    page = new_phone(java_script_enabled=scripts)
    page.goto("/play/poison")
    begun = []
    for _ in range(2):
        page.get_by_role("button", name="Раздать карты").click()
        page.wait_for_url("**/play/m/*")
        begun.append(page.url)
        page.go_back()
        page.wait_for_url("**/play/poison")
    assert begun[0] != begun[1]
    if scripts:
        form_id = page.locator("[data-form-id]")
        before = form_id.input_value()
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        expect(form_id).not_to_have_value(before)
