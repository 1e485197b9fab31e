"""What tests of score sheets do in a browser, whatever the game."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Phones
from tests.browser.forms import send, shared_link

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
    """A new sheet for these people, with these boxes on the table."""
    send(page, f"/score/{game}", {"name": names, "box": boxes, "do": "start"})


def start_by_hand(page: Page, game: str, names: Sequence[str]) -> None:
    """The same by typing the names into the form, adding rows as needed."""
    page.goto(f"/score/{game}")
    for row, name in enumerate(names):
        if row >= page.locator("input[name=name]").count():
            page.get_by_role("button", name="Ещё игрок").click()
        page.locator("input[name=name]").nth(row).fill(name)
    page.get_by_role("button", name="Начать счёт").last.click()
    page.wait_for_url("**/score/s/*")


def write(page: Page, cells: Mapping[str, int]) -> None:
    """Writes numbers into cells without a tap for each, and shows the sheet with them."""
    page.evaluate(WRITE, [(cell, str(n)) for cell, n in cells.items()])
    page.reload()


def join(page: Page, other: Page, role: str = "scorer") -> None:
    """`other` opens the link that `page` shares, as its camera would."""
    other.goto(shared_link(page, role))
    other.wait_for_url("**/score/s/*")


def two_phones(new_phone: Phones, start: Callable[[Page], None], role: str = "scorer") -> tuple[Page, Page]:
    """A phone that has begun a sheet, and another that has opened the link of a role."""
    first, second = new_phone(), new_phone()
    start(first)
    join(first, second, role)
    return first, second
