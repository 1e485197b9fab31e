"""The pocket in a real browser with the server stopped. CI has no runtime for it: it is skipped there."""

import html
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Browser, expect

from tests.browser.pocketed import A_PAGE, NO_RUNTIME, RUNTIME, Pocketed, Site

pytestmark = [pytest.mark.long, pytest.mark.thorough, pytest.mark.skipif(not RUNTIME, reason=NO_RUNTIME)]
NEEDS_NETWORK = pytest.importorskip("pocket.alone").NEEDS_NETWORK

GAME = "poison"
NUMBERS = ("1", "0", "2", "3", "1", "4", "0", "2", "5")
KILLS = int(os.environ.get("POCKET_KILLS", "9"))  # 200 take a quarter of an hour


class Stopped(NamedTuple):
    """A phone with a pocket; the server is away, and has a sheet at `theirs`."""

    phone: Pocketed
    theirs: str


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory, prepared: Path, browser: Browser) -> Iterator[Stopped]:
    site = Site(prepared, tmp_path_factory.mktemp("pocket"))
    phone = Pocketed(browser, site)
    site.begin()
    assert "Карман отвечает" in phone.take_along()
    theirs = phone.begin_sheet(GAME)
    site.stop()
    yield Stopped(phone, theirs)
    phone.phones.close()
    site.stop()


@pytest.fixture
def phone(stopped: Stopped) -> Iterator[Pocketed]:
    """Its server is stopped, before a test and after it."""
    yield stopped.phone
    stopped.phone.site.stop()


def test_rows_of_the_server_are_never_answered(stopped: Stopped, phone: Pocketed) -> None:
    """«The server's ids are never answered by the pocket», whatever is asked of them."""
    phone.page.goto("/")
    assert phone.status(f"{stopped.theirs}/totals") == 0
    assert phone.status("/score/recent") == 200


def test_nothing_acknowledged_is_lost(phone: Pocketed) -> None:
    """«Two tabs, a killed worker: nothing acknowledged is lost»: killed after each entry."""
    page = phone.page
    assert "/score/s/0" in phone.begin_sheet(GAME)
    for written, number in enumerate(NUMBERS, 1):
        page.locator(f'#pad [data-key="{number}"]').click()
        expect(page.locator("#outbox")).to_be_hidden()
        page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.endsWith('.outbox'))")
        phone.kill_worker()
        assert len(phone.export()) == written
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#sheet")).to_be_visible()
    other.close()
    page.reload()
    assert [entry["text"] for entry in phone.export()] == [*NUMBERS]


# Writes over one cell, one entry after another, until it hears that it is enough; done at a moment of chance.
# A write whose worker is gone may be answered never.
WRITING = """async ({ path, run }) => {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const { entries } = await (await fetch(`${path}/export.json`)).json();
  let base = Math.max(0, ...entries.map(({ number }) => number));
  const said = [];
  const enough = new AbortController(), { signal } = enough;
  window.enough = () => enough.abort();
  const how = { method: "POST", headers, signal };
  const write = (entry) => fetch(`${path}/entries`, { ...how, body: JSON.stringify(entry) });
  await new Promise((first) => {
    window.written = (async () => {
      for (let n = 1; !signal.aborted; n += 1) {
        const client_entry_id = `killed-${run}-${n}`;
        const entry = { cell: "r1.p1.red", text: String(n % 9), base, client_entry_id };
        const answer = await write(entry).catch(() => null);
        const told = answer && (await answer.json().catch(() => null));
        if (!told || !told.entry) return said;
        base = told.entry;
        said.push(client_entry_id);
        first();
      }
      return said;
    })();
    window.written.then(first);
  });
  await new Promise((done) => setTimeout(done, Math.random() * 500));
}"""


