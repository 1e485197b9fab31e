"""What bots do is shown turn by turn, in order and soon; a tap shows the table as it stands."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.test_table import ROUND, begin

MOST = 6000  # milliseconds for three bots of «Маго-бой» (review, play 2), without waiting for the server
SHOWN = "[...document.querySelectorAll('.at-show')].length"
# Notes when what is said changes, when bots are asked, how long the page only waits for them, and how long it
# means to let frames stand: a busy machine adds to everything else. They stand so many times shorter.
WATCH = """(shorter) => {
  const seen = window.seen = { said: [], asked: 0, waited: 0, paused: 0, begun: 0, ended: 0, frames: 0 };
  let sent = 0;
  const later = window.setTimeout;
  window.setTimeout = (call, pause, ...more) => {
    if (call.name !== "step") return later(call, pause, ...more);
    seen.paused += pause; // until the next frame, in table-show.js
    return later(call, pause / shorter, ...more);
  };
  const isBot = (event) => event.detail.requestConfig.path.endsWith("/bot");
  const showing = () => document.querySelector(".showing, #table template[data-frame]");
  document.addEventListener("htmx:beforeRequest", (event) => {
    seen.begun = seen.begun || performance.now();
    if (isBot(event)) seen.asked += 1;
    sent = performance.now();
  });
  document.addEventListener("htmx:afterRequest", () => {
    if (!showing()) seen.waited += performance.now() - sent;
  });
  new MutationObserver(() => {
    const caption = document.querySelector(".showing #at-caption [data-words]");
    const words = caption && caption.textContent.trim();
    if (words && words !== seen.said.at(-1)) seen.said.push(words);
    seen.frames = Math.max(seen.frames, document.querySelectorAll(".at-show").length);
    const over = seen.asked && !showing() && document.querySelector(".at-status.mine");
    if (over && !seen.ended) {
      seen.ended = performance.now();
      document.body.dataset.over = "yes";
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


def end_the_turn(page: Page, shorter: int = 1) -> None:
    page.get_by_role("button", name="Закончить ход").click()
    page.evaluate(WATCH, shorter)
    page.locator('[value="draw 0"]').click()


def own_turn(page: Page) -> Any:
    """What was noted until it came."""
    expect(page.locator("body[data-over]")).to_be_visible(timeout=ROUND)
    return page.evaluate("window.seen")


def log(page: Page) -> list[str]:
    """What the log tells, the oldest first, without the addresses of rules."""
    told = "(each) => [...each.querySelectorAll('p > span')].map((said) => said.firstChild.textContent)"
    return [" ".join(page.evaluate(told, row)) for row in reversed(page.locator(".log li").element_handles())]


def words(text: str) -> str:
    return " ".join(text.split())


def test_three_bots_are_shown_in_order_within_six_seconds(page: Page) -> None:
    begin(page, ["here", "greedy", "greedy", "greedy"], ["Оля"], "wizwar", 12, first_player="1")
    end_the_turn(page, shorter=10)
    seen = own_turn(page)
    assert seen["asked"] == 3, "a request for each turn"
    assert 0 < seen["paused"] < MOST
    assert (seen["frames"], page.evaluate(SHOWN)) == (1, 0), "before the table, one at a time"
    told = [words(said) for said in log(page)]
    assert [words(said) for said in seen["said"]][-len(told) :] == told


@pytest.mark.thorough  # every day the test above shows the same turns, untapped
def test_a_tap_shows_the_table_at_once_and_does_nothing_else(page: Page) -> None:
    begin(page, ["here", "greedy", "greedy", "greedy"], ["Оля"], "wizwar", 12, first_player="1")
    end_the_turn(page)
    expect(page.locator(".at-show")).to_be_visible()
    page.locator(".at-dock .pick").first.click()
    expect(page.locator(".at-show")).to_have_count(0)
    expect(page.locator('.at-hand .pick[aria-pressed="true"]')).to_have_count(0)
    page.evaluate("() => { window.seen.said = []; }")
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()
    assert page.evaluate("window.seen.said") == [], "nor is anything shown until one's own move"


def test_who_wants_no_motion_sees_no_frames(new_phone: Phones) -> None:
    page = new_phone(reduced_motion="reduce")
    begin(page, ["here", "greedy", "greedy", "greedy"], ["Оля"], "wizwar", 12, first_player="1")
    end_the_turn(page)
    seen = own_turn(page)
    assert (seen["asked"], seen["said"], seen["frames"]) == (3, [], 0)
