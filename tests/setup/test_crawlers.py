"""L3: /robots.txt and /favicon.ico were 404."""

import re

from django.contrib.staticfiles.finders import find
from django.test import Client
from django.urls import get_resolver
from pytest_django import Settings

from config.logs import OPENING
from tests.setup.test_finder import routes
from web.links import kinds

OPEN = [
    "/",
    "/rules/poison",
    "/en/rules/poison",
    "/score/poison",
    "/print/poison",
    "/rules/poison/play",
    "/api/v1/games",
]
CLOSED = [
    "/play/poison",
    "/en/play/m/abc",
    "/score/l/Zx8_a-b",
    "/en/score/l/Zx8_a-b",
    "/lab/leader/Zx8_a-b",
    "/lab/c/7KM2XQ",
    "/score/s/Zx8_a-b",
    "/en/lab/m/Zx8_a-b/seats",
    "/notebook/n/Zx8_a-b",
]


def disallowed(client: Client) -> list[str]:
    answer = client.get("/robots.txt")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    agent, *rest = answer.content.decode().splitlines()
    assert agent == "User-agent: *"
    return [line.removeprefix("Disallow: ") for line in rest if line.startswith("Disallow: ")]


def is_closed(path: str, rules: list[str]) -> bool:
    """As RFC 9309 reads them: «*» is anything, and a rule is the beginning of a path."""
    return any(re.match(re.escape(rule).replace(r"\*", ".*"), path) for rule in rules)


def test_a_site_without_an_address_of_its_own_is_for_no_crawler(client: Client) -> None:
    assert all(is_closed(path, disallowed(client)) for path in OPEN + CLOSED)


def test_a_public_site_shows_its_rules_and_keeps_tables_and_links(client: Client, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://grimoire.example"
    rules = disallowed(client)
    assert [path for path in OPEN if is_closed(path, rules)] == []
    assert [path for path in CLOSED if not is_closed(path, rules)] == []


def test_every_address_that_opens_something_is_closed_to_crawlers(settings: Settings) -> None:
    """Of links and codes: whoever adds a kind of link adds its place in addresses to `OPENING`."""
    opening = [route for route in routes(get_resolver()) if "<str:token>" in route or "<str:code>" in route]
    assert len(opening) >= len(kinds())
    assert {route.split("/")[-2] for route in opening} == set(OPENING)


def test_whatever_has_the_name_of_somebody_s_row_is_closed_to_crawlers(
    client: Client, settings: Settings
) -> None:
    """Sheets, games, laboratories, notebooks: nobody finds an evening by a search engine."""
    settings.PUBLIC_URL = "https://grimoire.example"
    rules = disallowed(client)
    named = [route for route in routes(get_resolver()) if "<slug:public_id>" in route]
    assert len(named) >= len(kinds())
    assert [route for route in named if not is_closed(f"/{route}", rules)] == []


def test_a_public_site_tells_crawlers_of_its_map(client: Client, settings: Settings) -> None:
    assert "Sitemap" not in client.get("/robots.txt").content.decode()
    settings.PUBLIC_URL = "https://grimoire.example"
    assert "\nSitemap: https://grimoire.example/sitemap.xml\n" in client.get("/robots.txt").content.decode()


def test_a_browser_finds_our_drawing_where_no_page_names_one(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer["Location"]) == (302, "/static/img/favicon.ico")
    with open(find("img/favicon.ico"), "rb") as file:
        assert file.read(4) == b"\0\0\1\0"
