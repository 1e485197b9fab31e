"""Reads reference sheets, on paper and on a page: numbers with their marks, links, words of sections."""

import gzip
import re
import time
from html import unescape

from django.test import Client

from tests.markup import AS_SENT

NUMBERS = re.compile(r'<(?:span class="num"|b class="margin")>(.*?)</(?:span|b)>', re.DOTALL)
LINKS = re.compile(r'<a class="clause-link" href="(?:/en)?/rules/([^/"]*)/([^"?]*)"[^>]*>([\d.]+)')
SECTIONS = re.compile(r'<section(?: class="(?:boxed|art)")?>.*?</section>', re.DOTALL)


def page_of(client: Client, game: str, lang: str = "ru") -> str:
    """What the page of a sheet shows besides what all pages do."""
    answer = client.get(f"{'/en' if lang == 'en' else ''}/rules/{game}/reference")
    assert answer.status_code == 200
    return answer.content.decode().partition('<div class="reference">')[2].partition("<nav")[0]


def without_tags(html: str, kept: str = "") -> str:
    return " ".join(unescape(re.sub(rf"<(?!/?(?:{kept or '-'})\b)[^>]*>", " ", html)).split())


def numbers(html: str) -> list[str]:
    """«3.8, 3.7†» and so on, in their order."""
    return [without_tags(group, "sup").replace(" ", "") for group in NUMBERS.findall(html)]


def words(html: str) -> list[str]:
    """What the sections of the sheet say, without their drawings."""
    drawn = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
    return [without_tags(drawn.sub("", section)).replace(" ", "") for section in SECTIONS.findall(html)]


def cost_of(client: Client, address: str) -> tuple[int, float]:
    """Bytes of a page, compressed, and its work in that of an empty one."""

    def fastest(address: str) -> float:
        taken = []
        for _ in range(7):
            begun = time.process_time()
            assert client.get(address, **AS_SENT).status_code == 200
            taken.append(time.process_time() - begun)
        return min(taken)

    weight = len(gzip.compress(client.get(address, **AS_SENT).content))
    return weight, fastest(address) / fastest("/search")
