"""Names and seats of a sheet that is under way: what one phone corrects, the others show."""

import json
from itertools import product

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Phones, look_at
from tests.browser.sheets import start_sheet, two_phones, write

NAMES = ["Олья", "Саша", "Коля"]


def start(page: Page) -> None:
    start_sheet(page, "poison", NAMES)


def open_people(page: Page) -> None:
    """The page of names and seats, by the menu of the sheet."""
    page.locator("details.menu summary").first.click()
    page.get_by_role("link", name="Имена и места").click()
    page.wait_for_url("**/people")


def save(page: Page) -> None:
    page.get_by_role("button", name="Записать имена").last.click()


def expect_heads(page: Page, names: list[str]) -> None:
    """Waits for the heads: an address can be there before its page is."""
    heads = page.locator(".round:not([hidden]) thead th")
    expect(heads).to_have_count(len(names))
    for n, name in enumerate(names):
        expect(heads.nth(n)).to_have_attribute("title", name)


def test_a_name_corrected_on_one_phone_stands_on_the_other_until_it_is_taken_back(new_phone: Phones) -> None:
    first, second = two_phones(new_phone, start)
    open_people(first)
    look_at(first)
    first.locator("input[name=name]").first.fill("Саша")
    save(first)
    expect(first.locator("#fault-2")).to_contain_text("«Саша» здесь уже есть")
    first.locator("input[name=name]").first.fill("Оля")
    save(first)
    first.wait_for_url("**/score/s/*")
    expect_heads(first, ["Оля", "Саша", "Коля"])
    expect(second.locator(".round:not([hidden]) thead th").first).to_have_attribute("title", "Оля")
    expect(second.locator("#pad-cell .pad-name")).to_have_text("Оля")
    first.goto(first.url + "/history")
    first.locator("#entry-1 summary").click()
    first.get_by_role("button", name="Отменить запись").click()
    expect(second.locator(".round:not([hidden]) thead th").first).to_have_attribute("title", "Олья")


def test_a_finished_sheet_takes_a_name_and_nobody_new(page: Page) -> None:
    """«A misspelt name stays in the PDF, the picture, Наши партии, as a person of their own.»"""
    start(page)
    url = page.url
    colours = ("red", "blue", "purple", "poison")
    cells = product((1, 2, 3), (1, 2, 3), colours)
    write(page, {f"r{n}.p{seat}.{colour}": seat for n, seat, colour in cells})
    page.locator(".verdict").get_by_role("button", name="Закончить счёт").click()
    page.wait_for_url(url + "*")
    open_people(page)
    expect(page.get_by_role("button", name="Ещё игрок")).to_have_count(0)
    expect(page.locator("#people .notice")).to_contain_text("Этот счёт закончен")
    page.locator("input[name=name]").first.fill("Оля")
    save(page)
    page.wait_for_url(url + "*")
    expect(page.locator(".places")).to_contain_text("Оля")
    rows = page.evaluate("() => JSON.parse(localStorage.getItem('evenings')).rows")
    assert [player["name"] for player in rows[0]["players"]] == ["Оля", "Саша", "Коля"]
    assert "Олья" not in json.dumps(page.evaluate("() => localStorage.getItem('people')"), ensure_ascii=False)


def test_people_change_seats_come_and_go_without_scripts(new_phone: Phones) -> None:
    """Each press is a form sent; what a finger must hit is 48 pixels high."""
    page = new_phone(java_script_enabled=False, viewport=PHONE)
    start(page)
    url = page.url
    page.goto(url + "/people")
    page.get_by_role("button", name="Место 2: выше").click()
    page.get_by_role("button", name="Ещё игрок").click()
    page.locator("input[name=name]").nth(3).fill("Ира")
    low = [each.bounding_box() for each in page.locator(".start button:visible, .first-asked button").all()]
    assert all(box["height"] >= 48 for box in low if box and box["width"] > 1)
    save(page)
    page.wait_for_url(url)
    expect_heads(page, ["Саша", "Олья", "Коля", "Ира"])
    page.goto(url + "/people")
    page.get_by_role("button", name="Коля", exact=True).click()
    expect(page.locator(".round:not([hidden]) .first-mark")).to_have_text("сдаёт")
    expect(page.locator(".round:not([hidden]) thead th").nth(2)).to_contain_text("сдаёт")


def test_names_as_long_as_they_may_be_stay_on_the_page_that_asks_who_is_first(page: Page) -> None:
    """Forty wide letters in a row: the chip shows as much as there is room for."""
    start_sheet(page, "poison", ["Оля", "W" * 40, "Ж" * 40])
    page.goto(page.url + "/people")
    expect(page.locator(".first-asked .chip")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
