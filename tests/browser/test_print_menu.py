"""Printing from a phone: what the menu offers comes as a PDF, with the choices that were made."""

import io
import re

import pypdf
import pytest
from playwright.sync_api import Page

MILLIMETRE = 72 / 25.4


@pytest.mark.parametrize(
    ("game", "kind", "pages"),
    [
        ("poison", "cards", range(12, 13)),
        ("poison", "sheet", range(1, 5)),
        ("poison", "reference", range(1, 2)),
        ("poison", "rulebook", range(10, 30)),
        ("potions", "cards", range(18, 19)),
        ("potions", "sheet", range(10, 11)),
        ("potions", "reference", range(1, 2)),
        ("potions", "rulebook", range(15, 35)),
    ],
)
def test_a_newcomer_prints_from_the_menu(page: Page, game: str, kind: str, pages: range) -> None:
    page.goto(f"/rules/{game}")
    page.get_by_role("link", name="Печать", exact=True).click()
    form = page.locator(f"form[action$='/{kind}.pdf']")
    with page.expect_response(re.compile(rf"/{kind}\.pdf\?")) as answer:
        form.get_by_role("button").last.click()
    assert answer.value.headers["content-type"] == "application/pdf"
    # The browser shows the file in a viewer of its own and keeps it to itself, so it is fetched once more.
    document = pypdf.PdfReader(io.BytesIO(page.request.get(answer.value.url).body()))
    assert len(document.pages) in pages
    assert float(document.pages[0].mediabox.width) == pytest.approx(210 * MILLIMETRE, abs=0.5)
    assert re.search("[А-Яа-яё]{4}", "".join(sheet.extract_text() for sheet in document.pages))
