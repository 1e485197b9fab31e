"""The error pages as a phone shows them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.parametrize(
    ("path", "heading"), [("/nothing/here", "Такой страницы нет"), ("/?q=%00", "Этого не разобрать")]
)
def test_an_error_page_has_the_look_of_the_site_and_a_way_out(
    page: Page, axe: Callable[..., None], path: str, heading: str
) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.get_by_role("link", name="К списку игр")).to_have_attribute("href", "/")
    axe(page)


def test_without_a_policy_violation_scripts_and_styles_of_the_site_load(page: Page) -> None:
    page.goto("/nothing/here")
    assert page.evaluate("typeof htmx") == "object"
    assert page.evaluate("document.styleSheets.length") > 0
