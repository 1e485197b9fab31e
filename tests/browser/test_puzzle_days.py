"""«Решаете 2 дня подряд»: this device keeps on how many days in a row it has solved a puzzle."""

from datetime import datetime

from playwright.sync_api import Page, expect

from simulator.lessons import book


def test_days_in_a_row_are_counted_and_a_gap_begins_them_anew(page: Page) -> None:
    """docs/lessons.md: «On how many days in a row one was solved … the device keeps»."""
    step = book.puzzles_of("poison")[0].steps[0]
    told = page.locator("[data-streak]")
    for day, kept, said in (
        (datetime(2026, 11, 29, 23, 50), 1, ""),
        (datetime(2026, 11, 30, 0, 10), 2, "Решаете 2 дня подряд"),
        (datetime(2026, 11, 30, 22), 2, "Решаете 2 дня подряд"),
        (datetime(2026, 12, 2, 9), 1, ""),
    ):
        page.clock.set_fixed_time(day)
        page.goto(f"/play/poison/lesson/puzzles/{step.id}?move={step.take[0]}")
        expect(page.locator("#table")).to_have_attribute("data-done", "")
        expect(told).to_have_text(said)
        expect(told).to_be_visible(visible=bool(said))
        assert page.evaluate("JSON.parse(localStorage['puzzle-days']).days") == kept
