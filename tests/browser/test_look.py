"""What the script of every page does: theme, search, words in place, copying; focus stays in sight."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Phones
from tests.browser.places import box_of
from tests.daily import daily

CLAUSE = "/rules/poison/overflow.take"
WITH_WORD = "/rules/poison/overflow.limit"  # of the glossary
# Some words are seen: the browser has ceased to wait for our letters.
WORDS_PAINTED = """() => new Promise((done) => {
    const words = (each) => each.element && !each.url && each.element.matches("p, h1, h2, a, span");
    new PerformanceObserver((list) => { if (list.getEntries().some(words)) done(); })
        .observe({ type: "largest-contentful-paint", buffered: true });
})"""


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_nothing_is_offered_that_needs_scripts_without_them(new_phone: Callable[..., Page]) -> None:
    page = new_phone(java_script_enabled=False)
    page.goto("/rules/poison")
    expect(page.locator("[data-theme-toggle]")).to_have_count(2)
    for switch in page.locator("[data-theme-toggle]").all():
        expect(switch).to_be_hidden()


def test_letters_that_come_late_wait_until_nobody_looks(page: Page) -> None:
    """«layout shift 0»: a line that is being read doesn't break elsewhere."""
    late: list[Route] = []
    held = True
    page.route("**/*.woff2", lambda route: late.append(route) if held else route.continue_())
    page.goto(CLAUSE, wait_until="commit")
    page.wait_for_selector(".foot")
    widths = "[...document.querySelectorAll('.foot a')].map(each => each.getBoundingClientRect().width)"
    seen = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.evaluate(WORDS_PAINTED)
    before = page.evaluate(widths)
    held = False  # whatever is asked for from now on comes at once
    for each in late:
        each.continue_()
    page.evaluate("document.fonts.ready.then(() => true)")
    page.evaluate(seen)
    assert page.evaluate(widths) == before
    page.evaluate("""() => {
        Object.defineProperty(document, "visibilityState", { value: "hidden" });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    page.evaluate(seen)
    assert page.evaluate(widths) != before


def test_a_chosen_theme_is_kept_and_turning_back_forgets_it(page: Page) -> None:
    page.goto("/rules/poison")
    day = background(page)
    for place in (".top", ".foot"):
        switch = page.locator(f"{place} [data-theme-toggle]")
        switch.click()
        night = background(page)
        assert night != day
        page.reload()
        assert background(page) == night
        switch.click()
        assert background(page) == day
        assert page.evaluate("localStorage.getItem('theme')") is None


# Elements with words of their own in the narrow font, whose spaces are no wider than the font has them.
CLOSE = """() => [...document.querySelectorAll("body, body *")].filter((each) => {
    const look = getComputedStyle(each);
    const words = [...each.childNodes].some((node) => node.nodeType === 3 && / /.test(node.data.trim()));
    const narrow = look.fontFamily.startsWith('"Alegreya Sans"') && !(parseFloat(look.wordSpacing) > 0);
    return words && narrow && each.getClientRects().length > 0;
}).map((each) => each.outerHTML.slice(0, 90))"""


def test_words_of_the_narrow_font_stand_apart(page: Page) -> None:
    """Alegreya Sans at 15 pixels got a space of two: «Кто начинаетследующийраунд?»."""
    for address in ("/", "/rules/poison", CLAUSE, "/score/poison", "/rules/poison/coverage"):
        page.goto(address)
        assert page.evaluate(CLOSE) == [], address


def test_a_games_name_is_whole_in_the_header_of_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    cut = "e => e.scrollHeight - e.clientHeight > 10 || e.scrollWidth > e.clientWidth"  # a third line is 22
    for address in ("/score/potions", "/rules/potions/rulings"):
        page.goto(address)
        assert not page.locator(".top-title").evaluate(cut), address


def test_a_large_card_is_dark_at_night(page: Page) -> None:
    fill = "getComputedStyle(document.querySelector('.card.big rect')).fill"
    for address in ("/rules/poison/cards/red-4", "/rules/potions/cards/dragon"):
        for scheme, ground in (("light", "rgb(255, 253, 246)"), ("dark", "rgb(36, 32, 27)")):
            page.emulate_media(color_scheme=scheme)
            page.goto(address)
            assert page.evaluate(fill) == ground, address


def test_a_slash_opens_the_search_and_escape_closes_it(page: Page) -> None:
    page.goto(CLAUSE)
    field = page.locator("#header-q")
    expect(field).to_be_hidden()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    expect(page.locator("[data-search-open]")).to_be_focused()


def test_a_word_opens_in_place_by_keyboard_and_escape_returns_to_it(page: Page) -> None:
    page.goto(WITH_WORD)
    word = page.locator("a.term").first
    word.focus()
    page.keyboard.press("Enter")
    note = page.locator("#term-popover")
    expect(note).to_be_visible()
    expect(word).to_have_attribute("aria-describedby", "term-popover")
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    expect(word).to_be_focused()


def test_a_word_opens_by_a_tap_and_a_tap_elsewhere_closes_it(page: Page) -> None:
    page.goto(WITH_WORD)
    page.locator("a.term").first.tap()
    note = page.locator("#term-popover")
    expect(note).to_be_in_viewport(ratio=1)
    page.locator(".foot p").tap()
    expect(note).to_have_count(0)


def test_copying_works_without_the_clipboard_of_secure_pages(new_phone: Phones) -> None:
    page = new_phone(apart=True)
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(CLAUSE)
    page.locator("[data-copy]").first.click()
    expect(page.locator("#live")).to_have_text("Скопировано")


@pytest.mark.parametrize("address", daily(["/", "/rules/poison", CLAUSE], ["/rules/poison"]))
def test_the_focus_is_never_under_the_header_or_the_doors(page: Page, address: str) -> None:
    page.goto(address)
    for _ in range(40):
        page.keyboard.press("Tab")
        page.wait_for_function(
            """() => {
                const at = document.activeElement;
                if (at === document.body || at.closest(".top, .doors, .dock, .skip")) return true;
                const box = at.getBoundingClientRect();
                const top = document.querySelector(".top").getBoundingClientRect().bottom;
                const doors = document.querySelector(".doors");
                const bottom = doors ? doors.getBoundingClientRect().top : innerHeight;
                return box.bottom > top && box.top < bottom;
            }"""
        )


def test_the_four_doors_stand_at_the_thumb_on_a_phone_and_at_the_side_on_a_desktop(new_phone: Phones) -> None:
    phone, desktop = new_phone(), new_phone(viewport={"width": 1280, "height": 800})
    for page in (phone, desktop):
        page.goto("/rules/poison")
    at_thumb = box_of(phone.locator(".doors"))
    at_side = box_of(desktop.locator(".doors"))
    assert at_thumb["y"] + at_thumb["height"] == pytest.approx(844, abs=1)
    assert at_side["x"] == 0
    assert at_side["width"] < 120


def test_a_printed_page_is_black_on_white_even_at_night(new_phone: Phones) -> None:
    page = new_phone(color_scheme="dark")
    page.emulate_media(media="print")
    page.goto("/rules/poison/all")
    assert background(page) == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('.clause-number')).color") == "rgb(0, 0, 0)"
    expect(page.locator(".doors")).to_be_hidden()


def test_a_form_on_its_way_to_another_page_is_sent_once(page: Page) -> None:
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    page.goto("/play/poison/record")
    page.get_by_label("Или её текст").fill("{}")
    page.get_by_role("button", name="Открыть").dblclick(no_wait_after=True)
    expect(page.locator("main .refusal, main .field-error").first).to_be_visible()
    assert len(posts) == 1


def test_a_form_that_is_on_its_way_takes_no_second_tap(page: Page) -> None:
    """What is on its way to another page isn't sent twice, however soon the finger comes again."""
    page.goto("/play/poison/record")
    stopped = page.evaluate(
        """() => {
          const { form } = document.getElementById("record");
          const stopped = [];
          addEventListener("submit", (event) => {
            stopped.push(event.defaultPrevented);
            event.preventDefault();
          });
          for (let n = 0; n < 2; n += 1) form.requestSubmit();
          return stopped;
        }"""
    )
    assert stopped == [False, True]
