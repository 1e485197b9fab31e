"""A table uses the room that there is: the board as a whole in the window, the hand beside or below it."""

import pytest
from playwright.sync_api import Page, expect

from simulator.game import played_games
from tests.browser.conftest import PHONE, Phones
from tests.browser.places import box_of
from tests.browser.test_table import DESKTOP, play_from
from tests.browser.test_table_dock import sit_down
from tests.browser.test_table_potions_boxes import ON_ITS_SIDE, open_position
from tests.browser.test_table_wizwar import DUEL, TEAM_END
from tests.daily import daily

SMALL = {"width": 360, "height": 640}
HALF_AS_LARGE_AGAIN = {".at-hand .pick .card": 42 * 1.5, ".pots .brew .card": 46 * 1.5}
POTS = {
    "players": ["Оля", "Саша", "Рита"],
    "turn": "Оля",
    "cauldrons": ["R4 R2", "B5", "P1"],
    "hands": {"Оля": "R1 B1 B2 P5 P1 B4 R7 R7 P7", "Саша": "P2", "Рита": "P4"},
}
UNCOVERED = """(board) => {
    const box = board.getBoundingClientRect();
    return [0.02, 0.5, 0.98].flatMap((across) => [0.02, 0.5, 0.98].map((down) => document.elementFromPoint(
        box.left + across * box.width, box.top + down * box.height,
    ))).filter((hit) => !hit || hit.closest(".at-dock, .top"));
}"""
BESIDE = """() => {
    const dock = document.querySelector(".at-dock").getBoundingClientRect();
    const board = [...document.querySelectorAll(".at-board > *")].map((part) => part.getBoundingClientRect());
    return board.filter((part) => part.width && part.right > dock.left)
        .filter((part) => part.bottom > dock.top && part.top < dock.bottom);
}"""


def is_whole(page: Page, board: str) -> None:
    """Within the window as the page opens, and nothing lies over it."""
    expect(page.locator(board)).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert page.locator(board).evaluate(UNCOVERED) == []


@pytest.mark.parametrize(
    "position", daily([TEAM_END, DUEL], [TEAM_END]), ids=lambda it: "four" if it is TEAM_END else "two"
)
def test_the_maze_is_whole_where_the_window_is_wide(page: Page, position: dict) -> None:
    """Played, table.md: on a phone on its side 3.5 of 10 rows could be seen, on a desktop eight."""
    play_from("wizwar", page, position)
    for size in (ON_ITS_SIDE, DESKTOP["viewport"]):
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        is_whole(page, ".maze.live")
        assert page.locator(".maze-view").evaluate("(view) => view.scrollHeight <= view.clientHeight")
    page.get_by_role("button", name="Крупнее").click()
    expect(page.locator(".at-dock")).to_be_in_viewport(ratio=0.5)


def test_the_cupboard_of_both_boxes_is_whole_above_the_hand_of_a_phone(page: Page) -> None:
    """Played, table.md: the dock took 47 % and hid all but two rows of the cupboard."""
    open_position(page)
    for size in (PHONE, SMALL):
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        is_whole(page, ".stacks")


@pytest.mark.parametrize("game", daily(played_games(), ["potions"]))
def test_a_desktop_has_the_hand_beside_the_board(new_phone: Phones, game: str) -> None:
    """Played, table.md: the Guild's dock lay over the cupboard, and a third of the window was free."""
    page = new_phone(**DESKTOP)
    sit_down(page, game)
    assert page.evaluate(BESIDE) == []


def test_cards_of_poison_are_half_as_large_again_on_a_desktop(page: Page) -> None:
    """Played, table.md: the lower 40 % of the window empty, the cards tiny."""
    play_from("poison", page, POTS)
    page.set_viewport_size(DESKTOP["viewport"])
    for card, wide in HALF_AS_LARGE_AGAIN.items():
        assert box_of(page.locator(card).first)["width"] >= wide
    is_whole(page, ".pots")


def test_a_row_of_the_hint_is_played_from_the_bar_and_the_page_stays(page: Page) -> None:
    """Played, table.md: the button of the chosen move got its ring below the fold, the bar went on saying
    «Закончить ход», and the page scrolled by 155 pixels.
    """
    play_from("wizwar", page, TEAM_END)
    page.locator("[data-hint]").evaluate("(button) => button.click()")
    row = page.locator(".hint-row").first
    expect(row).to_be_visible()
    stood = page.evaluate("scrollY")
    row.evaluate("(row) => row.click()")
    expect(row).to_have_attribute("aria-current", "true")
    assert page.evaluate("scrollY") == stood
    main = page.locator(".at-act .btn:not(.second):visible")  # «Закончить ход» steps back
    expect(main).to_have_count(1)
    expect(main).to_have_attribute("value", row.get_attribute("data-move") or "")
    for size in (DESKTOP["viewport"], ON_ITS_SIDE, PHONE):
        page.set_viewport_size(size)
        expect(main).to_be_in_viewport(ratio=1)
    main.click()
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
