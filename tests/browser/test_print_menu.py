"""Printing from a phone: what the menu offers comes as a PDF, with the choices that were made."""

import io
import re

import pypdf
import pytest
from playwright.sync_api import Page

MILLIMETRE = 72 / 25.4


@pytest.mark.parametrize(
    ("kind", "pages"),
    [
        ("cards", range(12, 13)),
        ("sheet", range(1, 5)),
        ("reference", range(1, 2)),
        ("rulebook", range(10, 30)),
    ],
)
def test_a_newcomer_prints_from_the_menu(page: Page, kind: str, pages: range) -> None:
    page.goto("/rules/poison")
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
