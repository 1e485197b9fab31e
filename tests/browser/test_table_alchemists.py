"""The table of «Алхимики» on a phone: a pair by two taps, parts of the table, why a cell is crossed."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser import test_table
from tests.browser.conftest import Phones
from tests.browser.places import box_of
from tests.browser.test_table import choose_by_hint

DESKTOP, PHONE, ASIDE = (
    {"width": 1280, "height": 800},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
)
ANSWER = re.compile(r"[а-яё]+ \+ [а-яё ]+: [а-яё ]*зелье")  # «Гриб + жаба: зелье исцеления»
CUT = """(strip) => [strip, ...strip.querySelectorAll("*")].filter((part) =>
    getComputedStyle(part).overflow !== "visible" && part.scrollHeight > part.clientHeight + 1
    || /…\\s*$/.test(part.textContent)).map((part) => part.outerHTML)"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PARTS = ("Поле", "Теории", "Игроки", "Книжка")
# Оля is about to test on the student, in the game DEMO, where mushroom and toad make healing.
STUDENT = {
    "players": ["Оля", "Коля", "Рита"],
    "code": "DEMO",
    "round": 2,
    "hands": {"Оля": "mushroom toad toad fern", "Коля": "claw claw", "Рита": "flower"},
    "actions": {"Оля": "student:2", "Коля": "student"},
    "theories": {"toad": ["a0", "Коля: gold"]},
}


play_from = partial(test_table.play_from, "alchemists")


def show(page: Page, part: str) -> None:
    page.get_by_role("navigation", name="Части стола").get_by_role("link", name=part).click()


def choose(page: Page, *names: str) -> None:
    """Taps the cards of a pair."""
    for name in names:
        page.locator(".al-pick", has_text=re.compile(name.replace(" ", r"\s"), re.I)).first.click()


def test_two_cards_are_mixed_and_the_notebook_says_why(page: Page, axe: Callable[..., None]) -> None:
    """experiment.steps: two taps and a key; then the grid has crosses, each with its reason.
    experiment.result: the answer stands whole above the table of whoever mixed, with the pair.
    """
    play_from(page, STUDENT)
    page.get_by_role("button", name="Подсказка").click()
    choose_by_hint(page)
    expect(page.locator('.al-pick[aria-pressed="true"]')).to_have_count(2)
    page.reload()
    keys = page.get_by_role("group", name="Что дать студенту?")
    expect(keys.get_by_role("button")).to_have_count(3)  # few pairs stand there at once
    choose(page, "Гриб")
    expect(keys.get_by_role("button")).to_have_count(2)
    choose(page, "Жаба")
    expect(keys.get_by_role("button")).to_have_count(1)
    keys.get_by_role("button", name="Смешать").click()
    strip = page.locator(".at-last")
    expect(strip).to_contain_text(re.compile(ANSWER.pattern.replace(" ", r"\s")))
    assert strip.evaluate(CUT) == []
    expect(page.locator(".al-person.own .made")).to_be_hidden()  # it lies in another part of the table
    show(page, "Книжка")
    expect(page.locator("#al-book-title")).to_contain_text(re.compile(r"5\s760\sмиров"))
    page.get_by_role("link", name=re.compile("Жаба не к−з")).first.click()
    expect(page.locator("#nb-detail")).to_contain_text("Потому что")
    axe(page)
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()  # the bots have moved meanwhile
    expect(page.locator("#nb-detail")).to_contain_text("Потому что")
    page.locator("[data-nb-close]").click()
    expect(page.locator("#nb-detail")).to_be_hidden()
    show(page, "Теории")
    expect(page.locator(".al-books")).to_contain_text("вы знаете: неверна")


