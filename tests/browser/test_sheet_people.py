"""People without accounts: the names of this device begin a sheet, and a round takes a tap for each cell."""

import re
from itertools import count

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.places import box_of
from tests.browser.sheets import start_sheet
from tests.daily import daily

NAMES = ["Оля", "Саша", "Коля", "Рита"]


def names_in(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator("input[name=name]").all()]


@pytest.mark.thorough  # every day the next test begins with «те же»
def test_names_of_this_device_are_chips_and_the_same_people_begin_with_one_tap(page: Page) -> None:
    """Names are typed once (WCAG 3.3.7): a chip writes its name and takes it out again; «те же» are the
    people of this game's last sheet or, where it had none, of the last of all, as many as the game takes.
    """
    page.goto("/score/poison")
    expect(page.locator("#known-people")).to_be_hidden()
    start_sheet(page, "potions", ["Оля", "Саша"])
    start_sheet(page, "alchemists", NAMES)
    page.goto("/score/potions")
    expect(page.locator("#same")).to_contain_text("Оля, Саша")
    page.goto("/score/poison")
    expect(page.locator("#same")).to_contain_text("Оля, Саша, Коля, Рита")
    for name in ("Рита", "Оля", "Саша"):
        page.locator("#known-people").get_by_role("button", name=name, exact=True).click()
    assert names_in(page) == ["Рита", "Оля", "Саша", ""]
    page.locator("#known-people").get_by_role("button", name="Оля", exact=True).click()
    assert names_in(page) == ["Рита", "", "Саша", ""]
    page.locator("#same").get_by_role("button").click()
    page.wait_for_url("**/score/s/*")
    expect(page.locator("#sheet .round:not([hidden]) thead th")).to_have_text(["Оля сдаёт", *NAMES[1:]])


# Red, blue, purple and poison of each: a «1», a «12», a sum in the end, and the last of the reds.
ROUND = {"Оля": (1, 12, 0, 3), "Саша": (2, 0, 1, 2), "Коля": (4, 1, 2, 1), "Рита": (5, 0, 6, 0)}


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def number(page: Page, n: int | str) -> Locator:
    return page.locator(f'#pad [data-key="{n}"]')


def test_a_sheet_and_its_first_round_take_eighteen_taps(page: Page) -> None:
    """«For four with known names: 18 taps = Счёт, «те же», 16 cells»; keys of ten and more while so many
    cards of the colour are left; nothing fills itself (ruling poison-22: cards in cauldrons are nobody's).
    """
    start_sheet(page, "poison", NAMES)
    page.goto("/rules/poison")
    taps = count(1)
    page.locator(".doors").get_by_role("link", name="Счёт").click()
    next(taps)
    page.locator("#same").get_by_role("button").click()
    next(taps)
    page.wait_for_url("**/score/s/*")
    expect(number(page, 14)).to_be_visible()
    for seat, numbers in enumerate(ROUND.values(), start=1):
        for n in numbers:
            number(page, n).click()
            next(taps)
            if (seat, n) == (1, 1):
                expect(page.locator(".overview tbody th").first).to_have_text(
                    re.compile("^Раунд\\s1\nпока$"), use_inner_text=True
                )
                expect(page.locator("#pad-cell")).to_have_text("Оля, синие")
            if (seat, n) == (3, 2):
                expect(page.locator("#pad-left")).to_have_text("Осталось не больше 3")
        if seat == 1:
            expect(number(page, 13)).to_be_visible()
            expect(number(page, 14)).to_be_hidden()
        if seat == 3:
            expect(page.locator("#pad-most")).to_have_text("не больше 7")
            expect(page.locator("#pad-put")).to_have_text("Вписать 7")
            expect(cell(page, "r1.p4.red")).to_have_attribute("data-text", "")
    assert next(taps) == 19
    expect(page.locator("#pad")).to_be_hidden()
    expect(page.locator(".round:not([hidden]) tr.sum td")).to_have_text(["7", "7", "9", "0"])


