"""Paper without waiting: what isn't there yet is asked for, and a process of its own makes it."""

import os
import resource
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlencode

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import Settings

from rulebook.content.reading import game_ids, load
from rulebook.printing import first_pages, menu, pdf, press, store, views
from scoring.management.commands import printer
from tests.daily import daily

pytestmark = pytest.mark.django_db
REFERENCE = "/print/poison/reference.pdf"
BROWSER = {"headers": {"Accept": "text/html,application/xhtml+xml"}}
OWN = f"127.0.0.1:{site.PORT}"
SMALL = "<title>Мало</title><p>13</p>"


@pytest.fixture(autouse=True)
def apart(settings: Settings, tmp_path: Path) -> Path:
    """As on a server: workers only ask. The cache is empty."""
    settings.DATA_DIR = tmp_path
    settings.PRINT_AT_ONCE = False
    views._known.clear()
    return tmp_path / "print"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the engine is given; it gives back bytes at once."""
    given: list[str] = []

    class Quick:
        def pdf(self, html: str) -> bytes:
            given.append(html)
            return f"%PDF {len(html)}".encode()

    monkeypatch.setattr(pdf, "engine", lambda: Quick())
    monkeypatch.setattr(press, "in_child", lambda work: work())
    return given


def once(menu_of: list[Callable[[], str]] | None = None, steps: int = 3) -> None:
    """Lets the press take so many steps and, if a menu is given, make all that it opens."""
    press.run(stops_after(steps))
    if menu_of is not None:
        press.make_ahead([press.MenuDocument(each) for each in menu_of])


def stops_after(steps: int) -> Callable[[], bool]:
    left = iter(range(steps))
    return lambda: next(left, None) is None


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "PAUSES", dict.fromkeys(press.PAUSES, 0.0))


def no_engine() -> NoReturn:
    raise AssertionError("a web worker made a PDF")


def test_a_worker_never_makes_a_pdf_and_equal_wishes_are_one(
    client: Client, apart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H2: eight clients for one cold rulebook stopped the whole site for a minute."""
    monkeypatch.setattr(pdf, "engine", no_engine)
    for _ in range(3):
        answer = client.get(REFERENCE)
        assert (answer.status_code, answer["Retry-After"]) == (503, "3")
        assert answer.content.decode().endswith("Спросите ещё раз через несколько секунд.\n")
    assert len(list((apart / "asked").iterdir())) == 1


def test_a_browser_reads_what_is_being_made_and_gets_it_once_it_is_there(
    client: Client, drawn: list[str]
) -> None:
    waiting = client.get(REFERENCE, **BROWSER)
    page = waiting.content.decode()
    assert waiting.status_code == 202
    assert "Готовим файл: Алхимия" in page
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in page
    ready = page.split('data-being-made="')[1].split('"')[0]
    assert client.get(ready).status_code == 204
    once()
    assert client.get(ready).status_code == 200
    made = client.get(REFERENCE, **BROWSER)
    assert (made.status_code, made["Content-Type"]) == (200, "application/pdf")
    assert made.content == f"%PDF {len(drawn[0])}".encode()
    assert client.get(REFERENCE, headers={"If-None-Match": made["ETag"]}).status_code == 304


