"""The log of plays at the table: phones that write together, by taps, with wet fingers and no network."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Phones
from tests.browser.places import box_of
from tests.browser.sheets import BY_DAY_AND_NIGHT, NARROW, start_sheet

NAMES = ["Оля", "Коля", "Рита"]


def start(page: Page, names: list[str] = NAMES) -> None:
    start_sheet(page, "potions", names)


def who(page: Page, name: str) -> Locator:
    return page.locator(f'[data-who][data-name="{name}"]')


def pick(page: Page, name: str) -> Locator:
    return page.locator(f'[data-pick][data-name="{name}"]')


def owner_button(page: Page, name: str) -> Locator:
    return page.locator("[data-owner]").filter(has=page.locator(f'.key-word:text-is("{name}")'))


def name_owner(page: Page, name: str) -> None:
    """Taps an owner, unless the only one who has the recipe was named already."""
    if owner_button(page, name).get_attribute("aria-pressed") == "false":
        owner_button(page, name).click()


def write(page: Page) -> None:
    page.locator("#pad-write").click()


def assemble(page: Page, name: str, tab: str, card: str, *owners: str) -> None:
    """Taps a player, a tab, a card and whoever's recipes were used."""
    who(page, name).click()
    page.get_by_role("button", name=tab).click()
    pick(page, card).click()
    for owner in owners:
        name_owner(page, owner)
    write(page)


def element(page: Page, name: str, points: int) -> None:
    who(page, name).click()
    page.locator(f'[data-pick="element {points}"]').click()


def log(page: Page) -> Locator:
    return page.locator(".log li")


def points(page: Page) -> Locator:
    return page.locator(".stand-points")


def expect_points(page: Page, *numbers: int) -> None:
    for seat, n in enumerate(numbers):
        expect(points(page).nth(seat)).to_contain_text(str(n))


def test_the_usual_play_takes_three_taps_and_an_element_two(page: Page) -> None:
    start(page)
    who(page, "Оля").click()
    pick(page, "Любовное зелье").click()
    expect(page.locator("#pad-write")).to_have_text("Записать: Оля +2")
    expect(page.locator("#pad-owners")).to_be_hidden()
    write(page)
    expect(log(page)).to_have_count(1)
    who(page, "Коля").click()
    page.locator('[data-pick="element 1"]').click()
    expect(log(page)).to_have_count(2)
    expect_points(page, 2, 1, 0)


def test_a_great_card_gives_as_many_points_as_it_brings_elements(page: Page) -> None:
    """great.elements: 0 to 3; a plain element can't give two."""
    start(page)
    who(page, "Рита").click()
    page.locator('[data-go="great"]').click()
    expect(page.locator('[data-pick^="element"]:visible')).to_have_count(8)
    page.locator('[data-pick="element supreme_elixir 2"]').click()
    expect_points(page, 0, 0, 2)
    expect(log(page).first).to_contain_text("«Верховный эликсир» как элемент")


@pytest.mark.thorough  # every day test_sheet of tests/scoring refuses the same
def test_only_as_many_owners_as_recipes_go_in_and_never_the_builder(page: Page) -> None:
    """assemble.half, assemble.own."""
    start(page)
    assemble(page, "Оля", "порошки", "Порошок судьбы", "Коля", "Рита")
    expect(log(page).first).to_contain_text("Рита +2")
    expect(log(page).first).not_to_contain_text("Коля")
    who(page, "Коля").click()
    page.get_by_role("button", name="великие карты").click()
    pick(page, "Верховный эликсир").click()
    expect(page.locator("[data-owner]:visible")).to_have_text(["Оля +5", "Рита +5"])
    chosen = page.locator("[data-owner][aria-pressed=true]:visible")
    for owner in ("Оля", "Рита"):
        owner_button(page, owner).click()
    expect(chosen).to_have_count(2)
    page.locator(".pick-step:not([hidden]) [data-go=what]").click()
    page.get_by_role("button", name="порошки").click()
    pick(page, "Порошок судьбы").click()  # one recipe goes in
    expect(chosen).to_have_count(1)


def test_the_only_holder_of_a_recipe_is_named_and_nobody_who_has_none_is_offered(page: Page) -> None:
    """assemble.recipes: a recipe comes from a table where it lies. Others are named after one more tap; where
    the log knows nobody, all are offered with a warning.
    """
    start(page)
    offered = page.locator("[data-owner]:visible")
    nobody = page.locator("#pad-nobody")
    assemble(page, "Коля", "простые эликсиры", "Любовное зелье")
    expect(log(page)).to_have_count(1)
    expect(page.locator("[data-pick].waiting, #outbox:visible")).to_have_count(0)
    who(page, "Оля").click()
    page.get_by_role("button", name="порошки").click()
    pick(page, "Порошок контроля").click()
    expect(offered).to_have_text(["Коля +2"])
    expect(page.locator("#pad-write")).to_have_text("Записать: Оля +4, Коля +2")
    expect(nobody).to_be_hidden()
    page.locator("#pad-others").click()
    expect(offered).to_have_text(["Коля +2", "Рита +2"])
    page.locator('[data-go="what"]:visible').click()
    pick(page, "Порошок судьбы").click()
    expect(nobody).to_be_visible()
    expect(offered).to_have_text(["Коля +2", "Рита +2"])
    expect(page.locator("#pad-write")).to_have_text("Записать: Оля +4")
    page.locator('[data-go="what"]:visible').click()
    pick(page, "Порошок контроля").click()
    write(page)
    expect_points(page, 4, 4, 0)
    who(page, "Рита").click()
    page.get_by_role("button", name="порошки").click()
    pick(page, "Порошок контроля").click()  # the potion is used up
    expect(nobody).to_be_visible()
    expect(page.locator("#pad-write")).to_have_text("Записать: Рита +4")


