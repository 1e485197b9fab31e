"""People without accounts: the names of this device begin a sheet, and a round takes a tap for each cell."""

from playwright.sync_api import Page, expect

from tests.browser.sheets import start_sheet

NAMES = ["Оля", "Саша", "Коля", "Рита"]


def names_in(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator("input[name=name]").all()]


def test_names_of_this_device_are_chips_and_the_same_people_begin_with_one_tap(page: Page) -> None:
    """Names are typed once (WCAG 3.3.7): a chip writes its name and takes it out again; «те же» are the people
    of this game's last sheet or, where it had none, of the last one of all, as many as the game takes.
    """
    page.goto("/score/poison")
    expect(page.locator("#known-people")).to_be_hidden()
    start_sheet(page, "potions", ["Оля", "Саша"])
    start_sheet(page, "alchemists", NAMES)
    page.goto("/score/potions")
    expect(page.locator("#same")).to_contain_text("Оля, Саша")
    page.goto("/score/poison")
    expect(page.locator("#same")).to_contain_text("Оля, Саша, Коля, Рита")
    for name in ("Рита", "Оля", "Саша"):
        page.locator("#known-people").get_by_role("button", name=name, exact=True).click()
    assert names_in(page) == ["Рита", "Оля", "Саша", ""]
    page.locator("#known-people").get_by_role("button", name="Оля", exact=True).click()
    assert names_in(page) == ["Рита", "", "Саша", ""]
    page.locator("#same").get_by_role("button").click()
    page.wait_for_url("**/score/s/*")
    expect(page.locator("#sheet .round:not([hidden]) thead th")).to_have_text(NAMES)
