"""Pages of a game as links lead to them, without a browser."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlsplit

from django.test import Client
from django.urls import resolve
from django.utils import translation

LINK = re.compile(r'<a\b[^>]*\bhref="(/[^"#]*)')
DOORS = ("/rules/{game}", "/play/{game}", "/score/{game}", "/print/{game}", "/rules/{game}/coverage")
FILES = (".pdf", ".csv", ".json", ".txt", ".toml")


def walk(client: Client, game: str, lang: str, most: int = 1000) -> Iterator[tuple[str, str]]:
    """(address, HTML) of a game's pages in a language, at most so many of one kind. Each must open."""
    prefix = "/en" if lang == "en" else ""
    waiting = [prefix + door.format(game=game) for door in DOORS]
    seen: set[str] = set()
    counts: Counter[str] = Counter()
    while waiting:
        address = waiting.pop(0)
        path = urlsplit(address).path
        own = game in path.split("/") and path.startswith("/en/") == (lang == "en")
        if address in seen or not own or path.startswith("/static/") or path.endswith(FILES):
            continue
        seen.add(address)
        with translation.override(lang):
            route = resolve(path).view_name
        counts[route] += 1
        if counts[route] > most:
            continue
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address
        if answer.headers["Content-Type"].startswith("text/html"):
            html = answer.content.decode()
            yield address, html
            waiting += [unescape(link) for link in LINK.findall(html)]


def text_of(html: str) -> str:
    """What stands in the main part of a page, without tags."""
    main = re.search(r"<main\b.*</main>", html, re.DOTALL)
    assert main is not None
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main[0])).replace("\u00a0", " ").split())
