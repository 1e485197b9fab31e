"""The sheet of «Алхимики» at the table: reputation by taps, theories, the great reveal, several phones."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alchemists import count, event, other, part, pick, unfold
from tests.browser.conftest import Phones
from tests.browser.sheets import DESKTOP, NARROW, start_sheet, two_phones

NAMES = ["Оля", "Коля", "Рита"]
PARTS = ["track", "books", "reveal"]


def start(page: Page, names: list[str] = NAMES) -> None:
    start_sheet(page, "alchemists", names)


def points(page: Page, *numbers: int) -> None:
    for place, n in enumerate(numbers):
        expect(page.locator(".stand-points").nth(place)).to_contain_text(str(n))


@pytest.mark.thorough  # every day test_sheet of tests/scoring has zones, one phone below taps
def test_two_phones_follow_one_reputation_with_its_zones(new_phone: Phones) -> None:
    """reputation.green: from 14 a bad sale leads to 12, on both phones, with its clause."""
    first, second = two_phones(new_phone, start)
    event(first, 2, "publish +1")
    points(second, 10, 11, 10)
    other(second, 1, "gain +4")
    points(first, 14, 11, 10)
    first.locator('[data-seat="1"]').click()
    sale = first.locator('[data-what="sale -1"]')
    expect(sale).to_contain_text("14 → 12")
    sale.click()
    for page in (first, second):
        points(page, 12, 11, 10)
        expect(page.locator("svg.reputation")).to_have_attribute(
            "aria-label", "Оля: 12, без цвета; Коля: 11, без цвета; Рита: 10, без цвета"
        )
    second.locator('[data-why="why-p1"]').click()
    expect(second.locator("#why-p1")).to_contain_text("Стояли здесь: зелёная зона. Вся потеря 2")
    first.locator('[data-key="undo"]').click()
    points(second, 14, 11, 10)


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


@pytest.mark.thorough  # every day test_pages of tests/scoring, and test_sheet_two_phones
def test_the_same_book_on_two_phones_asks_which_formula_is_right(new_phone: Phones) -> None:
    first, second = two_phones(new_phone, start)
    for page in (first, second):
        part(page, "books")
        unfold(page, "book-toad")
    second.context.set_offline(True)
    second.locator('#book-toad form[data-cell="theory.toad"] button[value="a2"]').click()
    pick(first, "book-toad", "theory.toad", "a1")
    second.context.set_offline(False)
    conflict = second.locator(".conflict")
    expect(conflict).to_contain_text("Жаба: с другого телефона к+з−С+, а вы ввели красный плюс")
    conflict.locator('[data-choice="yours"]').click()
    for page in (first, second):
        expect(page.locator('form[data-cell="theory.toad"]').first).to_have_attribute("data-text", "a2")


@pytest.mark.thorough  # every day test_sheet_two_phones and test_sheet_tracker wait by the same script
def test_what_was_tapped_without_a_network_arrives_later(new_phone: Phones) -> None:
    page = new_phone()
    start(page)
    page.context.set_offline(True)
    event(page, 1, "publish +1")
    event(page, 2, "drink -1")
    expect(page.locator(".log .waiting")).to_have_count(2)
    page.context.set_offline(False)
    points(page, 11, 9, 10)
    expect(page.locator(".log .waiting")).to_have_count(0)


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


@pytest.mark.thorough
def test_without_scripts_events_theories_and_answers_are_written_by_forms(new_phone: Phones) -> None:
    page = new_phone(java_script_enabled=False)
    start_sheet(page, "alchemists", NAMES)
    page.locator("#write input[name=who]").nth(1).check()
    page.select_option("#write-what", "debunk +2")
    page.get_by_role("button", name="Записать", exact=True).last.click()
    expect(page.locator(".stand-points").nth(1)).to_contain_text("12")
    page.locator('[data-part-link="books"]').click()
    page.locator("#book-toad > summary").click()
    page.locator('#book-toad form[data-cell="theory.toad"] button[value="a1"]').click()
    page.locator('#book-toad form[data-cell="seal.toad.1"] button[value="gold"]').click()
    page.locator('[data-part-link="reveal"]').click()
    page.locator("#answer-toad > summary").click()
    page.locator('#answer-toad button[value="a1"]').click()
    page.locator('[data-act-go="toad"]').click()
    expect(page.locator("#act-toad")).to_contain_text("Теория верна")