@pytest.mark.thorough  # every day the test above lets axe look at the same table on a phone
def test_the_table_fits_and_axe_finds_nothing(page: Page, axe: Callable[..., None]) -> None:
    play_from(page, STUDENT)
    for part in PARTS:
        show(page, part)
        axe(page)
        assert page.evaluate(SIDEWAYS) <= 0, part
    page.set_viewport_size(DESKTOP)
    for panel in page.locator(".al-panel").all():
        expect(panel).to_be_visible()
    axe(page)
    page.emulate_media(color_scheme="dark")
    axe(page)
    page.set_viewport_size(ASIDE)
    show(page, "Поле")
    assert page.evaluate(SIDEWAYS) <= 0
    dock = box_of(page.locator(".at-dock"))
    board = box_of(page.locator(".al-areas"))
    assert board["x"] + board["width"] <= dock["x"], "on its side the question doesn't cover the board"


# Оля plans first and has an Assistant; nothing is planned yet.
PLANNING = {**STUDENT, "at": "plan", "turn": "Оля", "actions": {}, "favours": {"Оля": "assistant"}}
LEFT = "Поставьте кубы на области: свобод"


def test_a_plan_is_set_on_the_board_by_taps_and_by_keys(new_phone: Phones, axe: Callable[..., None]) -> None:
    """planning.cubes, planning.sequence: cubes come and go, what can't be is refused, «Готово» shows all."""
    page = new_phone(viewport=PHONE)
    play_from(page, PLANNING)
    asked, ready = page.locator("#al-asked"), page.locator("button.at-go")
    expect(asked).to_contain_text(f"{LEFT}но 5.")
    more = page.get_by_role("link", name=re.compile(r"^Тест на студенте: ещё действие"))
    more.evaluate("(link) => { link.click(); link.click(); }")  # faster than the answer
    expect(asked).to_contain_text(f"{LEFT}но 3.")
    page.get_by_role("link", name="Тест на студенте: убрать действие").click()
    expect(asked).to_contain_text(f"{LEFT}но 4.")
    page.get_by_role("link", name="Сыграть «Помощницу»").click()
    expect(asked).to_contain_text(f"{LEFT}но 5.")
    page.get_by_role("heading", name="Ваш ход").focus()
    page.keyboard.press("1")  # the first area that may be touched
    expect(asked).to_contain_text(f"{LEFT}но 4.")
    expect(page.locator("#al-more-forage")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(page.locator(".refusal")).to_contain_text("не больше")
    expect(ready).to_contain_text(re.compile(r"Готово\s+кубов.4.из.6"))
    expect(page.locator("#live")).to_contain_text("не больше")
    axe(page)
    before = page.locator("#table").get_attribute("data-ply")
    assert before == "0", "nothing has been made of it"
    ready.click()
    expect(page.locator(".al-areas")).to_contain_text("осталось 3 из 3")
    expect(page.locator("button.at-go[value^='plan']")).to_have_count(0)


# Оля is about to put a seal on a theory; her page is a phone's.
SEALING = {**STUDENT, "round": 3, "actions": {"Оля": "publish:2"}, "gold": {"Оля": 6}}
FADED = "(list) => getComputedStyle(list).maskImage !== 'none'"


def test_keys_beneath_the_edge_of_their_list_are_announced(new_phone: Phones) -> None:
    """The fifth seal was out of sight, and nothing said that there was one (played by hand, 9)."""
    page = new_phone(viewport=PHONE)
    play_from(page, SEALING)
    page.locator('[value="publish claw"]').click()
    page.locator('[value^="token"]').first.click()
    keys = page.locator(".al-of-seal")
    expect(keys.get_by_role("button")).to_have_count(5)
    edge = box_of(keys)
    fifth = box_of(keys.get_by_role("button").last)
    assert fifth["y"] < edge["y"] + edge["height"], "some of it is in sight"
    expect(keys).to_have_class(re.compile("al-goes-on"))
    assert keys.evaluate(FADED)
    keys.evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
    expect(keys).not_to_have_class(re.compile("al-goes-on"))
    assert not keys.evaluate(FADED)
