"""The table of «Зельеварение» on a phone: bots, hint, refusal, moves choice by choice, links, the sheet."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from simulator.engine.sharing import pack
from tests.browser import test_table
from tests.browser.conftest import Phones, look_at
from tests.browser.test_table import DESKTOP, ROUND, begin, hand, sit_down

# Оля holds one of everything: a recipe with a choice of ingredients, one that lacks something, spells.
RICH = {
    "players": ["Оля", "Коля", "Рита"],
    "turn": "Оля",
    "hands": {
        "Оля": "great_elixir_of_omen elixir_of_fire "
        "spell_of_knowledge:mushrooms spell_of_destruction:snake_eye",
        "Коля": "dragon basilisk",
        "Рита": "griffin banshee",
    },
    "deck": 0,
    "cupboard": "elixir_of_knowledge emanation_of_power spell_of_knowledge:belladonna polyglotum_potion",
    "tables": {
        "Оля": ["solution_of_eternity < elixir_of_fidelity warding_solution"],
        "Коля": ["solution_of_eternity"],
        "Рита": ["infusion_of_divination < love_potion powder_of_truth"],
    },
    "scores": {"Оля": 38, "Коля": 12},
}
LAST_CARDS = {
    "players": ["Оля", "Коля"],
    "turn": "Оля",
    "hands": {"Оля": "dragon", "Коля": "love_potion"},
    "deck": 0,
    "tables": {"Коля": ["elixir_of_strength", "powder_of_control"]},
}


play_from = partial(test_table.play_from, "potions")


def person(page: Page, name: str) -> Locator:
    """A player's place: points, recipes."""
    return page.get_by_role("region", name=name, exact=True)


def choose(page: Page, card: str, role: str) -> None:
    """Taps a card, then a way to play it."""
    page.locator(f'.hand-card[data-card="{card}"]').first.click()
    page.locator(".at-roles:not([hidden])").get_by_role("button", name=re.compile(role)).click()


def play_first(page: Page) -> None:
    """Lays the first card in the cupboard."""
    before = page.locator("#table").get_attribute("data-ply")
    if hand(page).first.get_attribute("aria-pressed") != "true":
        hand(page).first.click()
    page.locator(".at-roles:not([hidden]) .role").first.click()
    expect(page.locator("#table")).not_to_have_attribute("data-ply", before or "")


def test_a_recipe_that_lacks_something_is_refused_with_the_clause_and_its_card_laid(
    page: Page, axe: Callable[..., None]
) -> None:
    play_from(page, RICH)
    cards, elixir = hand(page), page.locator('.hand-card[data-card="elixir_of_fire"]')
    expect(cards).to_have_count(4)
    elixir.click()
    page.locator(".at-roles:not([hidden]) .blocked").first.click()
    refusal = page.locator(".refusal")
    expect(refusal.get_by_role("link")).to_have_attribute("href", re.compile("/rules/potions/"))
    expect(refusal).to_be_in_viewport()
    expect(cards).to_have_count(4)
    axe(page)
    if elixir.get_attribute("aria-pressed") != "true":
        elixir.click()
    page.locator(".at-roles:not([hidden]) .role:not(.blocked)").first.click()
    expect(page.get_by_role("heading", name="Ходит Коля")).to_be_visible()
    expect(elixir).to_have_count(0)


def test_a_recipe_is_assembled_choice_by_choice_with_a_way_back(page: Page, axe: Callable[..., None]) -> None:
    play_from(page, RICH)
    expect(page.get_by_text("Сейчас можно собрать:")).to_contain_text("Великий эликсир предзнаменования")
    choose(page, "great_elixir_of_omen", "Собрать.*Рита \\+3")
    question = page.locator(".stage-asks")
    expect(question).to_contain_text("Что взять: Раствор вечности?")
    expect(question).to_be_in_viewport()
    axe(page)
    page.locator('[value="use solution_of_eternity 1"]').click()
    expect(question).to_contain_text("Карты возвращаются в стопку «Мушрумы»")
    expect(page.locator(".stage-slots")).to_contain_text("Раствор вечности, Оля")
    axe(page)
    back = page.get_by_role("button", name="Выбрать иначе")
    back.click()
    expect(question).to_contain_text("Что взять: Раствор вечности?")
    page.keyboard.press("2")
    expect(question).to_have_count(0)
    expect(person(page, "Оля").locator(".person-points")).to_contain_text("44")
    expect(person(page, "Оля")).to_contain_text("круг 2, поле 14")