def test_an_address_is_drawn_up_once_and_never_by_two_threads_of_a_worker(
    client: Client, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """H2: ten readers of ten cold rulebooks leave threads for other pages."""
    with views._drawing_up:
        busy = client.get(REFERENCE, **BROWSER)
        assert (busy.status_code, client.get(REFERENCE).status_code) == (202, 503)
        assert '<meta http-equiv="refresh"' in busy.content.decode()
    client.get(REFERENCE)
    once()
    monkeypatch.setattr(views, "html_of", lambda *asked: pytest.fail("drawn up again"))
    assert client.get(REFERENCE).status_code == 200


def test_head_has_the_headers_and_nothing_made(client: Client, apart: Path, drawn: list[str]) -> None:
    """H2: HEAD rendered, too."""
    head = client.head(REFERENCE)
    assert (head.status_code, head["Content-Type"]) == (200, "application/pdf")
    assert "Content-Length" not in head
    assert not (apart / "asked").exists()
    client.get(REFERENCE)
    once()
    assert client.head(REFERENCE)["Content-Length"] == str(len(client.get(REFERENCE).content))
    assert head["ETag"] == client.get(REFERENCE)["ETag"]


@pytest.mark.parametrize("name", ["a", "A" * 32, "0" * 31, "a" * 3000])
def test_what_can_be_no_document_is_never_there(client: Client, name: str) -> None:
    assert client.get(f"/printing/{name}").status_code == 404


def test_a_press_makes_wishes_in_the_order_of_asking_and_each_once(drawn: list[str]) -> None:
    wishes = [f"{SMALL}{n}" for n in range(3)]
    for age, html in zip((30, 20, 10), wishes, strict=True):
        assert press.ask(html) is press.State.ASKED
        path = store.asked_dir() / f"{pdf.digest(html)}.html"
        os.utime(path, (path.stat().st_mtime - age,) * 2)
        press.ask(html)
    once(steps=9)
    assert drawn == wishes
    assert all(pdf.is_finished(pdf.digest(html)) for html in wishes)


def test_fifty_who_ask_for_one_document_wait_for_one(client: Client, apart: Path, drawn: list[str]) -> None:
    """«A document asked for by fifty at once: a clear message, nothing lost, no 500.»"""
    answers = [client.get(REFERENCE, **BROWSER) for _ in range(50)]
    assert {answer.status_code for answer in answers} == {202}
    assert all("Готовим файл: Алхимия" in answer.content.decode() for answer in answers)
    once()
    assert len(drawn) == 1
    assert client.get(REFERENCE, **BROWSER).status_code == 200


def test_fifty_threads_that_ask_for_one_document_leave_one_wish(apart: Path) -> None:
    with ThreadPoolExecutor(50) as threads:
        states = set(threads.map(press.ask, [SMALL] * 50))
    assert states == {press.State.ASKED}
    assert [path.name for path in (apart / "asked").iterdir()] == [f"{pdf.digest(SMALL)}.html"]


def test_of_fifty_documents_some_are_asked_for_again_and_none_is_lost(
    client: Client, drawn: list[str]
) -> None:
    """Those beyond the line are told so by a page that asks again by itself."""
    wishes = [f"{SMALL}{n}" for n in range(50)]
    asked = [html for html in wishes if press.ask(html) is press.State.ASKED]
    assert len(asked) == press.MOST_ASKED
    refused = client.get(REFERENCE, **BROWSER)
    page = refused.content.decode()
    assert (refused.status_code, refused["Retry-After"]) == (503, "20")
    assert "Слишком много файлов ждут очереди. Страница спросит снова сама." in page
    assert '<meta http-equiv="refresh" content="20">' in page
    once(steps=50)
    assert client.get(REFERENCE, **BROWSER).status_code == 202
    assert {press.ask(html) for html in wishes if html not in asked} == {press.State.ASKED}
    once(steps=50)
    assert all(pdf.is_finished(pdf.digest(html)) for html in wishes)
    assert client.get(REFERENCE, **BROWSER).status_code == 200


def test_a_document_that_cannot_be_made_says_so_and_stops_nothing(
    client: Client, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get(REFERENCE)
    monkeypatch.setattr(press, "in_child", lambda work: "")
    once(steps=2)
    failed = client.get(REFERENCE, **BROWSER)
    assert failed.status_code == 500
    assert "Не напечаталось" in failed.content.decode()
    monkeypatch.setattr(press, "in_child", lambda work: work())
    store.store().forget_failures()  # a new press tries again
    client.get(REFERENCE)
    once(steps=2)
    assert client.get(REFERENCE).status_code == 200


def test_a_child_gives_back_its_memory_and_its_fault_is_its_own() -> None:
    def grows() -> str:
        bytearray(200_000_000)
        return str(os.getpid())

    def fails() -> str:
        os.close(2)  # its traceback is no news here
        raise ValueError

    assert press.in_child(grows) not in ("", str(os.getpid()))
    assert press.in_child(fails) == ""
    assert press.in_child(lambda: os._exit(9)) == ""
    assert press.in_child(lambda: os.kill(os.getpid(), signal.SIGXCPU)) == ""  # worked for too long
    most = str(press.MOST_CPU)
    assert press.in_child(lambda: str(resource.getrlimit(resource.RLIMIT_CPU)[0])) == most


def test_a_child_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "LONGEST", 0.05)
    reading, writing = os.pipe()
    assert press.in_child(lambda: os.read(reading, 1).decode()) == ""
    os.close(reading)
    os.close(writing)


def test_nothing_is_made_ahead_while_somebody_waits(
    drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    press.ask(SMALL)
    monkeypatch.setattr(press.time, "sleep", lambda pause: once(steps=1))  # meanwhile the printer works
    press.make_ahead([press.MenuDocument(lambda: "<p>меню")])
    assert drawn == [SMALL, "<p>меню"]


def test_what_menus_open_lies_apart_and_old_editions_go(apart: Path, drawn: list[str]) -> None:
    """H2: 400 sheets for 400 ports pushed the real ones out of the cache."""
    once([lambda: "<p>прежде"], steps=4)
    once([lambda: SMALL], steps=4)
    assert [path.stem for path in (apart / "menu").iterdir()] == [pdf.digest(SMALL)]
    once([lambda: SMALL], steps=4)
    assert drawn == ["<p>прежде", SMALL]


def test_nothing_that_menus_open_goes_while_one_of_them_cannot_be_made(
    apart: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What can't be named can't be told from an old edition, and everything would have to be made again."""
    once([lambda: SMALL], steps=4)
    monkeypatch.setattr(press, "in_child", lambda work: "")
    once([lambda: "<p>не делается"], steps=4)
    assert [path.stem for path in (apart / "menu").iterdir()] == [pdf.digest(SMALL)]


def test_a_menu_shows_the_first_pages_that_are_made_and_a_drawing_till_then(
    client: Client, apart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Print by need: thumbnails are made from the very PDF, by the press; pages of former editions go."""
    monkeypatch.setattr(press, "in_child", lambda work: work())
    name = first_pages.name_of("ru", "poison", "reference")
    assert "paper-preview" in picture_of(client, "/print/poison")
    for edition in (SMALL, SMALL.replace("13", "14")):
        press.make_ahead([press.MenuDocument(lambda html=edition: html, name)])
        shown = picture_of(client, "/print/poison")
        address = shown.partition('src="')[2].partition('"')[0]
        assert address == f"/print/poison/reference/{pdf.digest(edition)}.png"
        answer = client.get(address)
        assert answer.content.startswith(b"\x89PNG")
        assert len(answer.content) < 30_000
        assert "immutable" in answer["Cache-Control"]
    assert len(list((apart / "menu" / "first").iterdir())) == 1
    assert "paper-preview" in picture_of(client, "/en/print/poison")
    other = f"/print/poison/reference/{'0' * 32}.png"
    for wrong in (f"/en{address}", address.replace("reference", "cards"), other):
        assert client.get(wrong).status_code == 404, wrong


def picture_of(client: Client, menu_address: str) -> str:
    """What stands beside the form of the reference sheet."""
    page = client.get(menu_address).content.decode()
    return page.partition("/reference.pdf")[0].rpartition("print-preview")[2]


class Menu(HTMLParser):
    """What the forms of a page open as they stand there, none of their options changed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.opened: list[tuple[str, list[tuple[str, str]]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.opened.append((given["action"], []))
        elif tag == "input" and (given.get("type") != "radio" or "checked" in given):
            self.opened[-1][1].append((given["name"], given.get("value", "")))
        elif tag == "textarea":
            self.text = given["name"]

    def handle_data(self, data: str) -> None:
        if self.text:
            self.opened[-1][1].append((self.text, data))
            self.text = ""

    def addresses(self) -> list[str]:
        return [f"{url}?{urlencode(sent)}" for url, sent in self.opened if url.endswith(".pdf")]


@pytest.mark.parametrize("game", daily(game_ids(), ["potions"]))  # has boxes
def test_all_that_a_menu_opens_unchanged_is_made_ahead(
    client: Client, game: str, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Both languages, and as a form sends it: with its options at their defaults, those of boxes, too. And
    «every printed document has the QR» of its edition.
    """
    settings.LAN_URL = f"http://192.168.1.5:{settings.PORT}"
    monkeypatch.setattr(menu, "game_ids", lambda: [game])
    drawn = [each.html() for each in menu.opened(printer.of_scoring)]
    assert all('<div class="edition-code' in html for html in drawn)
    ahead = {pdf.digest(html) for html in drawn}
    menus = [Menu(client.get(f"{lang}/print/{game}").content.decode()) for lang in ("", "/en")]
    asked = [url for each in menus for url in each.addresses()]
    tags = [client.head(url, headers={"Host": OWN})["ETag"] for url in asked]
    assert {tag.strip('"') for tag in tags} == ahead
    assert len(tags) == len(ahead)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:1", "127.0.0.1:2", "localhost:8000", "[::1]:9"])
def test_a_digest_does_not_depend_on_the_port_of_a_request(client: Client, host: str) -> None:
    """H2: each port had a sheet of its own, and each took a second."""
    url = "/print/poison/sheet.pdf"
    assert client.head(url, headers={"Host": host})["ETag"] == client.head(url, headers={"Host": OWN})["ETag"]


def test_a_name_keeps_its_own_port_or_none(client: Client) -> None:
    url = "/print/poison/sheet.pdf"
    tags = [client.head(url, headers={"Host": f"testserver{port}"})["ETag"] for port in (":1", ":2", "")]
    assert tags[0] == tags[1] != tags[2]


def test_games_have_some_sixty_documents_ahead() -> None:
    assert len(menu.opened(printer.of_scoring)) in range(50, 71)
    assert load("poison")
