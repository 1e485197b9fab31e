"""Moves that a pocket shows before the server has answered, in a real browser. CI has no runtime for it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.pocketed import NO_RUNTIME, RUNTIME, Pocketed, Site

pytestmark = [pytest.mark.long, pytest.mark.thorough, pytest.mark.skipif(not RUNTIME, reason=NO_RUNTIME)]
pytest.importorskip("pocket")

GAME = "poison"
MOVE = re.compile(r"/play/m/\w+/move$")
AHEAD = "[data-ahead]"
LEGAL = """() => [...document.querySelectorAll("#move-form noscript")]
    .flatMap((part) => [...part.textContent.matchAll(/value="(play [^"]+)"/g)]).map((found) => found[1])"""
SEND = """(move) => {
    const field = document.querySelector("#move-form [data-move]");
    field.disabled = false;
    field.value = move;
    htmx.trigger("#move-form", "submit");
    field.disabled = true;
}"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, prepared: Path, browser: Browser) -> Iterator[Page]:
    site = Site(prepared, tmp_path_factory.mktemp("pocket"))
    site.begin()
    phone = Pocketed(browser, site)
    assert "Карман отвечает" in phone.take_along()
    yield phone.page
    phone.phones.close()
    site.stop()


def awake(page: Page) -> None:
    """The pocket has drawn this table: it is the reader's turn."""
    with page.expect_response(lambda answer: "pocket-ahead" in answer.url and answer.status == 204):
        page.reload()
    expect(page.locator("#table .at-status.mine")).to_be_visible()
    page.wait_for_timeout(100)  # what came is read by a script


def own_turn(page: Page) -> str:
    """A move that is legal now; bots play until then."""
    while not page.locator("#table .at-status.mine").count():
        page.locator("#table [form=bot-form], #table .at-status.mine").first.wait_for()
        page.wait_for_timeout(300)
    awake(page)
    return str(page.evaluate(LEGAL)[0])


def test_a_move_at_a_table_of_the_server_is_shown_at_once(page: Page) -> None:
    """«Shown by the local engine at once and confirmed by the server»: marked until then; what is there in
    the end is what the server answered, and nothing was sent but the move, once.
    """
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.goto(f"/play/{GAME}")
    page.locator("main form .btn:visible").filter(has_text=re.compile("Начать|Играть|Раздать")).last.click()
    page.wait_for_url("**/play/m/*")
    move = own_turn(page)
    sent.clear()
    held: list[Route] = []
    page.route(MOVE, lambda route: held.append(route))
    page.evaluate(SEND, move)
    expect(page.locator(AHEAD)).to_contain_text("ждёт сервера")
    expect(page.locator("#table")).to_be_hidden()
    shown = page.locator(f"{AHEAD} .at-board").inner_html()
    assert [url.rpartition("/")[2] for url in sent] == ["move", "pocket-ahead?pocket"]
    held[0].continue_()
    page.unroute(MOVE)
    expect(page.locator(AHEAD)).to_have_count(0)
    expect(page.locator("#table")).to_be_visible()
    assert without_ids(page.locator("#table .at-board").first.inner_html()) == without_ids(shown)
    expect(page.locator("#table .at-said")).to_have_count(0)


def without_ids(html: str) -> str:
    return re.sub(r' (id|class|style|aria-busy)="[^"]*"', "", html)


def test_another_answer_wins_and_is_said(page: Page) -> None:
    """Whatever the pocket has shown; and a move that doesn't get through waits for the network, as ever."""
    move = own_turn(page)
    page.route(MOVE, other_answer)
    page.evaluate(SEND, move)
    expect(page.locator("#table .at-said")).to_contain_text("Сервер ответил не так")
    expect(page.locator(AHEAD)).to_have_count(0)
    page.unroute(MOVE)
    move = own_turn(page)
    lost: list[Route] = []
    page.route(MOVE, lambda route: lost.append(route))
    page.evaluate(SEND, move)
    expect(page.locator(AHEAD)).to_be_visible()
    lost[0].abort()
    expect(page.locator(AHEAD)).to_have_count(0)
    expect(page.locator("#at-line")).to_contain_text("Ход ждёт и уйдёт сам")
    page.unroute(MOVE)


def other_answer(route: Route) -> None:
    """The server's own, once the pocket has shown something else."""
    page = route.request.frame.page
    page.locator(AHEAD).wait_for()
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("ход ", "ход ход "))
