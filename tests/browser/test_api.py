"""Issue 18: «so that a chat bot can quote a clause»: by a script, and from another site."""

import subprocess
import sys
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Phones

QUOTE = """async (address) => {
    const { items } = await (await fetch(address)).json();
    return items[0].quote;
}"""


@pytest.mark.thorough  # every day test_every_page looks at the page, tests/rulebook/test_api asks the same
def test_the_script_on_the_page_quotes_a_rule(page: Page, axe: Callable[..., None]) -> None:
    page.goto("/en/api")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    script = page.locator("#script").inner_text()
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    quote, _, url = done.stdout.strip().rpartition(" ")
    assert quote.count(", rule ") == 1
    page.goto(url)
    assert page.locator("h1").inner_text().splitlines()[-1] in quote


@pytest.mark.thorough  # every day tests/rulebook/test_api holds the header that lets other sites read
def test_a_page_of_another_site_quotes_a_rule(new_phone: Phones, live_site: str) -> None:
    """`localhost` is another site than 127.0.0.1; our own policy for content isn't the one of that page."""
    page = new_phone(bypass_csp=True)
    page.goto(f"http://localhost:{urlsplit(live_site).port}/")
    quote = page.evaluate(QUOTE, f"{live_site}/api/v1/clauses?per_page=1")
    assert f"{live_site}/rules/" in quote
