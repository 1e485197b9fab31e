"""Two phones at the stranger's table: sealed choices made at once both count, and tell nothing before."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phones
from tests.browser.seats import take_seats
from tests.browser.test_table import sit_down

# Every day test_sealed of tests/simulator: phones that saw the same page choose, and nothing tells who has.
pytestmark = [pytest.mark.browser, pytest.mark.thorough]


def begin(page: Page, kinds: list[str], names: list[str]) -> None:
    """Fills the start form and begins."""
    page.goto("/play/stranger")
    take_seats(page, kinds)
    for place, name in enumerate(names):
        page.locator(f"[name=name-{place}]").fill(name)
    page.get_by_role("button", name="Раздать карты").click()
    page.wait_for_url("**/play/m/*")


def button(page: Page, words: str) -> Locator:
    return page.get_by_role("button", name=words, exact=True)


def play(page: Page, card: str, words: str) -> None:
    """A tap chooses, the bar plays; nothing is played by one tap."""
    page.locator(f'.at-hand [data-card="{card}"]').click()
    button(page, words).click()


@pytest.fixture
def two(new_phone: Phones) -> tuple[Page, Page]:
    """Two phones at one table, before anybody has laid a card aside."""
    host, guest = new_phone(), new_phone()
    begin(host, ["here", "phone"], ["Оля", "Саша"])
    sit_down(guest, host, "Саша")
    return host, guest


def test_two_phones_choose_at_once_and_both_succeed(
    two: tuple[Page, Page], axe: Callable[[Page], None]
) -> None:
    """Clause turn.play: each page saw the table before the other chose, and both choices count."""
    host, guest = two
    for card, words in (("red", "Отложить red"), ("pair", "Отложить pair"), ("w3", "Поставить w3")):
        for page in two:
            expect(button(page, "Выберите карту")).to_be_visible()
        axe(host)
        play(host, card, words)
        play(guest, card, words)  # its page still shows the table as it was before the other chose
        expect(button(host, words)).to_have_count(0)
        expect(button(guest, words)).to_have_count(0)
        expect(host.locator(".refusal")).to_have_count(0)
        expect(guest.locator(".refusal")).to_have_count(0)
    for page in two:
        expect(page.locator("main")).to_contain_text("Оля ставит w3.")
        expect(page.locator("main")).to_contain_text("Саша ставит w3.")
        axe(page)


def test_a_page_tells_nothing_of_who_has_chosen(two: tuple[Page, Page]) -> None:
    """Clause turn.play: until all have picked, the other phone reads what it read before."""
    host, guest = two
    button(guest, "Выберите карту").wait_for()
    before = guest.locator("main").inner_text()
    version = "url => fetch(url).then(answer => answer.json()).then(seen => JSON.stringify(seen))"
    seen = guest.evaluate(version, f"{guest.url}/view.json")
    play(host, "red", "Отложить red")
    expect(button(host, "Отложить red")).to_have_count(0)
    assert guest.evaluate(version, f"{guest.url}/view.json") == seen
    guest.reload()
    button(guest, "Выберите карту").wait_for()
    assert guest.locator("main").inner_text() == before
