"""Going round the site with the phones of an evening: what each may open, and what it is shown there."""

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, urlsplit

import weasyprint

from tests.wire.site import Form, Page, Phone, shown, text_of

# Where a phone finds what it has opened.
BEGINNINGS = ("/score/recent", "/play/recent", "/play/alchemists", "/notebook/")
OURS = re.compile(r"(/en)?/(score/s|play/m|lab/m|notebook/n)/")
MATCH, POSITION = re.compile(r"(/en)?/play/m/\w+"), re.compile(r"(/en)?/play/\w+/position/edit\?p=")
LATER = re.compile(r'<p class="later"[^>]*><a href="([^"#]+)')
FOR_PROGRAMS = ("view.json", "view.json?ply=3", "record.json")
ALIKE_MOST = 2  # pages of one thing that differ only in a number or in what was tapped
FILE_TYPES = ("text/csv", "application/json", "text/plain")


class Printed(Exception):
    """A document on its way to the printer."""

    def __init__(self, html: str):
        super().__init__("printed")
        self.html = html


@contextmanager
def printer() -> Iterator[None]:
    """What would become a PDF is raised as `Printed` instead, wherever it is made."""

    def stop(self: object, *args: object, string: str = "", **given: object) -> None:
        raise Printed(string)

    logging.disable(logging.CRITICAL)
    try:
        with patch.object(weasyprint.HTML, "__init__", stop):
            yield
    finally:
        logging.disable(logging.NOTSET)


def look(phone: Phone, url: str, told: Callable[[Page], list[str]] = shown) -> dict[str, Any]:
    """What comes at an address: a file whole, a page by its heading and what is `told` of it."""
    try:
        response = phone.get(url)
    except Printed as document:
        return {"url": url, "status": 200, "kind": "pdf", "shows": told(Page(document.html))}
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    found = {"url": url, "status": response.status_code, "kind": kind}
    if kind in FILE_TYPES:
        name = response.headers.get("Content-Disposition", "")
        return {**found, "name": name, "body": text_of(response)}
    if kind != "text/html":
        return {**found, "to": response.headers.get("Location", "")}
    html = text_of(response)
    if POSITION.match(url):
        found["form"] = Form(html, "editor").sent
    return {**found, "heading": Page(html).heading, "shows": told(Page(html + _unfolded(phone, html)))}


def _unfolded(phone: Phone, html: str) -> str:
    """The page with what comes only when it is unfolded, if there is such."""
    link = LATER.search(html)
    return text_of(phone.get(unescape(link[1]))) if link else ""


def walk(phone: Phone, prefix: str = "") -> Iterator[str]:
    """The addresses to which a phone comes by links, from the lists of what it has opened."""
    waiting = [f"{prefix}{url}" for url in BEGINNINGS]
    seen, alike = set(waiting), Counter[tuple[str, tuple[str, ...]]]()
    while waiting:
        url = waiting.pop(0)
        yield url
        for link in [*_links(phone, url), *_unlinked(url)]:
            address = link.partition("#")[0]
            kind = _kind(address)
            if address not in seen and OURS.match(address) and alike[kind] < ALIKE_MOST:
                seen.add(address)
                alike[kind] += 1
                waiting.append(address)


def _unlinked(url: str) -> list[str]:
    """What programs read of a match."""
    return (
        [f"{url}/{name}" for name in ("view.json", "view.json?ply=3", "record.json")]
        if MATCH.fullmatch(url)
        else []
    )


def _links(phone: Phone, url: str) -> list[str]:
    try:
        response = phone.get(url)
    except Printed:
        return []
    if response.headers.get("Content-Type", "").startswith("text/html"):
        return Page(text_of(response)).links
    return []


def _kind(address: str) -> tuple[str, tuple[str, ...]]:
    """An address without numbers at its end, and the names of its parameters."""
    parts = urlsplit(address)
    return re.sub(r"/\d+$", "/N", parts.path), tuple(sorted(dict(parse_qsl(parts.query))))


def token(phone: Phone, url: str) -> dict[str, Any]:
    """Where a capability link leads a phone, and the cookies that it leaves, without their values."""
    response = phone.get(url)
    cookies: Mapping[str, Any] = response.cookies
    kept = ("path", "max-age", "httponly", "samesite", "secure")
    return {
        "url": url,
        "status": response.status_code,
        "to": response.headers.get("Location", ""),
        "cookies": {name: {key: cookie[key] for key in kept} for name, cookie in sorted(cookies.items())},
    }
