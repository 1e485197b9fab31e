"""What tests of score sheets do in a browser, whatever the game."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Phones

DESKTOP = {"width": 1280, "height": 800}
NARROW = {"width": 360, "height": 740}
# By night the same states are looked at by script/test --all; tests/rulebook/test_look.py holds all colours.
BY_DAY_AND_NIGHT = [
    ("light", {"width": 390, "height": 844}),
    pytest.param("dark", DESKTOP, marks=pytest.mark.thorough),
]
# Writes entries as the sheet's script does, one after the other.
WRITE = """async (cells) => {
    const token = JSON.parse(document.body.getAttribute("hx-headers"))["x-csrftoken"];
    const url = document.querySelector("#sheet").dataset.entries;
    for (const [n, [cell, text]] of cells.entries()) {
        const body = JSON.stringify({ cell, text, base: 0, client_entry_id: `written-here-${n}` });
        const json = "application/json";
        const headers = { "Content-Type": json, Accept: json, "X-CSRFToken": token };
        const answer = await fetch(url, { method: "POST", headers, body });
        if (!answer.ok) throw new Error(await answer.text());
    }
}"""


def start_sheet(page: Page, game: str, names: Sequence[str], boxes: Sequence[str] = ()) -> None:
    """Types the names into a new sheet's form, adding rows as needed, and ticks the boxes."""
    page.goto(f"/score/{game}")
    for row, name in enumerate(names):
        if row >= page.locator("input[name=name]").count():
            page.get_by_role("button", name="Ещё игрок").click()
        page.locator("input[name=name]").nth(row).fill(name)
    for box in boxes:
        page.locator(f"input[name=box][value={box}]").check()
    page.get_by_role("button", name="Начать счёт").last.click()
    page.wait_for_url("**/score/s/*")


def write(page: Page, cells: Mapping[str, int]) -> None:
    """Writes numbers into cells without a tap for each, and shows the sheet with them."""
    page.evaluate(WRITE, [(cell, str(n)) for cell, n in cells.items()])
    page.reload()


def join(page: Page, other: Page, role: str = "scorer") -> None:
    """`other` opens the link that `page` shares, as its camera would."""
    sheet = page.url
    page.goto(sheet.split("?")[0] + "/share")
    link = page.locator(f"#url-{role}").text_content()  # folded, but for the first
    page.goto(sheet)
    other.goto(link)
    other.wait_for_url("**/score/s/*")


def two_phones(new_phone: Phones, start: Callable[[Page], None], role: str = "scorer") -> tuple[Page, Page]:
    """A phone that has begun a sheet, and another that has opened the link of a role."""
    first, second = new_phone(), new_phone()
    start(first)
    join(first, second, role)
    return first, second
