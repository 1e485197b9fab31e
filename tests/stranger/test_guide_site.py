"""Nim of docs/new-game.md in a browser: a game without cards and secrets, and a sheet without an end."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Phones, prepare, served
from tests.browser.seats import take_seats
from tests.browser.test_table import seat_link
from tests.stranger import guide

# Every day test_guide plays it by its commands, test_browser another game from outside on two phones, and
# tests/scoring/test_default_sheet has such a sheet.
pytestmark = [pytest.mark.browser, pytest.mark.thorough]


@pytest.fixture(scope="module")
def nim_site(tmp_path_factory: pytest.TempPathFactory, search_index: object) -> Iterator[str]:
    """The address of the site with Nim in place of the stranger."""
    home = tmp_path_factory.mktemp("games")
    guide.write(home)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in guide.environment(home).items():
            patch.setenv(name, value)
        data = tmp_path_factory.mktemp("nim") / "data"
        prepare(data, search_index)
        with served(data) as address:
            yield address


@pytest.fixture
def phones(browser: Browser, nim_site: str) -> Iterator[Phones]:
    made = Phones(browser, nim_site)
    yield made
    made.close()
    assert made.problems == []


@pytest.fixture
def page(phones: Phones) -> Page:
    return phones()


def begin(page: Page, prefix: str, *kinds: str) -> None:
    """Fills the start form and begins."""
    page.goto(f"{prefix}/play/nim")
    take_seats(page, kinds)
    for place, name in enumerate(["Оля", "Коля"]):
        page.locator(f"[name=name-{place}]").fill(name)
    page.locator("form.at-start .start-dock .btn").click()
    page.wait_for_url("**/play/m/*")


def take(page: Page, n: int) -> None:
    page.locator(f'button[name="move"][value="take {n}"]').click()


def test_where_nothing_is_hidden_no_curtain_falls(page: Page) -> None:
    """Two people share a phone and see the same: whoever is to act moves at once."""
    begin(page, "", "here", "here")
    for n in (3, 2):
        take(page, n)
        expect(page.locator(".log")).to_contain_text(f"берёт {n}")
        expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("Оля, ваш ход")
    expect(page.locator(".plain-facts dd")).to_have_text(["15"])  # the heap, and nothing of the turn


WORDS = [("", "карт|раздач|раздать|колод"), ("/en", "card|deal|deck")]


@pytest.mark.parametrize(("prefix", "words"), WORDS)
def test_words_about_cards_stay_with_games_that_have_cards(
    phones: Phones, page: Page, prefix: str, words: str
) -> None:
    """Starting, playing, a hint, trying otherwise, links, positions, examples, the end."""
    read: list[str] = []

    def note() -> None:
        page.locator("main h1").first.wait_for()
        read.append(page.locator("main").inner_text())

    page.goto(f"{prefix}/play/nim")
    page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
    note()
    begin(page, prefix, "here", "phone")
    note()
    guest, table = phones(), page.url
    guest.goto(seat_link(page, "Коля"))
    read.append(guest.locator("main").inner_text())
    guest.locator("main form .btn").click()
    page.locator("[data-hint]").wait_for()
    page.goto(f"{table}/deal")
    note()
    page.goto(table)
    page.locator("[data-hint]").click()
    page.locator("#hint").wait_for()
    note()
    page.goto(f"{table}/share")
    note()
    page.goto(table)
    page.locator("form[action$='/fork'] button").click()
    page.locator(".notice.plain").wait_for()
    note()
    for address in (
        "/play/nim/position",
        "/play/nim/example/last-counter?step=1",
        "/print/nim",
        "/score/nim",
    ):
        page.goto(prefix + address)
        note()
    if prefix:
        assert any("Olya takes" in text for text in read), "people of game.toml"
    page.goto(f"{prefix}/rules/nim/turn.take")
    page.locator("#example > a").click()  # it waits for a tap
    expect(page.locator("#example .at-example")).to_be_visible()
    for clause in ("setup.deal", "components.deck"):
        page.goto(f"{prefix}/rules/nim/{clause}")
        read.append(page.locator("article.clause").inner_text())
    assert [text for text in read if re.search(words, text, re.IGNORECASE)] == []
