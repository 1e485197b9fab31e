"""Reads pages about cards: their lists, their tables, their words."""

import re

from django.test import Client


def page(client: Client, path: str, **data: str) -> str:
    response = client.get(path, data)
    assert response.status_code == 200
    return response.content.decode()


def listed(html: str) -> list[str]:
    """The cards of a list, as pictures or as rows."""
    return re.findall(r'<a class="(?:face|row \w+-row)" href="/rules/\w+/cards/([^"?]+)', html)


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("\u00a0", " ").split())


def facts(html: str) -> dict[str, str]:
    """Heads and cells of a page's tables as text."""
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', html, re.S)
    return {text_of(head): text_of(cells) for head, cells in rows}