def test_another_player_begins_at_the_cards(page: Page) -> None:
    """A panel that was opened for one player isn't what the next one plays; a card that was picked stays."""
    start(page)
    who(page, "Оля").click()
    page.locator('[data-go="great"]').click()
    who(page, "Коля").click()
    expect(page.locator('[data-step="what"]')).to_be_visible()
    expect(page.locator('[data-step="great"]')).to_be_hidden()
    pick(page, "Любовное зелье").click()
    who(page, "Рита").click()
    expect(page.locator("#pad-write")).to_have_text("Записать: Рита +2")


def test_two_letters_find_a_card(page: Page) -> None:
    start(page)
    who(page, "Оля").click()
    shown = page.locator("#pick-rows [data-in]:not([hidden])")
    letters = page.locator("#pick-letters")
    letters.fill("по")
    expect(shown.filter(has_text="Порошок судьбы")).to_have_count(1)
    expect(shown.filter(has_text="Любовное")).to_have_count(0)
    letters.fill("пс")
    expect(shown).to_have_text(["Порошок судьбы +4"])
    letters.fill("эл полё")
    expect(shown).to_have_count(1)
    letters.fill("щщ")
    expect(page.get_by_text("Такой карты нет.")).to_be_visible()
    letters.fill("дракон")
    letters.press("Enter")
    write(page)
    expect_points(page, 8, 0, 0)


def test_any_play_is_corrected_or_taken_back(page: Page) -> None:
    start(page)
    assemble(page, "Оля", "простые эликсиры", "Настой прорицания")
    assemble(page, "Коля", "порошки", "Порошок судьбы", "Оля")
    element(page, "Рита", 1)
    expect(log(page)).to_have_count(3)
    log(page).nth(1).locator("a").click()
    expect(page.locator("#pad-fixing")).to_contain_text("Исправляем запись 2")
    who(page, "Рита").click()
    owner_button(page, "Коля").click()
    write(page)
    expect_points(page, 2, 2, 5)
    log(page).nth(2).locator("a").click()
    page.get_by_role("button", name="Отменить запись").click()
    expect(log(page)).to_have_count(2)
    expect_points(page, 0, 2, 5)
    page.locator('[data-key="undo"]').click()
    expect(log(page)).to_have_count(3)
    expect_points(page, 2, 2, 5)


def test_a_play_that_the_server_has_stays_in_the_log_until_the_page_has_it(page: Page) -> None:
    """«Acknowledged entries» are seen all the time: a row that goes and comes back is tapped amiss."""
    start(page)
    held: list[Route] = []
    page.route("**/totals?*", lambda route: held.append(route))
    for name in ("Рита", "Оля"):  # the second is sent when the first is known to be there
        with page.expect_response("**/entries"):
            element(page, name, 1)
    expect(log(page)).to_have_count(2)
    for route in held:
        route.continue_()
    page.unroute("**/totals?*")
    expect(log(page).locator("a")).to_have_count(2)
    expect(log(page)).to_have_count(2)


def test_six_players_with_long_names_fit_into_360_pixels(new_phone: Phones) -> None:
    page = new_phone(viewport=NARROW)
    start(page, ["Оля", "Александрина", "Ж" * 40, "W" * 40, "Мария-Антуанетта", "Я"])
    assemble(page, "W" * 40, "великие карты", "Верховный эликсир", "Оля", "Александрина")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    who(page, "Я").click()
    pad, head = box_of(page.locator("#pad")), box_of(page.locator(".top"))
    assert pad["y"] >= head["y"] + head["height"] - 1
    for target in page.locator("#pad button:visible").all():
        box = box_of(target)
        assert box["width"] >= 40
        assert box["height"] >= 40


@pytest.mark.thorough
@pytest.mark.parametrize(("colour_scheme", "viewport"), BY_DAY_AND_NIGHT)
def test_axe_finds_nothing_on_any_state_of_the_log(
    new_phone: Phones, axe: Callable[..., None], colour_scheme: str, viewport: dict[str, int]
) -> None:
    page = new_phone(color_scheme=colour_scheme, viewport=viewport, reduced_motion="reduce")
    start(page)
    axe(page)
    for _ in range(3):
        assemble(page, "Оля", "простые эликсиры", "Любовное зелье")
    expect(page.locator("[data-part=warnings] .notice")).to_have_count(1)
    who(page, "Коля").click()
    axe(page)
    page.get_by_role("button", name="порошки").click()
    pick(page, "Порошок контроля").click()
    axe(page)
    page.locator('[data-go="what"]:visible').click()
    page.locator('[data-go="great"]').click()
    axe(page)
    page.locator('[data-key="close"]').click()
    page.locator('[data-why="why-p1"]').click()
    axe(page)
    sheet = page.url
    for tail in ("/history", "?cell=play.none"):
        page.goto(sheet.split("?")[0] + tail)
        axe(page)
    page.goto(sheet)
    page.get_by_role("button", name="Закончить счёт").last.click()
    expect(page.locator(".verdict")).to_be_visible()
    axe(page)
