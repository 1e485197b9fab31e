"""What others did is told as one card, heard in the same words, and moves nothing on the page."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones
from tests.browser.test_table import ROUND, begin
from tests.daily import daily

GAMES = {
    "poison": {},
    "potions": {},
    "alchemists/new": {},
    "wizwar": {"first_player": "1"},
}
SIZES = ({"width": 390, "height": 844}, {"width": 360, "height": 640}, {"width": 1280, "height": 800})
PLACES = "'.at-top, .at-status, .at-last, .news, .at-board'"
# Where the board, or what stands for it, begins in every picture that is drawn, and what the browser counts
# as shifts of what lies above it.
WATCH = f"""() => {{
  const seen = window.seen = {{ tops: [], shifts: 0 }};
  const note = () => {{
    for (const board of document.querySelectorAll(".at-board")) {{
      if (getComputedStyle(board).position === "absolute") continue;
      const top = Math.round(board.getBoundingClientRect().top + scrollY);
      if (!seen.tops.includes(top)) seen.tops.push(top);
    }}
    requestAnimationFrame(note);
  }};
  note();
  new PerformanceObserver((list) => {{
    for (const shift of list.getEntries()) {{
      if (shift.sources.some(({{ node }}) => node?.matches?.({PLACES}))) seen.shifts += shift.value;
    }}
  }}).observe({{ type: "layout-shift", buffered: false }});
}}"""
# A move as the page sends it: of a card that has a place, or of the first key there is.
MOVE = """() => {
  const card = document.querySelector('.at-hand .pick[data-places]:not([data-places=""])');
  const keys = [...document.querySelectorAll('#move-form [name="move"][value]')].map((key) => key.value);
  const unseen = [...document.querySelectorAll("noscript")].map((each) => each.textContent);
  const plain = unseen.map((text) => text.match(/value="([^"]+)"/)?.[1]);
  const ends = ["end", "draw 0"].find((move) => keys.includes(move));
  const found = card ? `play ${card.dataset.card} ${card.dataset.places[0]}`
    : ends || [...plain, ...keys].find((move) => move && move !== "look");
  const loaded = performance.getEntriesByType("resource").map((each) => each.name);
  import(loaded.find((name) => name.includes("js/table."))).then(({ send }) => send(found, ""));
}"""


def own_turn(page: Page) -> None:
    """One's own turn again, and nothing shown any more; after a round somebody has to go on."""
    mine = page.locator("#table:not(.showing):has(.at-status.mine)")
    way_on = page.locator('#table:not(.showing) .at-go[form="bot-form"]:not(.second)')
    expect(mine.or_(way_on).first).to_be_attached(timeout=ROUND)
    if way_on.count():
        page.evaluate("document.getElementById('table').dataset.before = ''")
        way_on.click()
        expect(page.locator("#table[data-before]")).to_have_count(0)
    expect(mine).to_be_attached(timeout=ROUND)


def move(page: Page) -> None:
    """A move, seen done: only a table that came after it counts; the one that stands may be mine, too."""
    page.evaluate("document.getElementById('table').dataset.before = ''")
    with page.expect_response("**/move"):
        page.evaluate(MOVE)
    expect(page.locator("#table[data-before]")).to_have_count(0)
    own_turn(page)


def all_told(page: Page) -> str:
    return " ".join(" ".join(page.evaluate("window.told")).split())


@pytest.mark.parametrize("game", daily(GAMES, ["poison"]))
def test_news_move_nothing(page: Page, game: str) -> None:
    """The board's place is the same before, during and after what others do."""
    begin(page, ["here", "random", "random"], ["Оля"], game, 12, **GAMES[game])
    own_turn(page)
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate(WATCH)
        move(page)
        seen: Any = page.evaluate("window.seen")
        assert len(seen["tops"]) == 1, (size, seen)
        assert seen["shifts"] == 0, size


def test_the_card_is_read_out_in_its_own_words_with_whose_turn_it_is(page: Page) -> None:
    """What a blind person hears: each line once, «Ваш ход», what is asked; who looks elsewhere sees it."""
    begin(page, ["here", "random", "random"], ["Оля"], "poison", 12)
    own_turn(page)
    expect(page).to_have_title(re.compile("^● Ваш ход — "))
    page.evaluate("""() => {
      window.told = [];
      const live = document.getElementById("live");
      new MutationObserver(() => window.told.push(live.textContent)).observe(live, { childList: true });
    }""")
    move(page)
    told = all_told(page)
    lines = [" ".join(line.split()) for line in page.locator(".news-line").all_text_contents()]
    assert len(lines) >= 2
    for line in lines:
        assert told.count(line) == 1, line
    assert told.endswith("Ваш ход. Выберите карту.")
    page.locator("[data-hint]").click()
    page.locator("#hint").wait_for()
    assert not any(line in all_told(page).removeprefix(told) for line in lines), "nothing is read twice"


def test_the_card_unfolds_over_the_board_and_the_stretch_is_shown_again(page: Page) -> None:
    begin(page, ["here", "greedy", "greedy"], ["Оля"], "wizwar", 12, first_player="1")
    own_turn(page)
    move(page)
    move(page)
    top = "document.querySelector('.at-board').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.locator(".news > summary").click()
    for name in ("Мята", "Шалфей"):
        expect(page.locator("span.news-of", has_text=name).first).to_be_visible()
    assert page.evaluate(top) == before
    page.locator(".at-when").click()
    expect(page.locator(".news[open]")).to_have_count(0)
    page.locator(".news-again").click()
    expect(page.locator(".at-show")).to_be_visible()
    assert page.evaluate("document.querySelector('.at-show').getBoundingClientRect().top") == before
    page.locator(".at-show").click(force=True)
    expect(page.locator(".at-show")).to_have_count(0)
    own_turn(page)


def test_an_overflow_is_a_moment_that_delays_nothing(new_phone: Phones) -> None:
    """docs/new-game-reference.md, `MOMENTS`: on the thing itself, half a second at most, no tap waits for it,
    and nothing moves for who wants no motion.
    """
    watch = """() => {
      window.moments = [];
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const look = [...target.classList].find((name) => name.startsWith("moment-"));
          const style = getComputedStyle(target);
          if (look) window.moments.push([look, style.animationName, parseFloat(style.animationDuration)]);
        }
      }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] });
    }"""
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page = new_phone(reduced_motion=motion)
        begin(page, ["here", "random", "random", "random"], ["Оля"], "poison", 12)
        own_turn(page)
        page.evaluate(watch)
        for _ in range(8):
            move(page)
            if page.evaluate("window.moments.length"):
                break
        look, animation, seconds = page.evaluate("window.moments[0]")
        assert look == "moment-splash"
        assert (animation == "moment-splash") == moves
        assert not moves or 0.3 <= seconds <= 0.5
        page.close()


def test_a_name_is_asked_once_a_device_and_signals_are_kept_there(page: Page) -> None:
    page.goto("/play/poison")
    page.locator("[name=name-0]").fill("Оля")
    page.get_by_role("button", name="Раздать карты").click()
    sound = page.get_by_role("button", name="Звук, когда ваш ход")
    expect(sound).to_have_attribute("aria-pressed", "false")  # nobody is disturbed unasked
    sound.click()
    page.goto("/play/wizwar")
    expect(page.locator("[name=name-0]")).to_have_value("Оля")
    expect(page.locator("[name=name-1]")).to_have_value("")
    page.go_back()
    expect(sound).to_have_attribute("aria-pressed", "true")
