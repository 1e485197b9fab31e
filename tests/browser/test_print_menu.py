"""Printing from a phone: what the menu offers comes as a PDF, with the choices that were made."""

from playwright.sync_api import Page, expect

from tests.browser.places import box_of


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
