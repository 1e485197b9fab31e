"""The error pages as a phone shows them."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

ERRORS = {"/nothing/here": "Такой страницы нет", "/?q=%00": "Этого не разобрать"}


def test_an_error_page_has_the_look_of_the_site_and_a_way_out(page: Page, axe: Callable[..., None]) -> None:
    for path, heading in ERRORS.items():
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        expect(page.get_by_role("link", name="К списку игр")).to_have_attribute("href", "/")
        axe(page)
    # Without a violation of the policy, which would fail the test, scripts and styles of the site load.
    assert page.evaluate("typeof htmx") == "object"
    assert page.evaluate("document.styleSheets.length") > 0
