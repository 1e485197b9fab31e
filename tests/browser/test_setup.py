"""Setting a game up with a phone in hand: what is ticked off stays so on this device."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.places import box_of


def test_ticks_are_remembered_until_they_are_cleared(page: Page) -> None:
    page.goto("/rules/wizwar/setup?players=4")
    boxes, clear = page.locator(".ticks input"), page.locator("[data-ticks-clear]")
    expect(clear).to_be_hidden()
    page.locator(".ticks label").nth(0).tap()
    page.locator(".ticks label").nth(2).tap()
    expect(page.locator(".ticks li").nth(0).locator("p")).to_be_hidden()
    page.reload()
    expect(boxes.nth(0)).to_be_checked()
    expect(boxes.nth(1)).not_to_be_checked()
    expect(boxes.nth(2)).to_be_checked()
    page.goto("/rules/wizwar/setup?players=5")
    expect(boxes.nth(0)).not_to_be_checked()
    page.goto("/rules/wizwar/setup?players=4")
    clear.tap()
    expect(page.locator(".ticks input:checked")).to_have_count(0)
    page.reload()
    expect(page.locator(".ticks input:checked")).to_have_count(0)


def test_rows_are_large_enough_for_a_thumb_and_ticks_need_no_script(new_phone: Callable[..., Page]) -> None:
    """48 px targets; «works without JavaScript as a plain list»."""
    page = new_phone(java_script_enabled=False)
    page.goto("/rules/alchemists")
    page.get_by_role("link", name="3", exact=True).tap()
    page.wait_for_url("**/rules/alchemists/setup?players=3")
    for row in page.locator(".tick").all():
        for target in (row.locator("label"), row.locator("a")):
            box = box_of(target)
            assert box["height"] >= 48
    page.locator(".ticks label").nth(1).tap()
    expect(page.locator(".ticks input").nth(1)).to_be_checked()
