"""What tests of «Алхимики» do in a browser: at the bench of the laboratory, on the score sheet."""

import re

from playwright.sync_api import Page, expect


def to_the_bench(page: Page) -> None:
    page.get_by_role("link", name="К опытам").click()
    page.wait_for_url(re.compile(r"/lab/m/\w+$"))


def join(page: Page, code: str, name: str) -> None:
    """Another phone types the code and takes a seat."""
    page.goto("/lab/code")
    page.locator("#code").fill(code.lower())
    page.get_by_role("button", name="Открыть").click()
    page.locator("li", has_text=name).get_by_role("button").click()
    page.wait_for_url(re.compile(r"/lab/m/\w+$"))


def event(page: Page, seat: int, what: str) -> None:
    """Taps a player and what happened."""
    page.locator(f'[data-seat="{seat}"]').click()
    page.locator(f'.reasons [data-what="{what}"]:visible').click()


def part(page: Page, name: str) -> None:
    page.locator(f'[data-part-link="{name}"]').click()


def unfold(page: Page, name: str) -> None:
    if page.locator(f"#{name}").get_attribute("open") is None:
        page.locator(f"#{name} > summary").click()


def pick(page: Page, fold: str, cell: str, text: str) -> None:
    """Taps a button of a form, where it is unfolded."""
    unfold(page, fold)
    page.locator(f'#{fold} form[data-cell="{cell}"] button[value="{text}"]').click()
    expect(page.locator(f'#{fold} form[data-cell="{cell}"]')).to_have_attribute("data-text", text)


def count(page: Page, seat: int, kind: str, n: int) -> None:
    """Types a number of a player's."""
    unfold(page, f"person-{seat}")
    field = page.locator(f"#n-{kind}-{seat}")
    field.fill(str(n))
    field.press("Enter")
    expect(page.locator(f'form[data-cell="{kind}.{seat}"]').first).to_have_attribute("data-text", str(n))
