"""The sheet of «Алхимики» at the table: reputation by taps, theories, the great reveal, several phones."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alchemists import count, event, part, pick, unfold
from tests.browser.conftest import Phones
from tests.browser.sheets import DESKTOP, NARROW, start_sheet, two_phones

NAMES = ["Оля", "Коля", "Рита"]
PARTS = ["track", "books", "reveal"]


def start(page: Page, names: list[str] = NAMES) -> None:
    start_sheet(page, "alchemists", names)


def points(page: Page, *numbers: int) -> None:
    for place, n in enumerate(numbers):
        expect(page.locator(".stand-points").nth(place)).to_contain_text(str(n))


@pytest.mark.thorough  # every day test_sheet of tests/scoring writes the same events
def test_a_debunk_gives_everybody_an_event_of_their_own(page: Page) -> None:
    """debunk.losses, debunk.hedge, debunk.own: one tap for each seal that is turned."""
    start(page)
    part(page, "books")
    pick(page, "book-toad", "theory.toad", "a1")
    for seat in (1, 2, 3):
        pick(page, "book-toad", f"seal.toad.{seat}", "?")
    part(page, "track")
    event(page, 1, "debunk +2")
    page.locator('[data-fallen="toad"]').click()
    page.locator('[data-colour="R"]').click()
    for seat, kind in ((1, "gold"), (2, "hedge_R"), (3, "hedge_B")):
        page.locator(f'[data-turned="seal.toad.{seat} {kind}"]').click()
    expect(page.locator("#fall-write")).to_have_text("Записать: Оля −3, Коля 0, Рита −5")
    page.locator("#fall-write").click()
    points(page, 7, 10, 5)
    part(page, "books")
    expect(page.locator('form[data-cell="theory.toad"]')).to_have_attribute("data-text", "")
    expect(page.locator('form[data-cell="spent.1"]')).to_have_attribute("data-text", "gold")


def test_an_impossible_theory_is_refused_with_its_clause_and_nothing_is_lost(page: Page) -> None:
    """publish.token: there is one token of each formula."""
    start(page)
    part(page, "books")
    pick(page, "book-toad", "theory.toad", "a1")
    unfold(page, "book-fern")
    page.locator('#book-fern form[data-cell="theory.fern"] button[value="a1"]').click()
    note = page.locator("#sheet-notes .refusal")
    expect(note).to_contain_text("уже опубликована (жаба)")
    assert note.locator("a").get_attribute("href").split("?")[0].endswith("/alchemists/publish.token")
    expect(page.locator('form[data-cell="theory.toad"]')).to_have_attribute("data-text", "a1")


@pytest.mark.thorough  # every day test_pages of tests/scoring goes by the same acts
def test_the_great_reveal_goes_book_by_book_to_the_winner(new_phone: Phones) -> None:
    """reveal.right, reveal.hedge, final.gold: seals, then the answer, then the points."""
    first, second = two_phones(new_phone, start)
    part(first, "books")
    pick(first, "book-toad", "theory.toad", "a1")
    pick(first, "book-toad", "seal.toad.1", "gold")
    pick(first, "book-toad", "seal.toad.2", "hedge_R")
    pick(first, "book-fern", "theory.fern", "a2")
    pick(first, "book-fern", "seal.fern.2", "?")
    part(second, "reveal")
    for seat in (1, 2, 3):
        count(second, seat, "gold", seat)
    pick(second, "answer-toad", "truth.toad", "a1")
    second.locator("[data-act-skip]").click()
    pick(second, "answer-fern", "truth.fern", "a3")
    part(first, "reveal")
    first.locator("[data-act-go]").click()
    step = first.locator("[data-act-step]:visible")
    expect(step).to_have_text("Открыть печати")
    step.click()
    first.locator('#act-fern form[data-cell="seal.fern.2"] button[value="silver"]').click()
    expect(first.locator("#act-fern .act-seal")).to_contain_text("серебряная")
    expect(first.locator("#act-fern .act-verdict")).to_be_hidden()
    step.click()
    expect(first.locator("#act-fern .act-verdict")).to_have_text("Теория ошибочна: красный, зелёный, синий")
    expect(first.locator("#act-fern .act-points")).to_contain_text("−4")
    step.click()
    step.click()
    step.click()
    expect(first.locator("#act-toad .act-verdict")).to_have_text("Теория верна")
    step.click()
    for page in (first, second):
        expect(page.locator(".verdict")).to_contain_text("Победа: Оля, 15 победных очков")
    first.locator('[data-why="final-p2"]').click()
    expect(first.locator("#final-p2 .clause-link")).to_have_count(5)
    first.locator(".verdict button").click()
    expect(first.locator(".verdict .btn").first).to_have_text("Картинка")


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_part_is_accessible_and_fits(new_phone: Phones, axe: Callable[..., None], scheme: str) -> None:
    page = new_phone(viewport=NARROW, color_scheme=scheme, reduced_motion="reduce")
    start(page, ["Ярослава-Александра Константинопольская", "Б", "Оля", "Коля"])
    part(page, "books")
    pick(page, "book-toad", "theory.toad", "a1")
    pick(page, "book-toad", "seal.toad.1", "gold")
    part(page, "reveal")
    pick(page, "answer-toad", "truth.toad", "a1")
    for viewport in (NARROW, DESKTOP):
        page.set_viewport_size(viewport)
        for name in PARTS:
            page.goto(f"{page.url.split('?')[0]}?part={name}&open=person-1&act=toad")
            axe(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.set_viewport_size(NARROW)
    part(page, "track")
    page.locator('[data-seat="1"]').click()
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