def test_where_nothing_is_left_of_a_row_one_tap_writes_the_others_their_none(page: Page) -> None:
    """Issue: «the rest are 0 by one tap». What somebody has written stays as it is."""
    start_sheet(page, "poison", NAMES)
    number(page, 14).click()
    cell(page, "r1.p3.red").click()
    number(page, 0).click()
    cell(page, "r1.p2.red").click()
    expect(page.locator("#pad-left")).to_be_hidden()
    page.get_by_role("button", name="Остальным по 0").click()
    for seat, n in enumerate(("14", "0", "0", "0"), start=1):
        expect(cell(page, f"r1.p{seat}.red")).to_have_attribute("data-text", n)
    expect(page.locator("td.on")).not_to_have_attribute("data-cell", re.compile("red$"))
    expect(page.locator("#pad-put")).to_be_hidden()


# The lesser side of each that leads to a round.
TARGETS = """() => [...document.querySelectorAll(".round-chips a, .overview th a")].map((target) => {
    const { width, height } = target.getBoundingClientRect();
    return Math.min(width, height);
})"""


WAYS = [".round:not([hidden]) .under", ".round-chips"]


@pytest.mark.parametrize("way", daily(WAYS, WAYS[:1]))  # its chip opens the round again, below
def test_the_next_round_opens_with_its_keys_by_one_tap_whichever_it_is(page: Page, way: str) -> None:
    """«A chip of a round that isn't full opens the pad like the button»: the keys of a full round are gone,
    and the chip is nearer than the button under the table. Where one cell is empty it is the one that opens.
    """
    start_sheet(page, "poison", NAMES)
    for n in (number for numbers in ROUND.values() for number in numbers):
        number(page, n).click()
    expect(page.locator("#pad")).to_be_hidden()
    assert min(page.evaluate(TARGETS)) >= 48
    page.locator(f'{way} [data-go-round="2"]').click()
    being_written = page.locator("td.on")
    expect(being_written).to_have_attribute("data-cell", "r2.p1.red")
    numbers = [n for numbers in ROUND.values() for n in numbers]
    for n in numbers[:-1]:
        number(page, n).click()
    expect(being_written).to_have_attribute("data-cell", "r2.p4.poison")
    page.locator('.round-chips [data-go-round="1"]').click()
    expect(page.locator("#pad")).to_be_hidden()
    page.locator('.round-chips [data-go-round="2"]').click()
    expect(being_written).to_have_attribute("data-cell", "r2.p4.poison")
    number(page, numbers[-1]).click()
    expect(page.locator("#pad")).to_be_hidden()


def test_what_leads_to_a_round_is_large_enough_for_a_finger(page: Page) -> None:
    """48 px; of many rounds a chip may be narrower, so that all stand in one line."""
    start_sheet(page, "poison", [*NAMES, "Ира", "Юра"])
    ways = page.locator("[data-go-round]:visible, .overview tbody th a")
    boxes = [box_of(way) for way in ways.all()]
    assert len(boxes) >= 6
    assert all(box["height"] >= 48 for box in boxes)
    chips = [box_of(chip)["y"] for chip in page.locator(".round-chips .chip").all()]
    assert len(set(chips)) == 1


def test_a_plus_right_after_a_number_takes_it_up_again_as_a_sum(page: Page) -> None:
    start_sheet(page, "poison", NAMES)
    for key in (3, "+", 2, "+", 1, "next", 4):
        number(page, key).click()
    expect(cell(page, "r1.p1.red")).to_have_attribute("data-text", "3+2+1")
    expect(cell(page, "r1.p1.blue")).to_have_attribute("data-text", "4")
    cell(page, "r1.p2.purple").locator("a").click()
    number(page, "+").click()
    expect(cell(page, "r1.p2.purple").locator(".typing")).to_have_count(0)
