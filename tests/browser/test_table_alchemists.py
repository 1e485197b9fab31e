"""The table of «Алхимики» on a phone: a pair by two taps, parts of the table, why a cell is crossed."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from simulator.engine.sharing import pack
from tests.browser.conftest import Phones

DESKTOP, PHONE, ASIDE = (
    {"width": 1280, "height": 800},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
)
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


def play_from(page: Page, position: dict) -> None:
    page.goto(f"/play/alchemists/position?p={pack(position)}")
    page.get_by_role("button", name="Играть отсюда").click()
    page.wait_for_url("**/play/m/*")
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()


def show(page: Page, part: str) -> None:
    page.get_by_role("navigation", name="Части стола").get_by_role("link", name=part).click()


def choose(page: Page, *names: str) -> None:
    """Taps the cards of a pair."""
    for name in names:
        page.locator(".al-pick", has_text=re.compile(name.replace(" ", r"\s"), re.I)).first.click()


def test_two_cards_are_mixed_and_the_notebook_says_why(page: Page, axe: Callable[..., None]) -> None:
    """experiment.steps: two taps and a key; then the grid has crosses, each with its reason."""
    play_from(page, STUDENT)
    keys = page.get_by_role("group", name="Что дать студенту?")
    expect(keys.get_by_role("button")).to_have_count(0)
    choose(page, "Гриб", "Жаба")
    expect(keys.get_by_role("button")).to_have_count(1)
    keys.get_by_role("button", name="Смешать").click()
    expect(page.locator(".al-person.own .made")).to_have_count(0)  # it lies in another part of the table
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
    dock = page.locator(".at-dock").bounding_box()
    board = page.locator(".al-areas").bounding_box()
    assert dock is not None
    assert board is not None
    assert board["x"] + board["width"] <= dock["x"], "on its side the question doesn't cover the board"


def test_without_a_script_every_answer_is_a_button(new_phone: Phones) -> None:
    page = new_phone(java_script_enabled=False)
    play_from(page, STUDENT)
    assert page.locator(".al-keys button:visible").count() == 3  # of three kinds
    page.get_by_role("button", name=re.compile("Смешать: гриб . жаба")).first.click()
    expect(page.locator("#al-book-title")).to_contain_text(re.compile(r"5\s760\sмиров"))
