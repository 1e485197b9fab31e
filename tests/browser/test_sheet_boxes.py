"""The log of plays with boxes on the table: stages, silent halves, talismans and spells that pay, by taps."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.sheets import BY_DAY_AND_NIGHT, join, start_sheet
from tests.browser.test_sheet_journal import (
    element,
    expect_points,
    log,
    name_owner,
    owner_button,
    pick,
    who,
    write,
)

NAMES = ["Оля", "Коля"]
SIX = [*NAMES, "Рита", "Саша", "Константин", "Вера"]
GUILD, UNIVERSITY = "guild", "university"


def draw_card(page: Page, place: int, card: str) -> None:
    """Says which Sequence card a player has."""
    page.locator(f"#sequence-{place}").select_option(card)
    page.locator(f"form:has(#sequence-{place}) button").click()
    page.wait_for_load_state()


def stage(page: Page, name: str, column: int, number: int, *owners: str) -> None:
    """Taps a player, a stage of a column and whoever's recipe it was."""
    who(page, name).click()
    page.locator('[data-go="stage"]').click()
    steps = page.locator(".stage-grid:not([hidden]) .stage-row").nth(column - 1).locator("[data-pick]")
    steps.nth(number - 1).click()
    for owner in owners:
        name_owner(page, owner)
    write(page)


def no_wider_than_the_screen(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def picture(page: Page, name: str) -> None:
    """For whoever looks: a picture where the environment asks for them."""
    folder = os.environ.get("GRIMOIRE_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=name.startswith("closed"))


def find_recipe(page: Page, name: str, card: str, letters: str = "") -> None:
    """Taps a player and finds a card by its letters."""
    who(page, name).click()
    page.locator("#pick-letters").fill(letters or card)
    pick(page, card).click()


def pick_recipe(page: Page, name: str, card: str) -> None:
    """Writes a card without owners."""
    find_recipe(page, name, card)
    write(page)


@pytest.mark.thorough  # every day the next test on one phone; test_pages of tests/scoring has all kinds
def test_a_game_with_both_boxes_is_tallied_on_two_phones(new_phone: Phones, axe: Callable[..., None]) -> None:
    """Silent halves, two halves by Generality, talismans, the Forest and the Scruple; six players fit."""
    first, second = new_phone(), new_phone()
    start_sheet(first, "potions", SIX, [GUILD, UNIVERSITY])
    join(first, second)
    no_wider_than_the_screen(first)
    pick_recipe(first, "Коля", "Младший талисман всеобщности")
    find_recipe(second, "Оля", "Дракон")
    owner_button(second, "Коля").click()
    second.locator('[data-mark="2"]').click()
    expect(second.locator("#pad-write")).to_have_text("Записать: Оля +8, Коля +8")
    picture(second, "marks")
    write(second)
    expect_points(first, 8, 12)
    find_recipe(second, "Рита", "Дракон")
    owner_button(second, "Оля").click()
    second.locator('[data-mark=":magema"]').click()
    expect(second.locator("#pad-write")).to_have_text("Записать: Рита +8, Оля +0")
    write(second)
    expect_points(first, 8, 12, 8)
    who(first, "Саша").click()
    picture(first, "pad")
    first.locator('[data-pick="growth"]').click()
    find_recipe(first, "Вера", "Заклятье запретного леса")
    expect(first.locator("#pad-write")).to_be_disabled()
    owner_button(first, "Оля").click()
    owner_button(first, "Рита").click()
    write(first)
    expect_points(second, 10, 12, 10, 1, 0, 10)
    find_recipe(second, "Саша", "Крупица совести", "Крупица")
    owner_button(second, "Коля").click()
    expect(second.locator("#pad-write")).to_have_text("Записать: Саша +0, Коля −5")
    write(second)
    expect_points(first, 10, 7)
    stage(first, "Константин", 2, 1, "Вера")
    expect_points(second, 10, 7, 10, 1, 2, 11)
    picture(second, "sheet")
    axe(second)
    second.locator(".log li a").first.click()
    expect(second.locator("#pad-card")).to_contain_text("столбца II")
    second.locator('[data-key="remove"]').click()
    expect_points(first, 10, 7, 10, 1, 0, 10)


def test_own_columns_are_entered_on_the_sheet(page: Page) -> None:
    """Ruling 74: a table with the real cards enters its columns once; what can't be is refused."""
    start_sheet(page, "potions", NAMES, [GUILD])
    page.locator(".own-columns summary").click()
    columns = page.locator("#own-columns").input_value()
    page.locator("#own-columns").fill("хлам")
    page.get_by_role("button", name="Играем этими столбцами").click()
    expect(page.locator("#sheet-notes .refusal")).to_contain_text("девять строк")
    page.locator(".own-columns summary").click()
    page.locator("#own-columns").fill(columns.replace("= 2", "= 3"))
    page.get_by_role("button", name="Играем этими столбцами").click()
    draw_card(page, 1, "sequence_card_b")
    stage(page, "Оля", 1, 1)
    expect_points(page, 3, 0)


@pytest.mark.thorough
@pytest.mark.parametrize(("colour_scheme", "viewport"), BY_DAY_AND_NIGHT)
def test_axe_finds_nothing_on_a_sheet_with_boxes(
    new_phone: Phones, axe: Callable[..., None], colour_scheme: str, viewport: dict[str, int]
) -> None:
    page = new_phone(color_scheme=colour_scheme, viewport=viewport)
    page.goto("/score/potions")
    axe(page)
    start_sheet(page, "potions", SIX, [GUILD, UNIVERSITY])
    draw_card(page, 1, "sequence_card_a")
    element(page, "Коля", 1)
    stage(page, "Оля", 1, 1, "Коля")
    page.wait_for_load_state()
    expect(log(page)).to_have_count(2)
    axe(page)
    who(page, "Оля").click()
    page.locator('[data-go="stage"]').click()
    axe(page)
    picture(page, f"stages-{colour_scheme}")
    page.keyboard.press("Escape")
    page.locator("#pick-letters").fill("Дракон")
    pick(page, "Дракон").click()
    owner_button(page, "Коля").click()
    axe(page)
    no_wider_than_the_screen(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    picture(page, f"closed-{colour_scheme}")
