"""The home page at a glance: what was going on, every game of the house with its doors and first game."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Phones
from tests.browser.sheets import DESKTOP, start_sheet
from tests.browser.test_every_page import start_match

SMALL = {"width": 360, "height": 640}
DOORS = ["Правила", "Счёт", "Ход", "Печать"]
TAP = 48  # pixels of a target
HOUSE = 4  # games; a stranger's fifth may scroll
# What stands outside the first screen, and what a finger would miss.
FAULTS = """(tap) => [...document.querySelectorAll(".shelf-head, .shelf-doors a, .go-on a, .home-head h1")]
    .map((each) => [each.textContent.trim(), each.getBoundingClientRect(), each.matches("a")])
    .filter(([, box, taps]) => box.top < 0 || box.left < 0 || box.bottom > innerHeight
        || box.right > innerWidth
        || (taps && Math.min(box.width, box.height) < tap))
    .map(([words, box]) => `${words}: ${JSON.stringify(box)}`)"""


def check_first_screen(page: Page) -> None:
    games = page.locator(".shelf-game")
    assert games.count() >= HOUSE
    for n in range(HOUSE):
        doors = games.nth(n).locator(".shelf-doors a")
        assert [words.strip() for words in doors.all_inner_texts()] == [*DOORS, "Впервые?"]
    assert page.evaluate(FAULTS, TAP) == []


@pytest.mark.parametrize("lang", ["", "/en"])
def test_all_doors_are_on_the_first_screen_of_a_small_phone(new_phone: Phones, lang: str) -> None:
    """Home: at 360×640 all games with the words Правила, Счёт, Ход, Печать, whole, no scrolling, 48 px; and
    where to begin, in the same row.
    """
    page = new_phone(viewport=SMALL)
    page.goto(f"{lang}/")
    expect(page.get_by_role("heading", name="Продолжить")).to_have_count(0)
    if lang:
        assert page.evaluate(FAULTS, TAP) == []
    else:
        check_first_screen(page)


@pytest.mark.thorough  # every day the test above has the doors; test_access of tests/scoring, what goes on
def test_what_was_going_on_leaves_all_doors_on_the_first_screen(new_phone: Phones) -> None:
    """Home: at 390×844 the same with «Продолжить»; nothing moves when its rows come; each door is one tap."""
    page = new_phone(viewport=PHONE)
    start_sheet(page, "poison", ["Оля", "Александрина Константиновна-Заозёрская", "Коля"])
    start_match(page, "")
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        page.route("**/recent", lambda route: route.fulfill(status=204))
        page.goto("/")
        before = page.locator(".shelf").bounding_box()
        page.unroute("**/recent")
        page.goto("/")
        expect(page.locator(".go-on li:visible")).to_have_count(2)
        expect(page.locator(".go-on")).to_contain_text("Алхимия · раунд 1 из 3")
        assert page.locator(".shelf").bounding_box() == before
        check_first_screen(page)
    for words, path in zip(DOORS, ("/rules", "/score", "/play", "/print"), strict=True):
        page.goto("/")
        page.get_by_role("navigation", name="Алхимия").get_by_role("link", name=words).click()
        page.wait_for_url(f"**{path}/poison")
