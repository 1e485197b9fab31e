"""The plain hand in a browser: a tap chooses, the bar plays; a card, a person, a third answer, one at a time.

The stranger's moves have one argument, so that its page is given the hand of a guess with three.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from urllib.parse import parse_qs

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from rulebook.content import reading
from simulator.engine.game import Move
from simulator.table.asks import card, number, seat
from simulator.table.fan import fan
from tests.browser.conftest import PHONE
from tests.stranger.test_browser import begin, button

pytestmark = pytest.mark.browser

ASKS = {"play": (card, seat, card), "pay": (number,)}
NAMES = ("Оля", "Саша", "Рита", "Константин Константинович")
MOST = 0.45  # of a phone's height
PUT = "html => { document.querySelector('.asks').outerHTML = html }"
HINT = """move => document.querySelector(".at-dock").insertAdjacentHTML("afterbegin", `
    <section class="at-hint" id="hint"><div class="hint-rows">
      <a class="hint-row" href="#" data-move="${move}" data-words="!">!</a>
    </div></section>`)"""
LOW = "dock => { dock.style.maxHeight = '250px' }"
CUT = """asks => {
    const edge = asks.getBoundingClientRect().top;
    const boxes = [...asks.querySelectorAll("button")].map((each) => each.getBoundingClientRect());
    return boxes.filter(({ top, bottom }) => top < edge - 1 && bottom > edge + 1).length;
}"""
AGAIN = "() => htmx.ajax('GET', location.href, { target: '#table', swap: 'outerHTML', select: '#table' })"
SAID = """() => document.querySelector(".at-dock").insertAdjacentHTML("afterbegin",
    '<div class="at-said"><p class="refusal">!</p></div>')"""
HEIGHT = "dock => dock.getBoundingClientRect().height"


def guess() -> str:
    """The hand of somebody who names a person and a card: three cards, of which one may not be played."""
    content = reading.whole("stranger")
    bids = [each.code for each in content.cards if each.kind == "bid"]
    moves = [Move("play", ("w3", at, code)) for at in (1, 2, 3) for code in bids[:8]]
    moves += (
        [Move("play", ("red", at)) for at in (1, 2)] + [Move("pay", (n,)) for n in (1, 2)] + [Move("pass")]
    )
    words = {move: f"Сыграть: {move}" for move in moves}
    made = fan(content, ASKS, ("w3", "red", "x5"), words, {"x5": Move("play", ("x5",))}, "ru", NAMES)
    board = SimpleNamespace(fan=made, table=SimpleNamespace(CARDS=True))
    return render_to_string("simulator/default/_hand.html", {"board": board, "game": content})


@pytest.fixture
def table(page: Page) -> Page:
    """The page; nothing comes of what it sends."""
    for path in ("move", "bot"):
        page.route(f"**/{path}", lambda route: route.fulfill(status=204))
    begin(page, ["here", "random"], ["Оля", "Саша"])
    page.evaluate(PUT, guess())
    return page


@contextmanager
def sends(page: Page, move: str) -> Iterator[None]:
    with page.expect_request("**/move") as asked:
        yield
    assert parse_qs(asked.value.post_data)["move"] == [move]


def test_each_answer_leads_to_the_next_question_and_only_the_bar_plays(
    table: Page, axe: Callable[[Page], None]
) -> None:
    requests: list[str] = []
    table.on("request", lambda request: requests.append(request.url.rpartition("/")[2]))
    table.locator('[data-card="w3"]').click()
    expect(button(table, "Выберите игрока")).to_be_visible()
    button(table, NAMES[3]).click()
    button(table, "Саша").click()  # chosen otherwise
    expect(button(table, NAMES[3])).to_have_attribute("aria-pressed", "false")
    guesses = table.locator(".plain-step.of-card:visible .plain-option")
    expect(guesses).to_have_count(8)
    assert table.locator(".at-dock").evaluate(HEIGHT) <= MOST * PHONE["height"]
    guesses.nth(1).click()
    axe(table)
    expect(table.locator("#live")).to_have_text("Сыграть: play w3 1 pair")
    assert "move" not in requests, "a tap plays nothing"
    with sends(table, "play w3 1 pair"):
        button(table, "Сыграть: play w3 1 pair").click()
    with sends(table, "play x5"):  # it may not be played: its refusal says why
        table.locator('[data-card="x5"]').click()
    with sends(table, "pass"):
        button(table, "Сыграть: pass").click()


def test_it_is_played_by_the_keyboard_alone_and_a_row_of_the_hint_opens_the_way_to_its_move(
    table: Page,
) -> None:
    keys = table.keyboard
    for key in ("1", "3", "ArrowLeft", "Enter", "2"):  # the card w3, the third person, no: the second; pair
        keys.press(key)
    expect(button(table, "Сыграть: play w3 2 pair")).to_be_visible()
    keys.press("Escape")
    expect(button(table, "Выберите число")).to_be_visible()
    keys.press("2")
    keys.press("1")
    table.locator("[data-go]").focus()
    with sends(table, "play red 1"):
        keys.press("Enter")
    table.evaluate(HINT, "play w3 3 s4")
    table.locator(".hint-row").click()
    pressed = table.locator('.asks [aria-pressed="true"]')
    expect(pressed).to_have_count(3)
    expect(pressed.last).to_have_class(re.compile("named"))
    expect(button(table, "Сыграть: play w3 3 s4")).to_be_visible()
    with sends(table, "play w3 3 s4"):
        table.locator(".hint-row").press("Enter")


def test_where_the_questions_scroll_it_is_told_and_rows_are_whole(table: Page) -> None:
    """A button below the edge was there for nobody, and a row cut in two at the top was read by nobody."""
    asks = table.locator(".asks")
    table.locator(".at-dock").evaluate(LOW)
    table.set_viewport_size({"width": 390, "height": 800})  # looked at again
    expect(asks).to_have_class(re.compile(r"\bmore\b"))
    for choice in (table.locator('[data-card="w3"]'), button(table, "Саша")):
        choice.evaluate("each => each.click()")
        assert asks.evaluate(CUT) == 0
    asks.evaluate("asks => asks.scrollTo(0, asks.scrollHeight)")
    expect(asks).not_to_have_class(re.compile(r"\bmore\b"))


def test_another_answer_takes_the_refusal_of_the_one_before_away(table: Page) -> None:
    """As another card does: below «choose somebody else» stood whom one had chosen since."""
    table.locator('[data-card="w3"]').click()
    table.evaluate(SAID)
    expect(table.locator(".at-said")).to_be_visible()
    button(table, "Саша").click()
    expect(table.locator(".at-said")).to_have_count(0)


def test_whoever_chooses_has_read_the_hint(table: Page) -> None:
    """Its rows give their place to the questions, unless they are what one chooses by."""
    table.evaluate(HINT, "play w3 3 s4")
    rows = table.locator(".hint-rows")
    table.locator('[data-card="w3"]').click()
    expect(rows).to_be_hidden()
    table.keyboard.press("Escape")
    expect(rows).to_be_visible()
    table.locator(".hint-row").click()
    expect(button(table, "Сыграть: play w3 3 s4")).to_be_visible()
    expect(rows).to_be_visible()


def test_what_is_told_after_ones_own_move_is_on_the_screen_and_nothing_else_scrolls(page: Page) -> None:
    """A secret answer was off screen for whoever had scrolled down to the people."""
    begin(page, ["here", "random"], ["Оля", "Саша"])
    button(page, "Выберите карту").wait_for()
    page.set_viewport_size({"width": 390, "height": 500})
    page.evaluate("scrollTo(0, 300)")
    with page.expect_response("**/play/m/*"):
        page.evaluate(AGAIN)
    page.locator("#table:not(.htmx-settling)").wait_for()
    assert page.evaluate("scrollY") == 300, "no news"
    page.locator('.at-hand [data-card="red"]').click()
    with page.expect_response("**/move"):
        page.locator("[data-go]").click()
    expect(page.locator(".at-last")).to_contain_text("Все отложили по карте")
    expect(page.locator(".at-status")).to_be_in_viewport()
