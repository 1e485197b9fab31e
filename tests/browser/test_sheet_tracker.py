"""The life sheet of «Маго-бой» at the table: taps and holds, damage, turns, a phone between players."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones, look_at
from tests.browser.forms import KEEPS_NONE
from tests.browser.sheets import DESKTOP, NARROW, start_sheet

NAMES = ["Оля", "Коля", "Рита"]
HOLD = 450  # milliseconds until holding counts, and again
PAUSE = 900  # and until what was tapped is sent
LONG = "Ярослава-Александра Константинопольская"


def start(page: Page, names: Sequence[str] = NAMES) -> None:
    start_sheet(page, "wizwar", names)


def key(page: Page, seat: int, sign: str) -> None:
    page.locator(f'[data-zone="{seat}"] .life-key.{sign}').click()


def lives(page: Page, *numbers: int) -> None:
    for seat, n in enumerate(numbers, start=1):
        expect(page.locator(f'[data-zone="{seat}"] .zone-n')).to_have_text(str(n))


def written(page: Page, n: int) -> None:
    expect(page.locator(".log .play:not(.waiting)")).to_have_count(n)


def stop_time(page: Page) -> None:
    """From now on only the test lets time pass, so that a busy computer makes no tap slow."""
    page.clock.pause_at(page.evaluate("Date.now() + 60000"))


def test_holding_counts_by_fives_and_keys_do_without_a_finger(page: Page) -> None:
    page.clock.install()
    start(page)
    box = page.locator('[data-zone="1"] .life-key.minus').bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    stop_time(page)
    page.mouse.down()
    page.clock.run_for(2 * HOLD + HOLD // 2)
    expect(page.locator('[data-zone="1"] .zone-n')).to_have_text("5")
    page.mouse.up()
    page.clock.resume()
    page.clock.fast_forward(PAUSE)
    written(page, 1)
    lives(page, 5, 15, 15)
    page.locator('[data-zone="2"] .life-key.plus').press("Enter")
    page.locator('[data-zone="2"] .zone-life').press("Shift+ArrowUp")
    lives(page, 5, 21, 15)
    page.clock.fast_forward(PAUSE)
    written(page, 2)
    page.locator('[data-zone="1"] .life-key.minus').click(modifiers=["Shift"])
    lives(page, 0, 21, 15)
    page.clock.fast_forward(PAUSE)
    expect(page.locator('[data-zone="1"] .zone-marks')).to_contain_text("погибает")
    expect(page.locator('[data-zone="1"] .life-key')).to_have_count(0)


def test_taps_below_nothing_take_nothing(page: Page) -> None:
    """fight.life: never below zero, so whoever has none and gains one has one."""
    page.clock.install()
    start(page)
    stop_time(page)
    for _ in range(4):
        page.locator('[data-zone="1"] .life-key.minus').click(modifiers=["Shift"])
    lives(page, 0, 15, 15)
    key(page, 1, "plus")
    lives(page, 1, 15, 15)


def test_damage_shows_what_gets_through_before_it_is_written(page: Page) -> None:
    """counter.half: 5 with Blunt is 3; with Absorb in the best order nothing is left."""
    start(page)
    page.locator('[data-open="hit"]').click()
    form = page.locator('[data-compose="hit"]')
    form.locator('[name=points][value="5"]').check(force=True)
    form.locator("[name=v1]").check(force=True)
    form.locator("[name=v2]").check(force=True)
    form.locator("[name=v2-blunt]").check(force=True)
    expect(form.locator('[data-victim="1"] .through')).to_have_text("15 → 10")
    expect(form.locator('[data-victim="2"] .through')).to_have_text("5 → 3 · 15 → 12")
    form.locator("[name=v2-absorb]").check(force=True)
    expect(form.locator('[data-victim="2"] .through')).to_have_text("5 → 0 · 15 → 15")
    form.locator("[name=v2-absorb]").uncheck(force=True)
    form.get_by_role("button", name="Записать урон").click()
    lives(page, 10, 12, 15)
    expect(page.locator(".log .play").first).to_contain_text("Коля: было 5, стало 3")
    assert (
        page.locator(".log .play small a").last.get_attribute("href").split("?")[0].endswith("/counter.half")
    )


def test_what_was_tapped_without_a_network_arrives_later(new_phone: Phones) -> None:
    """In the order of the taps: lives that were counted before the turn was passed are of that turn."""
    page = new_phone()
    start(page)
    page.context.set_offline(True)
    key(page, 1, "minus")
    page.locator(".next-turn").click()
    expect(page.locator(".log .waiting")).to_have_count(2)
    lives(page, 14, 15, 15)
    page.context.set_offline(False)
    expect(page.locator(".turn-who")).to_contain_text("ходит Коля")
    written(page, 2)
    lives(page, 14, 15, 15)
    expect(page.locator(".log .play")).to_contain_text(["Ход: Коля", "Оля: −1"])  # the last on top


def test_a_second_tap_on_the_key_is_visibly_refused_and_a_later_one_counts(page: Page) -> None:
    """turn.order; a wet finger taps twice, and who catches up after turns that were forgotten taps on."""
    page.clock.install()
    start(page)
    stop_time(page)
    following, refused = page.locator(".next-turn"), page.locator("#pass-line")
    following.click()
    expect(following).to_have_attribute("aria-disabled", "true")
    following.click(force=True)
    expect(refused).to_have_text("Второе касание подряд не в счёт.")
    page.clock.run_for(700)
    expect(following).to_have_attribute("aria-disabled", "false")
    following.click()
    expect(refused).to_be_hidden()
    page.clock.resume()
    expect(page.locator(".turn-who")).to_contain_text("ходит Рита")
    written(page, 2)


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sheet_is_accessible_and_fits(new_phone: Phones, axe: Callable[..., None], scheme: str) -> None:
    page = new_phone(viewport=NARROW, color_scheme=scheme, reduced_motion="reduce")
    start(page, [LONG, "Б", "Оля", "Коля", "Рита", "Саша"])
    page.locator('[data-zone="2"] .zone-life').press("Shift+ArrowUp")
    page.locator('[data-zone="3"] .zone-life').press("Shift+ArrowDown")
    written(page, 2)
    page.locator('[data-why="why-p1"]').click()
    page.locator("#chest-1a summary").click()
    for viewport in (NARROW, DESKTOP):
        page.set_viewport_size(viewport)
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        for tool in ("hit", "spell"):
            page.locator(f'[data-open="{tool}"]').click()
            if tool == "hit":
                page.locator("[name=v1]").check(force=True)
            axe(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
            page.keyboard.press("Escape")
        page.locator('[data-flat="on"]').click()
        axe(page)
        page.locator('[data-flat="off"]').click()


def test_four_digit_lives_and_long_names_stay_in_their_zone(new_phone: Phones) -> None:
    """fight.life: there is no upper limit."""
    page = new_phone(viewport=NARROW)
    start(page, [LONG, "Коля", "Рита", "Саша", "Ира", "Лев"])
    fields = {"cell": "log.high", "text": "set 1 9999", "base": 0, "client_entry_id": "four-digits"}
    token = page.locator("#log-form input[name=csrfmiddlewaretoken]").input_value()
    headers = {"X-CSRFToken": token, "Referer": page.url, "Accept": "application/json", **KEEPS_NONE}
    assert page.request.post(f"{page.url}/entries", data=fields, headers=headers).ok
    look_at(page)
    lives(page, 9999, 15, 15)
    for flat in (False, True):
        if flat:
            page.locator('[data-flat="on"]').click()
        zone = page.locator('[data-zone="1"]').bounding_box()
        number = page.locator('[data-zone="1"] .zone-n').bounding_box()
        assert zone["x"] < number["x"]
        assert number["x"] + number["width"] < zone["x"] + zone["width"]
        assert zone["y"] < number["y"]
        assert number["y"] + number["height"] < zone["y"] + zone["height"]


TOLD_APART = """() => [...document.querySelectorAll(".chest b")].every((words) => {
    const letters = document.createRange();
    letters.selectNodeContents(words.lastChild);
    const room = words.closest(".row-text").getBoundingClientRect();
    return letters.getBoundingClientRect().right <= room.right + 1;
})"""


def test_the_two_chests_of_a_long_name_are_told_apart(page: Page) -> None:
    """Of «Константин Константинопольский, а» the name gives way, and not the letter."""
    start(page, [LONG, "Коля"])
    expect(page.locator(".chest b").first).to_have_text(re.compile(", а$"))
    assert page.evaluate(TOLD_APART)
