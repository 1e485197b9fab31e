"""The hint at the table: bands, one reason without a tap, the bar's main key, parts that come later, by ear.

What it says is rendered here and put before the page as the server's answer: a hint of the game's own takes
seconds, and says something else each time that its words change.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import parse_qs

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Locator, Page, Route, expect

from rulebook.content import reading
from simulator.engine.game import Band, Hint
from simulator.matches.hints import HintRow, _bands
from tests.browser.conftest import PHONE, Phones
from tests.browser.forms import KEEPS_NONE
from tests.browser.test_table import play_from
from tests.browser.test_table_room import POTS

GOOD, FAIR, MISTAKE, OPEN = Band.GOOD, Band.FAIR, Band.MISTAKE, Band.OPEN
REASON, WARNING = "Ничего не переливает.", "Переливает котёл: вам достанутся 3 карты, 5 очков."
MOST = 0.4  # of a phone's height
SLIP = 450  # milliseconds: then a second tap plays
MOVES = """() => [...new Map([...document.querySelectorAll('.at-hand .pick[data-places]')].flatMap((card) =>
    card.dataset.places.split(",").filter(Boolean).map((place) =>
        [`play ${card.dataset.card} ${place}`, card.getAttribute(`data-words-${place}`)])))]"""
LISTEN = """() => {
    const live = document.getElementById("live");
    window.heard = [];
    new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true });
}"""
SHOW = """() => {
    const [table, frame] = [document.getElementById("table"), document.createElement("template")];
    Object.assign(frame.dataset, { ply: 0, frame: "Боря кладёт карту." });
    frame.innerHTML = "<p>Стол до хода</p>";
    table.append(frame);
    document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: { target: table } }));
}"""
DOCK = ".at-dock"
HEIGHT = "dock => dock.getBoundingClientRect().height"
TOP = "row => row.getBoundingClientRect().top"


class Advice:
    """Hints that the page gets when it asks, one after another; the last one again."""

    def __init__(self, page: Page) -> None:
        self.page, self.parts = page, list[str]()
        self.moves: list[tuple[str, str]] = page.evaluate(MOVES)
        page.route("**/hint", self.answer)
        page.route("**/hint?part", lambda route: route.fulfill(body=self.next()))

    def next(self) -> str:
        return self.parts.pop(0) if len(self.parts) > 1 else self.parts[0]

    def answer(self, route: Route) -> None:
        table = self.page.request.get(self.page.url, headers={"HX-Request": "true", **KEEPS_NONE}).text()
        route.fulfill(body=table.replace('<div class="at-dock">', f'<div class="at-dock">{self.next()}', 1))

    def ask_on(self) -> None:
        """As the page does by itself: the hint alone comes anew."""
        with self.page.expect_response("**/hint?part"):
            self.page.evaluate("htmx.ajax('GET', 'hint?part', { target: '#hint', swap: 'outerHTML' })")
        self.page.locator("#hint:not(.htmx-settling, .htmx-added)").wait_for()

    def add(self, bands: Sequence[Band], done: bool = True, told: str = "") -> None:
        """A hint whose moves lie in these bands, as they stand on the page."""
        rows = [
            HintRow(
                n=n,
                move=move,
                words=words,
                text="1234,5\u00a0±\u00a00,8",
                start=20,
                width=30,
                why=("Так посчитано.",),
                band=band,
                reason=REASON if band == GOOD else WARNING,
                good=band == GOOD,
                best=n == 1,
            )
            for n, ((move, words), band) in enumerate(zip(self.moves, bands, strict=False), start=1)
        ]
        context = {
            "game": reading.load("poison"),
            "board": object(),
            "hint": Hint((), 1, 7, 120, done),
            "hint_title": "Подсказка",
            "hint_rows": rows,
            "hint_bands": _bands(rows, done),
            "hint_says": "Хороших ходов 2: какой из них, всё равно.",
            "hint_told": told,
            "counting": not done,
            "dealt": 120,
        }
        with translation.override("ru"):
            self.parts.append(render_to_string("simulator/_hint.html", context))

    def ask(self) -> None:
        """As a tap on the bulb does: all of the table comes anew."""
        with self.page.expect_response("**/hint"):
            self.page.locator("[data-hint]").evaluate("key => key.click()")
        self.page.locator("#table:not(.htmx-settling) #hint").wait_for()


@pytest.fixture
def advice(page: Page) -> Advice:
    play_from("poison", page, POTS)
    page.route("**/move", lambda route: route.fulfill(status=204))
    return Advice(page)


@contextmanager
def sends(page: Page, row: Locator) -> Iterator[None]:
    with page.expect_request("**/move") as asked:
        yield
    assert parse_qs(asked.value.post_data)["move"] == [row.get_attribute("data-move")]


def rows_of(page: Page) -> Locator:
    return page.locator(".hint-row")


@pytest.mark.parametrize(("tapped", "asks"), [("[data-hint]", 1), (".at-hand .pick", 0)])
def test_while_moves_of_bots_are_shown_a_tap_on_the_bulb_asks_and_one_on_a_card_does_nothing(
    advice: Advice, tapped: str, asks: int
) -> None:
    """Both show the table at once; a card may have been meant for the table that was shown."""
    advice.add([GOOD, MISTAKE])
    advice.page.evaluate(SHOW)
    expect(advice.page.locator(".at-show")).to_be_visible()
    advice.page.locator(tapped).first.click()
    expect(advice.page.locator(".at-show, .pick[aria-pressed=true]")).to_have_count(0)
    expect(advice.page.locator("#hint")).to_have_count(asks)


def test_bands_have_words_and_the_best_move_its_reason_without_a_tap(
    advice: Advice, new_phone: Phones, axe: Callable[..., None]
) -> None:
    """«Each with word, own small icon and colour (colour never alone)»; «one reason without a tap»."""
    page = advice.page
    advice.add([GOOD, GOOD, FAIR, MISTAKE, OPEN], done=False)
    advice.ask()
    for band, word in (("good", "хорошо"), ("fair", "сойдёт"), ("mistake", "ошибка"), ("unsure", "считаю…")):
        name = page.locator(f".hint-band.of-{band} .band-name")
        expect(name).to_have_text(word)
        expect(name.locator("svg")).to_have_count(1)
    shown = page.locator(".hint-reason:visible")
    expect(shown).to_have_text([re.compile(REASON)])
    expect(rows_of(page).nth(0)).to_be_in_viewport(ratio=1)
    expect(page.locator(".hint-figures:visible, .hint-why:visible")).to_have_count(0)
    assert page.locator(DOCK).evaluate(HEIGHT) <= MOST * PHONE["height"]
    for scheme, width in (("light", 390), ("dark", 390), ("light", 320), ("dark", 1280)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_row_is_the_bars_main_key_stays_under_the_finger_and_is_played_by_a_second_tap(
    advice: Advice,
) -> None:
    """«A tap on another row changes it; Escape and a tap beside take it back; a second still plays it»."""
    page = advice.page
    advice.add([GOOD, GOOD, MISTAKE, MISTAKE])
    advice.ask()
    board, dock = page.evaluate("scrollY"), page.locator(DOCK).evaluate(HEIGHT)
    main = page.locator(".at-act .btn:not(.second):visible")
    first, second, worse = (rows_of(page).nth(n) for n in range(3))
    for row in (first, second):
        tops = {each: each.evaluate(TOP) for each in (row, first)}
        row.click()
        expect(row).to_have_attribute("aria-current", "true")
        expect(main).to_have_text(row.get_attribute("data-words") or "")
        expect(main).to_be_in_viewport(ratio=1)
        expect(page.locator(".pot.named")).to_have_count(1)
        expect(page.locator(".pick.named")).to_have_count(1)
        assert row.evaluate(TOP) <= tops[row], "it moves only for its reason to be seen"
        assert row != first or first.evaluate(TOP) == tops[first]
        assert (page.evaluate("scrollY"), page.locator(DOCK).evaluate(HEIGHT)) == (board, dock)
    worse.evaluate("row => row.click()")
    expect(worse.locator(".hint-reason")).to_contain_text(WARNING)
    expect(worse.locator(".hint-against")).to_have_text(re.compile("против"))
    page.keyboard.press("Escape")
    expect(page.locator(".named, .hint-row[aria-current]")).to_have_count(0)
    first.click()
    page.locator(".at-status").click()
    expect(page.locator(".named, .hint-row[aria-current], .pick[aria-pressed=true]")).to_have_count(0)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    first.dblclick()
    assert "move" not in sent, "a slip of the finger"
    page.wait_for_timeout(SLIP)
    with sends(page, first):
        first.click()


def test_what_is_chosen_on_the_table_shows_its_row(advice: Advice) -> None:
    """«The move chosen on the table by card: the row of that move becomes current and its reason shows»."""
    page = advice.page
    advice.add([GOOD] + [MISTAKE] * 30)
    advice.ask()
    card = page.locator('.at-hand .pick[data-places]:not([data-places*=","]):not([data-places=""])').last
    place, code = card.get_attribute("data-places"), card.get_attribute("data-card")
    card.click()
    row = page.locator(f'.hint-row[data-move="play {code} {place}"]')
    expect(row).to_have_attribute("aria-current", "true")
    expect(row.locator(".hint-reason")).to_be_in_viewport(ratio=1)
    expect(page.locator(".hint-go")).to_have_count(0)


def test_a_later_part_leaves_the_finger_the_choice_and_the_numbers_where_they_are(advice: Advice) -> None:
    """«The hint's growth doesn't move the board or the row under the finger»."""
    page = advice.page
    advice.add([OPEN] * 5, done=False)
    advice.add([GOOD, GOOD, FAIR, MISTAKE, MISTAKE], done=False)
    advice.add([GOOD, FAIR, FAIR, MISTAKE, MISTAKE])
    advice.ask()
    page.locator(".hint-numbers summary").click()
    expect(page.locator(".hint-figures:visible").first).to_contain_text("1234,5")
    chosen = rows_of(page).nth(1)
    chosen.click()
    move, top = chosen.get_attribute("data-move"), chosen.evaluate(TOP)
    for ask in (advice.ask_on, advice.ask):
        ask()
        same = page.locator(f'.hint-row[data-move="{move}"]')
        expect(same).to_have_attribute("aria-current", "true")
        expect(page.locator(".at-act .btn:not(.second):visible")).to_have_text(
            same.get_attribute("data-words") or ""
        )
        expect(page.locator(".hint-figures:visible")).not_to_have_count(0)
        assert abs(same.evaluate(TOP) - top) <= 1
    expect(page.locator("#hint .hint-waits")).to_have_count(0)


def test_by_ear_it_is_told_once_and_by_keys_its_rows_are_walked(advice: Advice) -> None:
    """«Read out once when they come, not with each poll; arrows, Enter chooses, again plays»."""
    page, told = advice.page, "Подсказка. Хорошо: первый ход. Ничего не переливает."
    page.evaluate(LISTEN)
    advice.add([OPEN, OPEN], done=False)
    advice.add([GOOD, FAIR, FAIR], told=told)
    for ask in (advice.ask, advice.ask_on, advice.ask_on, advice.ask):
        ask()
    heard = page.evaluate("window.heard")
    assert heard.count(told) == 1
    rows_of(page).first.focus()
    page.keyboard.press("ArrowDown")
    expect(rows_of(page).nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_text(re.compile(f"против: {WARNING}"))
    expect(rows_of(page).nth(1)).to_be_focused()
    with sends(page, rows_of(page).nth(1)):
        page.keyboard.press("Enter")
