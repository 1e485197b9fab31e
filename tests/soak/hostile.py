"""Requests that no page of ours sends, to every address of the site: none may end in a fault of the site."""

import random
import time
from collections import Counter
from pathlib import Path
from urllib.parse import quote, urlencode

from django.urls import get_resolver

from tests.setup.test_finder import routes
from tests.soak.browser import FAILURES, Browser, running

METHODS = ("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "BREW")
NOT_ASCII = ("яд", "\N{ARABIC-INDIC DIGIT ONE}", "\N{ZERO WIDTH JOINER}")
MARKUP = ("<script>", "' or 1=1--", "{}", "[]", "null", "../../etc/passwd", "%00")
NUMBERS = ("0", "1", "-1", "9" * 400)
WORDS = ("poison", "potions", "wizwar", "alchemists", "x", "a" * 3000, *NUMBERS, *NOT_ASCII, *MARKUP)
FIELDS = (
    "name",
    "do",
    "seat",
    "move",
    "ply",
    "cell",
    "text",
    "base",
    "v",
    "p",
    "q",
    "record",
    "config",
    "seed",
    "boxes",
)
BODIES = (b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"a":' * 2000, b'{"text": NaN}', b"9" * 5000)
TYPES = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/\x7f",
)


def run(data: Path, requests: int, seconds: float, chance: random.Random) -> str:
    """One line of figures."""
    addresses = [route.replace("^", "").replace("en/", "") for route in routes(get_resolver())]
    statuses, faults, silent = Counter[int](), Counter[str](), 0
    with running(data) as site:
        site.wait_until_whole()
        end = time.monotonic() + seconds
        browser = Browser(site.port)
        own = browser.new_sheet()
        while sum(statuses.values()) + silent < requests and time.monotonic() < end:
            route = chance.choice(addresses)
            path = own if chance.random() < 0.2 else _filled(route, chance)
            method = chance.choice(METHODS)
            try:
                answer = browser.ask(
                    path, method, _body(browser, method, chance), **_headers(browser, chance)
                )
            except FAILURES:
                silent += 1
                continue
            statuses[answer.status] += 1
            if answer.status >= 500 and "Retry-After" not in answer.headers:
                faults[f"{method} {route}"] += 1
    said = ", ".join(f"{n}× {status}" for status, n in sorted(statuses.items()))
    return (
        f"hostile: {sum(statuses.values())} requests ({said}), {silent} without an answer, "
        f"{sum(faults.values())} faults {dict(faults) or ''}"
    ).rstrip()


def _filled(route: str, chance: random.Random) -> str:
    """An address of this kind, with a word in each of its places; and a query now and then."""
    parts = [chance.choice(WORDS) if part.startswith("<") else part for part in route.split("/")]
    language = "/en" if chance.random() < 0.2 else ""
    query = f"?{urlencode(_fields(chance))}" if chance.random() < 0.4 else ""
    return f"{language}/{'/'.join(quote(part, safe='<>%.') for part in parts)}{query}".replace("<", "%3C")


def _fields(chance: random.Random) -> list[tuple[str, str]]:
    return [(chance.choice(FIELDS), chance.choice(WORDS)) for _ in range(chance.randrange(5))]


def _body(browser: Browser, method: str, chance: random.Random) -> bytes | None:
    if method in ("GET", "HEAD"):
        return None
    if chance.random() < 0.5:
        return chance.choice(BODIES)
    return urlencode([("csrfmiddlewaretoken", browser.cookie("csrftoken")), *_fields(chance)]).encode()


def _headers(browser: Browser, chance: random.Random) -> dict[str, str]:
    headers = {"Content-Type": chance.choice(TYPES)}
    if chance.random() < 0.7:
        headers["X-CSRFToken"] = browser.cookie("csrftoken")
    if chance.random() < 0.2:
        headers["Accept"] = "application/json"
    if chance.random() < 0.2:
        headers["HX-Request"] = "true"
    return headers