def test_the_cards_of_a_stack_and_under_a_recipe_are_shown_by_a_tap(
    page: Page, axe: Callable[..., None]
) -> None:
    play_from(page, RICH)
    page.locator("#stack-el-belladonna").click()
    expect(page.locator(".stack-cards:visible")).to_contain_text("сверху «Зелье „Полиглотум“»")
    expect(page.locator(".stack-cards:visible li")).to_have_count(2)
    axe(page)
    page.locator(".recipe").filter(has_text="Настой прорицания").click()
    expect(page.locator(".stack-cards:visible")).to_have_count(1)
    expect(page.locator(".stack-cards:visible")).to_contain_text("Порошок истины")


def test_two_phones_play_and_an_unfinished_move_is_seen_on_one_alone(new_phone: Phones) -> None:
    host, guest = new_phone(), new_phone()
    begin(host, ["here", "phone"], ["Оля", "Саша"], "potions", first_player="1")
    sit_down(guest, host, "Саша")
    expect(guest.get_by_role("heading", name="Ходит Оля")).to_be_visible()
    expect(host.get_by_role("heading", name="Ваш ход")).to_be_visible()
    look_at(host)
    seen = [
        each.evaluate("url => fetch(url).then(answer => answer.json())", f"{host.url}/view.json")["view"]
        for each in (host, guest)
    ]
    assert [view["seat"] for view in seen] == [0, 1]
    for each, view in zip((host, guest), seen, strict=True):
        assert [card.get_attribute("data-card") for card in hand(each).all()] == view["hand"]
    play_first(host)
    expect(guest.get_by_role("heading", name="Ваш ход")).to_be_visible()
    play_first(guest)
    expect(host.get_by_role("heading", name="Ваш ход")).to_be_visible()
    look_at(host)


@pytest.mark.thorough
def test_the_end_is_explained_and_poured_into_a_sheet(page: Page, axe: Callable[..., None]) -> None:
    play_from(page, LAST_CARDS)
    choose(page, "dragon", "Собрать.*Коля \\+4")
    expect(page.get_by_role("heading", name="Партия окончена")).to_be_visible(timeout=ROUND)
    expect(page.get_by_role("heading", name="Вы победили")).to_be_visible()
    page.get_by_text("Почему столько").click()
    axe(page)
    page.get_by_role("button", name="Перенести в счёт").click()
    page.wait_for_url("**/score/s/*")
    expect(page.get_by_text("Победа: Оля")).to_be_visible()


def test_the_keyboard_is_enough(new_phone: Phones) -> None:
    page = new_phone(**DESKTOP)
    play_from(page, RICH)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator('.pick[aria-pressed="true"]')).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator("#table")).not_to_have_attribute("data-ply", "0")


@pytest.mark.thorough
@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280)])
def test_the_pages_of_the_table_have_no_faults_that_axe_can_find(
    new_phone: Phones, axe: Callable[..., None], scheme: str, width: int
) -> None:
    page = new_phone(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for path in (
        "/play/potions",
        "/en/play/potions",
        "/play/potions/position",
        f"/en/play/potions/position?p={pack(RICH)}",
        "/play/potions/example/example-turn-3?step=2",
        "/rules/potions/coverage",
    ):
        page.goto(path)
        axe(page)
    long_name = "Константин Константинопольский, длинное имя"[:40]
    begin(page, ["here", *["greedy"] * 5], [long_name], "potions", first_player="1")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    play_from(page, RICH)
    page.locator(".hand-card").first.click()
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
