"""The end of a game on a phone: places, the chart, what is worth telling, and a picture to send."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from rulebook.content import reading
from tests.browser.conftest import Phones
from tests.browser.sheets import NARROW, WRITE, start_sheet, write
from tests.daily import daily
from tests.scoring.samples import Sample, samples

NAMES = ["Оля", "Саша", "Коля"]
# A phone that shares files, which a browser without a window doesn't.
SHARES = """
    window.shared = [];
    navigator.canShare = (data) => Boolean(data.files);
    navigator.share = async (data) => { window.shared.push(data.files[0].type, data.files[0].size > 9999); };
"""


def play(page: Page) -> None:
    """A whole series; Саша wins with the fewest points."""
    start_sheet(page, "poison", NAMES)
    table = {(1, "red"): 3, (2, "red"): 1, (3, "poison"): 2, (1, "poison"): 1}
    seats, fields = (1, 2, 3), ("red", "blue", "purple", "poison")
    cells = {
        f"r{number}.p{seat}.{field}": table.get((seat, field), 0)
        for number, seat, field in product(seats, seats, fields)
    }
    write(page, cells)
    page.get_by_role("button", name="Закончить счёт").last.click()
    page.wait_for_load_state()


def test_the_end_of_a_game_and_its_picture_as_a_file(
    page: Page, axe: Callable[..., None], tmp_path: Path
) -> None:
    """A busy computer gave a blank white page instead of the sheet, where the picture wasn't drawn yet."""
    statuses = iter([404, 202, 202])

    def answer(route: Route) -> None:
        status = next(statuses, None)
        if status is None:
            route.continue_()
        else:
            route.fulfill(status=status, headers={"Retry-After": "1"}, body="...")

    page.route("**/picture.png", answer)
    play(page)
    expect(page.locator(".verdict")).to_contain_text("Партия сыграна")
    places = page.locator(".places > li")
    expect(places).to_have_count(3)
    expect(places.first).to_contain_text("Саша")
    expect(places.first).to_contain_text("Победа")
    expect(page.get_by_role("img", name="По раундам")).to_be_visible()
    expect(page.locator(".told li").first).to_contain_text("Коля: яда больше всех, 6 карт.")
    axe(page)
    sheet, key = page.url, page.locator("[data-picture]")
    key.click()
    expect(key).to_have_text("Не нарисовалось, ещё раз")
    expect(key).not_to_have_attribute("aria-disabled", "true")
    with page.expect_download() as download:
        key.click()
        expect(key).to_have_text("Рисуем…")
        expect(page.locator("#live")).to_have_text("Рисуем…")
    path = tmp_path / "a.png"
    download.value.save_as(path)
    assert path.read_bytes().startswith(b"\x89PNG")
    expect(key).to_have_text("Картинка")
    assert (page.url, next(statuses, None)) == (sheet, None)


@pytest.mark.thorough  # every day the test above saves the same picture as a file
def test_the_picture_is_there_before_its_key_shares_it(new_phone: Phones) -> None:
    """«Loaded before the key is enabled»: a browser shares only right after a tap."""
    page = new_phone(apart=True, reduced_motion="reduce")
    page.add_init_script(SHARES)
    held: list[Route] = []
    page.route("**/picture.png", lambda route: held.append(route))
    play(page)
    key = page.get_by_role("button", name="Картинка")
    expect(key).to_have_attribute("aria-disabled", "true")
    key.click(force=True)
    assert page.evaluate("shared") == []
    held[0].continue_()
    expect(key).not_to_have_attribute("aria-disabled", "true")
    key.click()
    page.wait_for_function("shared.length")
    assert page.evaluate("shared") == ["image/png", True]
    assert page.locator(".finish").evaluate("each => getComputedStyle(each).animationName") == "none"


SAMPLES = list(samples())


@pytest.mark.parametrize("sample", daily(SAMPLES, SAMPLES[:1]), ids=lambda sample: sample.game)
def test_the_longest_names_widen_no_sheet_in_play_or_ended(new_phone: Phones, sample: Sample) -> None:
    """Forty wide letters in a row: they break in verdicts, remarks and buttons, with all boxes."""
    page = new_phone(viewport=NARROW)
    start_sheet(
        page, sample.game, ["Оля", "W" * 40, "Ж" * 40], [box.id for box in reading.boxes(sample.game)]
    )
    page.evaluate(WRITE, sample.cells)
    sheet = page.url.split("?")[0]
    for finished in (False, True):
        if finished:
            page.locator(".menu > summary").first.click()
            page.locator(".menu").get_by_role("button", name="Закончить счёт").click()
            expect(page.locator("#sheet-live")).to_have_attribute("data-finished", "1")
        for part in sample.parts:
            page.goto(f"{sheet}?part={part}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (part, finished)
