"""A table that loses the network: it says so, keeps one move, sends it once, and lets bots go on."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Phones
from tests.browser.test_table import begin, hand

MOVES, BOTS, HINTS = "**/play/m/*/move", "**/play/m/*/bot", "**/play/m/*/hint"
KEPT = "Object.entries(sessionStorage).filter(([key]) => key.startsWith('move:')).map((each) => each[1])"


@pytest.fixture
def page(new_phone: Phones) -> Iterator[Page]:
    """A phone whose console may tell of lost requests, and of nothing else."""
    yield new_phone()
    new_phone.problems[:] = [said for said in new_phone.problems if not said.startswith("htmx:")]


def line(page: Page) -> Locator:
    return page.locator("#at-line")


def ply(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-ply") or 0)


def lose(route: Route) -> None:
    route.abort("internetdisconnected")


def tap_a_move(page: Page, nth: int = 0) -> None:
    """A card, then the cauldron that takes it."""
    card = page.locator('.at-hand .pick[data-places]:not([data-places=""])').nth(nth)
    card.click()
    places = (card.get_attribute("data-places") or "").split(",")
    page.locator("[data-go]" if len(places) == 1 else f"#pot-{places[0]}").click()


def sits_alone(page: Page, dealer: str = "3") -> None:
    begin(page, ["here", "greedy", "greedy"], ["Оля"], dealer=dealer)


def test_a_move_without_a_network_waits_in_sight_and_is_made_once(
    page: Page, axe: Callable[..., None]
) -> None:
    sits_alone(page)
    before, cards = ply(page), hand(page).count()
    sent: list[int] = []
    page.on("response", lambda answer: sent.append(answer.status) if answer.url.endswith("/move") else None)
    page.route(MOVES, lose)
    tap_a_move(page)
    expect(line(page)).to_contain_text(
        re.compile(r"Нет\sсвязи\. Ход\sждёт\sи\sуйдёт\sсам\. Ваш ход: «[А-Я][^»]*котёл[^»]*»\.")
    )
    assert ply(page) == before
    assert [json.loads(move)["ply"] for move in page.evaluate(KEPT)] == [str(before)]
    axe(page)
    page.unroute(MOVES)
    expect(hand(page)).to_have_count(cards - 1)
    expect(line(page)).to_be_hidden()
    assert (sent, page.evaluate(KEPT)) == ([200], [])


@pytest.mark.thorough  # every day the test above keeps a move in the same place
def test_a_move_that_the_site_cannot_write_now_waits_as_well(page: Page, new_phone: Phones) -> None:
    """«Scripts of pages treat 503 with Retry-After as later, not as an error»: the table stays."""
    sits_alone(page)
    before, cards = ply(page), hand(page).count()
    refusal = '<section id="page-error">База занята</section>'
    page.route(MOVES, lambda route: route.fulfill(status=503, headers={"Retry-After": "2"}, body=refusal))
    tap_a_move(page)
    expect(line(page)).to_contain_text(re.compile(r"Ход\sждёт"))
    assert ply(page) == before
    page.unroute(MOVES)
    expect(hand(page)).to_have_count(cards - 1)
    new_phone.problems.clear()  # the console tells of each 503


@pytest.mark.thorough  # every day the test above keeps a move in the same place
def test_a_move_that_waits_survives_a_reload_and_may_be_dropped(page: Page) -> None:
    sits_alone(page)
    before, cards = ply(page), hand(page).count()
    page.route(MOVES, lose)
    tap_a_move(page)
    expect(line(page)).to_be_visible()
    page.reload()
    expect(line(page)).to_contain_text("Ход ждёт")
    page.get_by_role("button", name="Не отправлять").click()
    expect(line(page)).to_be_hidden()
    assert (ply(page), page.evaluate(KEPT)) == (before, [])
    tap_a_move(page)
    expect(line(page)).to_be_visible()
    page.reload()
    page.unroute(MOVES)
    expect(hand(page)).to_have_count(cards - 1)


@pytest.mark.thorough  # every day test_pages_table of tests/simulator meets the conflict
def test_a_move_that_the_table_has_left_behind_is_not_made_but_told(page: Page) -> None:
    """One move is kept «with the ply that it was meant for», also where the page shows a later one by now."""
    sits_alone(page)
    cards = hand(page).count()
    elsewhere = page.context.new_page()
    elsewhere.goto(page.url)
    page.route(MOVES, lose)
    tap_a_move(page)
    expect(line(page)).to_contain_text("Ход ждёт")
    tap_a_move(elsewhere, nth=-1)  # the first two may be alike: the same move, sent twice
    expect(hand(elsewhere)).to_have_count(cards - 1)
    page.reload()
    expect(hand(page)).to_have_count(cards - 1)
    expect(line(page)).to_contain_text("Ход ждёт")
    page.unroute(MOVES)
    expect(line(page)).to_contain_text("Пока не было связи, ход изменился, и ваш не сделан.")
    expect(hand(page)).to_have_count(cards - 1)
    page.get_by_role("button", name="Понятно").click()
    expect(line(page)).to_be_hidden()
    assert page.evaluate(KEPT) == []


@pytest.mark.thorough  # every day the first test here lets a move through that waited alike
def test_a_bot_goes_on_by_itself_once_the_network_is_back(page: Page) -> None:
    page.route(BOTS, lose)
    sits_alone(page, dealer="1")
    before = ply(page)
    expect(line(page)).to_contain_text("Нет связи. Партия продолжится сама")
    assert ply(page) == before
    page.unroute(BOTS)
    expect(page.get_by_role("heading", name="Ваш ход")).to_be_visible()
    expect(line(page)).to_be_hidden()


def test_whoever_waits_for_an_answer_sees_it(page: Page) -> None:
    """Within 150 ms: the stripe over the hand begins 80 ms after the tap."""
    sits_alone(page)
    held: list[Route] = []
    page.route(HINTS, lambda route: held.append(route))
    with page.expect_request(HINTS):  # the table is busy from the tap on, before anything is on its way
        page.get_by_role("button", name="Подсказка").click()
    expect(page.locator("#table [aria-busy=true]")).to_have_count(1)
    stripe = "getComputedStyle(document.querySelector('.at-dock'), '::before')"
    assert page.evaluate(f"{stripe}.animationName") == "awaited"
    delay = page.evaluate(f"{stripe}.animationDelay")
    assert float(re.sub("s$", "", delay)) < 0.15
    held[0].continue_()
    expect(page.locator("#hint")).to_be_visible()
    expect(page.locator("#table [aria-busy=true]")).to_have_count(0)
