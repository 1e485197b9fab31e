"""The start form filled in: who sits where. A test that asks how that is done by hand taps it itself."""

from collections.abc import Sequence

from playwright.sync_api import Page

SIT = """(form, kinds) => {
    form.querySelector(`[name=seats][value="${kinds.length}"]`).checked = true;
    kinds.forEach((kind, place) => {
        form.querySelector(`[name=kind-${place}][value="${kind}"]`).checked = true;
    });
}"""
UNFOLD = "() => { document.getElementById('more').open = true; }"


def take_seats(page: Page, kinds: Sequence[str]) -> None:
    """So many at the table, each of its kind."""
    page.locator("form.at-start").evaluate(SIT, list(kinds))


def unfold(page: Page) -> None:
    """Shows options and seed."""
    page.evaluate(UNFOLD)
