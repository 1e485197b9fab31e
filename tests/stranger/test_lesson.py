"""A guest's first game in a real browser: read out, played by taps or keys alone, kept on the device."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Phones

pytestmark = pytest.mark.browser
HOME = "/play/fireflies/lesson"


@pytest.fixture
def reader(new_phone: Phones) -> Page:
    page = new_phone()
    page.goto(f"{HOME}/first/first-keep")
    return page


def key(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def test_a_step_answers_each_tap_and_leads_on(reader: Page, axe: Callable[[Page], None]) -> None:
    """docs/lessons.md: each answer goes to role=status; a wrong one leaves the board as it was."""
    status, board = reader.locator("#live"), reader.locator(".at-board")
    expect(status).to_have_text("Отложите в банку самую дорогую кость.")
    assert reader.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert reader.locator(".at-status").evaluate(
        "title => title.scrollWidth <= title.clientWidth"
    )  # it is whole
    before = board.inner_text()
    key(reader, "Отложить 5")
    expect(status).to_have_text("Пятёрка — одно очко, шестёрка — два.")
    assert board.inner_text() == before
    axe(reader)
    key(reader, "Отложить 6")
    expect(status).to_contain_text("После броска хотя бы одна светящаяся кость идёт в банку.")
    assert reader.url.endswith(f"{HOME}/first/first-keep?made=keep+6")
    axe(reader)
    reader.get_by_role("link", name="Дальше").click()
    expect(status).to_have_text("Отложите пятёрку и остановитесь: двумя костями рисковать не стоит.")
    assert reader.url.endswith(f"{HOME}/first/keep-and-stop")
    reader.go_back()
    expect(reader.locator(".at-status")).to_have_text("Отложите в банку самую дорогую кость.")


def test_what_is_done_is_kept_on_the_device_and_shown_in_the_list(reader: Page) -> None:
    key(reader, "Отложить 6")
    reader.get_by_role("link", name="Дальше").wait_for()
    reader.goto(HOME)
    expect(reader.locator("[data-progress]")).to_have_text("Пройдено 1 из 8")
    expect(reader.get_by_role("link", name="шаг 2 ✓, пройден")).to_be_visible()
    go_on = reader.get_by_role("link", name="Продолжить")
    assert str(go_on.get_attribute("href")).endswith("/first/first-roll")


def test_a_step_is_played_by_keys_alone(reader: Page) -> None:
    """Tab to a move, Enter plays it; the focus comes to what leads on."""
    keys = reader.keyboard
    reader.get_by_role("button", name="Отложить 6", exact=True).focus()
    keys.press("Enter")
    expect(reader.get_by_role("link", name="Дальше")).to_be_focused()
    keys.press("Enter")
    expect(reader.locator(".at-when")).to_have_text("шаг 3 из 8")


def test_a_move_of_several_choices_goes_back_to_where_it_left_the_way(reader: Page) -> None:
    reader.goto(f"{HOME}/first/keep-and-stop")
    key(reader, "Отложить 5")
    reader.get_by_role("link", name="Выбрать иначе").wait_for()
    key(reader, "Бросить кости")
    expect(reader.locator(".at-said")).to_contain_text("в четырёх случаях из девяти")
    expect(reader.get_by_role("button", name="Отложить 5", exact=True)).to_have_count(0)  # it lies in the jar
    key(reader, "Остановиться и записать")
    expect(reader.locator(".at-said")).to_contain_text("Записаны пять очков")


def test_without_a_script_steps_are_forms(new_phone: Phones) -> None:
    page = new_phone(java_script_enabled=False)
    page.goto(f"{HOME}/first/first-keep")
    key(page, "Отложить 6")
    expect(page.locator(".at-said")).to_contain_text("После броска")
    page.get_by_role("link", name="Дальше").click()
    expect(page.locator(".at-when")).to_have_text("шаг 3 из 8")
