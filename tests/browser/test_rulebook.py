"""The rulebook on a phone: words open in place, search while typing, filters, axe on each kind of page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

KINDS = [
    "/",
    "/search?q=переполнение котла",
    "/search?q=щщщщ",
    "/rules/poison",
    "/rules/poison/turn",
    "/rules/poison/overflow.take",
    "/rules/poison/variant.muduko",
    "/rules/poison/cards",
    "/rules/poison/cards/poison-4",
    "/rules/poison/glossary",
    "/rules/poison/term/cauldron",
    "/rules/poison/rulings",
    "/rules/poison/ruling/poison-18",
    "/rules/poison/all",
    "/rules/poison/overflow.tkae",
    "/en/rules/poison/overflow.take",
]


@pytest.mark.parametrize("path", KINDS)
def test_axe_finds_nothing(page: Page, axe: Callable[[Page], None], path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_word_opens_by_tap_and_closes_by_escape(page: Page) -> None:
    page.goto("/rules/poison/turn.play")
    word = page.locator("a.term").first
    word.tap()
    note = page.locator(".popover")
    expect(note).to_contain_text("Котёл")
    expect(word).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    expect(word).to_be_focused()


def test_search_answers_while_typing_and_leads_to_the_rule(page: Page) -> None:
    page.goto("/rules/poison")
    page.keyboard.press("/")
    page.keyboard.type("переполнение котла", delay=15)
    first = page.locator(".search-results a.row").first
    expect(first).to_contain_text("Котёл переполнен: что забрать")
    expect(first.locator("mark").first).to_have_text("Котёл")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/poison/overflow.take")
    expect(page.locator("h1")).to_contain_text("Котёл переполнен")


def test_the_search_page_keeps_what_is_typed_in_its_address(page: Page) -> None:
    page.goto("/search")
    page.locator("#q").click()
    page.keyboard.type("rjntk", delay=15)
    expect(page.locator("#results")).to_contain_text("Нашлось по словам «котёл»")
    expect(page).to_have_url(re.compile(r"/search\?q=rjntk$"))


def test_clarifications_are_filtered_in_place_and_back_again(page: Page) -> None:
    page.goto("/rules/poison/rulings")
    every = page.locator("article.ruling").count()
    page.get_by_role("link", name="наше решение").first.click()
    expect(page).to_have_url(re.compile("status=ours$"))
    assert 0 < page.locator("article.ruling").count() < every
    page.go_back()
    expect(page.locator("article.ruling")).to_have_count(every)


def test_an_example_runs_beside_its_rule(page: Page) -> None:
    page.goto("/rules/poison/overflow.take")
    example = page.locator("#example")
    expect(example).to_contain_text("Показать")
    expect(example.get_by_text("Дальше")).to_be_visible()