def test_nothing_acknowledged_is_lost_in_many_kills(phone: Pocketed) -> None:
    """«Nothing acknowledged is lost (200 kills)»: the worker with its Python ends while it writes."""
    path = urlsplit(phone.begin_sheet(GAME)).path
    phone.page.goto("/")
    acknowledged, lost = set[str](), set[str]()
    for run in range(KILLS):
        phone.page.evaluate(WRITING, {"path": path, "run": run})
        phone.kill_worker()
        said = phone.page.evaluate("() => { window.enough(); return window.written; }")
        there = {entry["client_entry_id"] for entry in phone.ask(f"{path}/export.json")["entries"]}
        acknowledged |= set(said)
        lost |= acknowledged - there
    print(f"{KILLS} kills: {len(acknowledged)} acknowledged, {len(lost)} lost")
    assert not lost
    assert len(acknowledged) >= KILLS


def test_a_form_of_the_pocket_sent_to_the_server(phone: Pocketed) -> None:
    """The network is back before a form is sent that the pocket drew: nothing typed is lost, one more tap
    sends it, and the server has one row.
    """
    page, before = phone.page, phone.site.count("scoring_sheet")
    page.goto(f"/score/{GAME}")
    names = page.locator("input[name=name]")
    for place, name in enumerate(("Оля", "Саша", "Коля")):
        if names.count() <= place:
            page.locator(".add-seat").click()
        names.nth(place).fill(name)
    phone.site.begin()
    page.get_by_role("button", name="Начать счёт").last.click()
    page.get_by_role("button", name="Отправить ещё раз").click()
    page.wait_for_url("**/score/s/*")
    assert "/score/s/0" not in page.url
    expect(page.locator("#sheet")).to_contain_text("Саша")
    assert phone.site.count("scoring_sheet") == before + 1


def test_paper_needs_a_network(phone: Pocketed) -> None:
    """«Says kindly „этого без сети нет“ (503).»"""
    phone.page.goto("/")
    assert phone.status(f"/print/{GAME}/reference.pdf?pocket") == 503


# --- The same pages --------------------------------------------------------------------------------------

LEAST = 0.96
LINK = re.compile(r'href="(/(?!static/|/)[^"#?]*)')
# Of rows; `tests/setup/test_pocket_answers.py` compares them, where they are the same on both sides.
SOMEBODYS = re.compile(r"/[a-z]/[^/]|^/$|/recent$")
TOKENS = re.compile(r'(?<=")[A-Za-z0-9]{64}(?=")|(?<=name="client_entry_id" value=")[\w-]{16}')


ANSWERED_HERE = (
    "(path) => fetch(path).then(({ headers }) => headers.get('Server-Timing').startsWith('pocket'))"
)


def shown(phone: Pocketed, path: str) -> str:
    return TOKENS.sub("", phone.text(path))


def test_pages_are_the_same_bytes(phone: Pocketed) -> None:
    """«At least 96 % of routes byte-equal but for tokens», by the Python of the browser: first the server
    answers, then the pocket.
    """
    phone.site.begin()
    phone.page.goto("/")
    by_server, kinds = dict[str, str](), set[str]()
    waiting = [*LINK.findall(phone.text("/")), "/api/v1"]
    for path in map(html.unescape, waiting):
        with suppress(Resolver404):
            route = resolve(path).route
            if route not in kinds and not SOMEBODYS.search(path) and not NEEDS_NETWORK.search(path):
                kinds.add(route)
                by_server[path] = shown(phone, path)
                waiting.extend(LINK.findall(by_server[path]))
    phone.site.stop()
    assert phone.page.evaluate(ANSWERED_HERE, "/api/v1")
    other = [path for path, text in by_server.items() if shown(phone, path) != text]
    print(f"{len(kinds) - len(other)} of {len(kinds)} routes", other)
    assert len(kinds) > 40
    assert 1 - len(other) / len(kinds) >= LEAST, other


# --- An evening to its end --------------------------------------------------------------------------------

