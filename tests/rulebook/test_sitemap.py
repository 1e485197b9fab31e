"""Issue 18: `sitemap.xml`, only where the site has an address of its own; both languages."""

from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.test import Client
from pytest_django import Settings

from rulebook.content.reading import game_ids, whole

SITE = "https://grimoire.example"
SPACE = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


@pytest.fixture
def pages(client: Client, settings: Settings) -> dict[str, set[str]]:
    """The addresses on the map, each with those of the same page in every language."""
    settings.PUBLIC_URL = SITE
    answer = client.get("/sitemap.xml")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/xml; charset=utf-8")
    found = ElementTree.fromstring(answer.content).iterfind("s:url", SPACE)
    return {
        str(page.findtext("s:loc", namespaces=SPACE)): {
            link.attrib["href"] for link in page.iterfind("x:link", SPACE)
        }
        for page in found
    }


def test_a_table_at_home_is_on_no_map(client: Client) -> None:
    assert client.get("/sitemap.xml").status_code == 404


def test_every_rule_and_card_is_on_the_map_in_both_languages(pages: dict[str, set[str]]) -> None:
    for game_id in game_ids():
        game = whole(game_id)
        names = [clause.id for clause in game.clauses] + [f"cards/{card.id}" for card in game.cards]
        for name in names:
            twins = {f"{SITE}{prefix}/rules/{game_id}/{name}" for prefix in ("", "/en")}
            assert all(pages[url] == twins for url in twins)


@pytest.mark.django_db
@pytest.mark.thorough  # every day test_pages opens each kind of page, and rooms their own
def test_what_is_on_the_map_is_there(client: Client, pages: dict[str, set[str]]) -> None:
    """One page of each kind of each game; the map itself is made by the routes that serve them."""
    paths = [urlsplit(url).path for url in pages]
    kinds = {}
    for path in paths:
        parts = path.removeprefix("/en").split("/")
        kinds.setdefault((*parts[:3], len(parts), parts[-1].count(".")), path)
    assert len(kinds) > len(game_ids())
    for path in kinds.values():
        assert client.get(path).status_code == 200, path
