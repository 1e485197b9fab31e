"""A player with a phone: the worked example by taps, what follows and why, every form."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

NARROW = {"width": 360, "height": 740}


def choose(page: Page, *ingredients: str) -> None:
    for code in ingredients:
        page.locator(f"label.lb-in:has(input[name=i][value={code}])").click()


def note(page: Page, tool: str = "") -> None:
    """From the notebook to the form of a tool."""
    page.get_by_role("link", name="Записать", exact=True).click()
    if tool:
        page.get_by_role("navigation", name="Что узнали").get_by_role("link", name=tool).click()


def begin(page: Page) -> None:
    page.goto("/play/alchemists")
    page.get_by_role("link", name="Открыть книжку").click()
    page.get_by_role("button", name="Новая книжка").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("40\\s320\\sмиров"))


def enter_the_worked_example(page: Page) -> None:
    note(page)
    choose(page, "mushroom", "toad")
    page.get_by_role("button", name="Зелье исцеления").click()
    expect(page.get_by_role("status").filter(has_text="Было")).to_contain_text(re.compile("осталось 5\\s760"))
    note(page, "Продажа")
    choose(page, "toad", "fern")
    page.locator("label.lb-in:has(input[name=wanted][value='G+'])").click()
    page.get_by_role("button", name="Правильный знак", exact=True).click()
    note(page)
    choose(page, "fern", "mushroom")
    page.get_by_role("button", name="Нейтральное зелье").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^240\\s"))


def fits(page: Page) -> bool:
    """Nothing scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def test_three_facts_by_taps_leave_green_open_and_every_conclusion_says_why(
    page: Page, axe: Callable[..., None]
) -> None:
    begin(page)
    enter_the_worked_example(page)
    axe(page)
    for name, red, blue in (
        ("Гриб", "плюс", "минус"),
        ("Папоротник", "минус", "плюс"),
        ("Жаба", "плюс", "плюс"),
    ):
        summary = page.locator(".nb-chain summary").filter(has_text=name).first
        expect(summary).to_contain_text(f"красный {red}")
        expect(summary).to_contain_text(f"синий {blue}")
        expect(summary).not_to_contain_text("зелёный")
        expect(summary.locator(".nb-unknown")).to_have_text("З?")

    toad = page.locator(".nb-chain").filter(has=page.locator("summary", has_text="Жаба: красный"))
    toad.locator("summary").click()
    expect(toad).to_contain_text("Жаба: синий плюс, следует из записей 1, 2 и 3")
    expect(toad.locator(".nb-reasons").last.locator("li")).to_have_count(3)

    page.get_by_role("link", name="Гриб не к+з−С+").click()
    detail = page.locator("#nb-detail")
    expect(detail).to_contain_text("ни в одном из миров")
    expect(detail.locator(".nb-reasons li")).to_have_count(2)
    axe(page)
    page.set_viewport_size(NARROW)
    assert fits(page)


@pytest.mark.thorough
def test_every_form_of_a_note_is_sound_and_fits_a_narrow_phone(page: Page, axe: Callable[..., None]) -> None:
    page.set_viewport_size(NARROW)
    begin(page)
    enter_the_worked_example(page)
    address = page.url.partition("?")[0]
    for tool in (
        "mix",
        "sale",
        "foreign",
        "foreign&way=sale",
        "debunk",
        "debunk&way=master",
        "guess",
        "theory",
    ):
        page.goto(f"{address}/note?tool={tool}")
        axe(page)
        assert fits(page), tool
    for view in ("?view=pairs", "?view=notes", "/share", "/print"):
        page.goto(address + view)
        axe(page)
        assert fits(page), view
