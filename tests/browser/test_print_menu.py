"""Printing from a phone: what the menu offers comes as a PDF, with the choices that were made."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.places import box_of
from tests.rulebook.print_reader import Made

A_WHILE = 180_000  # milliseconds; a PDF may take its time


@pytest.mark.thorough  # every day test_print_pages of tests/rulebook opens the menu and prints
@pytest.mark.parametrize(
    ("game", "kind", "pages"),
    [
        ("poison", "cards", range(12, 13)),
        ("poison", "reference", range(1, 2)),
        ("poison", "sheet", range(1, 5)),
        ("poison", "rulebook", range(10, 30)),
        ("potions", "cards", range(18, 19)),
        ("potions", "reference", range(1, 2)),
        ("potions", "sheet", range(10, 11)),
        ("potions", "rulebook", range(15, 35)),
    ],
)
def test_a_newcomer_prints_from_the_menu(page: Page, game: str, kind: str, pages: range) -> None:
    page.goto(f"/rules/{game}")
    page.get_by_role("link", name="Печать", exact=True).click()
    form = page.locator(f"form[action$='/{kind}.pdf']")
    with page.expect_response(re.compile(rf"/{kind}\.pdf\?"), timeout=A_WHILE) as answer:
        form.get_by_role("button").last.click(timeout=A_WHILE)
    assert answer.value.headers["content-type"] == "application/pdf"
    # The browser shows the file in a viewer of its own and keeps it to itself, so it is fetched once more.
    made = Made(page.request.get(answer.value.url, timeout=A_WHILE).body())
    assert len(made.texts) in pages
    assert made.sizes == {(210.0, 297.0)}
    assert re.search("[А-Яа-яё]{4}", made.text)


def test_what_is_chosen_stands_in_the_line_of_folded_settings(page: Page) -> None:
    """Print by need: «A4 · 63×88 · с рубашками — изменить»."""
    page.goto("/print/poison")
    form = page.locator("form[action$='/cards.pdf']")
    line = form.locator("summary")
    expect(line).to_contain_text("A4 · 63 × 88 · встык · в цвете · с рубашками")
    expect(form.get_by_text("44 × 68")).to_be_hidden()
    line.click()
    form.get_by_label("44 × 68").check()
    form.get_by_label("без рубашек").check()
    expect(line).to_contain_text("A4 · 44 × 68 · встык · в цвете · без рубашек")


def test_how_far_backs_are_to_move_is_remembered_for_every_game(page: Page) -> None:
    """The shift is the printer's: what was found out for one deck holds for the next one on this device."""
    page.goto("/print/poison")
    form = page.locator("form[action$='/cards.pdf']")
    form.locator("summary").click()
    form.get_by_label("вправо").fill("1.5")
    form.get_by_label("вниз").fill("-0.5")
    form.get_by_label("вниз").blur()
    expect(form.locator("summary")).to_contain_text("вправо 1,5 · вниз -0,5")
    page.goto("/print/alchemists")
    for kind in ("cards", "tokens"):
        form = page.locator(f"form[action$='/{kind}.pdf']")
        expect(form.locator("summary")).to_contain_text("вправо 1,5 · вниз -0,5")
        form.locator("summary").click()
        expect(form.get_by_label("вправо")).to_have_value("1.5")
    form.get_by_label("вправо").fill("40")
    form.get_by_label("вправо").blur()
    page.reload()
    expect(page.locator("form[action$='/cards.pdf'] summary")).to_contain_text("вправо 1,5")


def test_what_is_printed_without_a_picture_has_the_whole_width(page: Page) -> None:
    """LOOK: lines of text, not of letters; the column of pictures is for pictures."""
    page.goto("/print/potions")
    box = box_of(page.locator("form[action$='/sequences.pdf']"))
    assert box["width"] > 300