# The seat's first move as long as it has one, else the bot's: until the record opens, or nothing goes on.
PLAYED = """async (path) => {
  const times = { mine: [], theirs: [] };
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const ask = (what, how) => fetch(path + what, { headers: { Accept: "application/json" }, ...how });
  const move = (data) => ask("/move", { method: "POST", headers, body: JSON.stringify(data) });
  const bot = (ply) => ask("/bot", { method: "POST", body: new URLSearchParams({ ply }) });
  let still = 0;
  while (still < 3) {
    const { ply, moves } = await (await ask("/view.json")).json();
    const begun = performance.now();
    const answer = await (moves.length ? move({ seat: 0, ply, move: moves[0] }) : bot(ply));
    if (!answer.ok) return { ...times, failed: await answer.text() };
    const after = await answer.json();
    still = after.ply === ply ? still + 1 : 0;
    if (after.ply === ply) continue;
    times[moves.length ? "mine" : "theirs"].push(Math.round(performance.now() - begun));
  }
  return times;
}"""
GAMES = {"poison": 3, "potions": 2, "alchemists": 2, "wizwar": 2}  # as few as play it


def begin_match(phone: Pocketed, game: str) -> str:
    """A match with bots, from the form; its path."""
    page = phone.page
    page.goto(f"/play/{game}/new" if game == "alchemists" else f"/play/{game}")
    page.locator(f"input[name=seats][value='{GAMES[game]}']").check(force=True)
    page.locator(".start-dock .btn").click()
    page.wait_for_url("**/play/m/0*")
    page.locator("#table[data-ply]").wait_for()
    return phone.path


def tell(game: str, played: Mapping[str, list[int]]) -> None:
    """For who runs it with `-s`: what a move of one's own took, and of a bot."""
    for whose in ("mine", "theirs"):
        times = sorted(played[whose])
        print(f"{game} {whose}: {len(times)}, median {times[len(times) // 2]} ms, longest {times[-1]} ms")


def entered(entries: Iterable[Mapping[str, str]]) -> list[tuple[str, str, str]]:
    return [(entry["cell"], entry["text"], entry["client_entry_id"]) for entry in entries]


def give_sheet(phone: Pocketed) -> None:
    """The one that is open: first without a server, then again and again; it is there once."""
    page, here, before = phone.page, phone.path, phone.site.count("scoring_sheet")
    rows = page.locator("#pocket-giving [data-rows]")
    page.locator("#pocket-giving [data-give]").click()
    expect(rows).to_contain_text("Сети нет")
    phone.site.begin()
    page.reload()  # what waits goes by itself
    expect(rows).to_contain_text("Отдано серверу", timeout=A_PAGE)
    there = phone.give()
    page.goto(there)
    given, written = phone.ask(f"{there}/export.json"), phone.ask(f"{here}/export.json")
    assert entered(given["entries"]) == entered(written["entries"])
    assert given["finished"]
    assert given["totals"] == written["totals"]
    assert phone.site.count("scoring_sheet") == before + 1


def give_match(phone: Pocketed, match: str, record: str) -> None:
    """From the list, and once more from its page; it stays in the pocket, which says where it went."""
    page, before = phone.page, phone.site.count("simulator_match")
    page.goto("/play/recent?pocket")
    page.locator("#pocket-giving [data-give]").click()
    given = page.locator(f"#pocket-giving [data-row='{match}']")
    expect(given).to_contain_text("Отдано серверу", timeout=A_PAGE)
    page.goto(match)
    there = phone.give()
    assert json.loads(phone.text(f"{there}/record.json"))["moves"] == json.loads(record)["moves"]
    assert phone.site.count("simulator_match") == before + 1
    page.goto(match)
    expect(page.locator("#pocket-giving [data-rows]")).to_contain_text("Отдано серверу")


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_to_its_end(game: str, phone: Pocketed) -> None:
    """«An evening of each game to its end, its sheet and match given to the server and verified.»"""
    page = phone.page
    match = begin_match(phone, game)
    played = page.evaluate(PLAYED, match)
    assert "failed" not in played, played["failed"]
    tell(game, played)
    record = phone.text(f"{match}/record.json")
    page.goto(match)
    page.locator("[formaction$='/pour']").first.click()
    page.wait_for_url("**/score/s/0*")
    give_sheet(phone)
    give_match(phone, match, record)
    page.goto(f"/play/{game}/record")
    page.locator("textarea[name=record]").fill(record)
    page.locator("button[name=do][value=prove]").click()
    expect(page.locator("main")).to_contain_text("Всё сошлось")
