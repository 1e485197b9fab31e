"""Every page that links lead to: axe finds nothing, nothing scrolls sideways, all is well formed."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import resolve
from django.utils import translation
from playwright.sync_api import Page

from tests.daily import Run, daily

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
NARROW = {"width": 360, "height": 740}
# Every day one page of each kind by day; tests/rulebook/test_look.py holds all colours.
SWEPT = [("", "ru", "light", 1)]
# Then these are left out: each has a like among the others, which starts, lists, shares or asks the same.
ALIKE = (
    "rulebook:print",
    "rulebook:ruling",
    "scoring:join",
    "simulator:alchemists_start",
    "simulator:lab_code",
    "simulator:lesson_step",
    "simulator:match_position",
    "simulator:open_record",
    "simulator:recent",
    "simulator:share",
)
# Of long pages those of the smallest game come first: axe takes a quarter of a minute for the others.
SMALL = ("/overflow.take", "/all", "/rulings", "/coverage", "", "/reference", "/cards", "/glossary")
INLINE = re.compile(r"<style|\sstyle=")  # which the policy for content refuses
LINKS = "[...document.querySelectorAll('a[href]:not([download])')].map(a => a.getAttribute('href'))"
FACTS = """() => ({
    title: document.title.trim(),
    lang: document.documentElement.lang,
    headings: document.querySelectorAll('h1').length,
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    twins: [...document.querySelectorAll('[id]')].map(e => e.id).filter((id, n, ids) => ids.indexOf(id) < n),
})"""


def start_sheet(page: Page, prefix: str) -> str:
    page.goto(f"{prefix}/score/poison")
    for row, name in enumerate(["Оля", "Александрина Константиновна-Заозёрская", "Коля", "Рита"]):
        page.locator("input[name=name]").nth(row).fill(name)
    page.locator("main form button[type=submit], main form button:not([type])").last.click()
    page.wait_for_url("**/score/s/*")
    return urlsplit(page.url).path


def start_match(page: Page, prefix: str) -> str:
    page.goto(f"{prefix}/play/poison")
    page.locator("main form [data-start], main form .btn:not(.second):not(.quiet)").last.click()
    page.wait_for_url("**/play/m/*")
    page.locator("#table").wait_for()
    return urlsplit(page.url).path


def enter_cards(page: Page, prefix: str) -> str:
    """A set of a table's own cards, one of them with a name as long as any may be."""
    page.goto(f"{prefix}/cards/wizwar")
    page.locator("[name=life-troll]").fill("9")
    page.locator("[name=own-name-0]").fill("Каменный голем горы Карамангостанской")
    page.locator("[name=own-like-0]").select_option("troll")
    page.locator("button[value=save]").click()
    page.wait_for_url("**/cards/wizwar/*")
    return urlsplit(page.url).path


def language_of(path: str) -> str:
    return "en" if f"{path}/".startswith("/en/") else "ru"


def route_of(address: str) -> str | None:
    """The name of the page that an address leads to, None for files."""
    path = urlsplit(address).path
    if path.startswith("/static/") or path.endswith((".pdf", ".csv", ".json", ".txt")):
        return None
    with translation.override(language_of(path)):
        return resolve(path).view_name


def walk(page: Page, starts: list[str], lang: str, most: int) -> Iterator[str]:
    """Visits pages from `starts` on, at most so many of each kind; yields the address of the open page."""
    waiting, seen, counts = list(starts), set(), dict.fromkeys(ALIKE if most == 1 else (), most)
    while waiting:
        address = waiting.pop(0)
        route = route_of(address)
        if route is None or address in seen or language_of(urlsplit(address).path) != lang:
            continue
        seen.add(address)
        if counts.get(route, 0) >= most:
            continue
        counts[route] = counts.get(route, 0) + 1
        response = page.goto(address)
        assert response is not None
        if "text/html" not in response.headers.get("content-type", ""):
            continue
        assert response.status == 200, address
        assert not INLINE.search(response.text()), f"{address} has inline style"
        page.evaluate("() => document.fonts.ready.then(() => true)")
        yield address
        found = [link.partition("#")[0] for link in page.evaluate(LINKS)]
        waiting += [link for link in dict.fromkeys(found) if link.startswith("/")]


def sizes_of(number: int) -> tuple[dict[str, int], ...]:
    """Those at which a page is looked at; every day it comes at the last one of the page before it, as to be
    laid out anew costs half of what loading does.
    """
    if not Run.is_daily:
        return DESKTOP, PHONE, NARROW
    return (NARROW, DESKTOP) if number % 2 else (DESKTOP, NARROW)


@pytest.mark.long
@pytest.mark.parametrize(
    ("prefix", "lang", "scheme", "most"),
    daily([*SWEPT, ("", "ru", "light", 2), ("/en", "en", "dark", 2)], SWEPT),
)
def test_every_page_is_sound(
    page: Page, axe: Callable[..., None], prefix: str, lang: str, scheme: str, most: int
) -> None:
    page.emulate_media(color_scheme=scheme)
    starts = [
        f"{prefix}/" if prefix else "/",
        start_sheet(page, prefix),
        start_match(page, prefix),
        enter_cards(page, prefix),
        *(f"{prefix}/rules/poison{page}" for page in SMALL),
        f"{prefix}/search?q=%D0%BA%D0%BE%D1%82%D1%91%D0%BB",
        f"{prefix}/search?q=%D1%8A%D1%8A%D1%8A%D1%8A%D1%8A",
    ]
    kinds = set[str | None]()
    for number, address in enumerate(walk(page, starts, lang, most)):
        for size in sizes_of(number):
            page.set_viewport_size(size)
            facts = page.evaluate(FACTS)
            assert facts["sideways"] <= 0, f"{address} scrolls sideways at {size['width']}"
            if size is NARROW:
                axe(page)
        assert facts["title"], address
        assert facts["lang"] == lang, address
        assert facts["headings"] == 1, f"{address}: {facts['headings']} h1"
        assert facts["twins"] == [], address
        kinds.add(route_of(address))
    assert len(kinds) >= 20, sorted(map(str, kinds))
