"""play.md (b) 10: a rule opened from a refusal forgot the game that it was opened from."""

import re
from html import unescape

import pytest
from django.test import Client

from scoring.models import new_sheet
from simulator.models import Match
from tests.simulator.test_pages_table import run, send, start

pytestmark = pytest.mark.django_db
RULE = "/rules/poison/pile.closed"


@pytest.fixture
def match(client: Client) -> Match:
    made = start(client, "here", "greedy", "greedy", option_dealer="1")
    run(made, plies=3)
    return made


def way_on(page: str) -> str:
    found = re.search(r'<p class="way-back"><a class="btn second" href="([^"]*)">.*?</svg>([^<]*)<', page)
    return " ".join(map(unescape, found.groups())).replace("\u00a0", " ") if found else ""


def test_a_rule_opened_from_a_refusal_leads_back_to_the_ply_in_every_language(
    client: Client, match: Match
) -> None:
    refused = send(client, match, 0, "look").content.decode()
    link = re.search(rf'class="refusal".*?href="({RULE}\?from=[^"]*)"', refused, re.DOTALL)
    assert link
    page = client.get(link[1]).content.decode()
    url = match.get_absolute_url()
    assert way_on(page) == f"{url}?ply=3&move=3 К партии, ход 3"
    assert 'name="robots" content="noindex"' in page
    assert f'rel="canonical" href="http://testserver{RULE}"' in page
    english = client.get(f"/en{link[1]}").content.decode()
    assert way_on(english) == f"/en{url}?ply=3&move=3 To the game, move 3"
    following = re.search(r'class="next" href="([^"]*)"', english)
    assert following
    assert way_on(client.get(following[1]).content.decode()) == way_on(english), "it goes on to other rules"


def test_the_way_back_to_the_present_leaves_no_ply_in_the_address(client: Client, match: Match) -> None:
    """Else a reload some moves later would show the past."""
    url = match.get_absolute_url()
    assert client.get(f"{url}?ply=3&move=3").url == url
    assert client.get(f"{url}?ply=2&move=2").status_code == 200
    for ply, address in ((3, url), (2, f"{url}?ply=2")):
        table = client.get(f"{url}?ply={ply}", HTTP_HX_REQUEST="true").content.decode()
        assert f'data-address="{address}"' in table, "which the browser's history is told"


@pytest.mark.parametrize(
    "hostile",
    [
        "https://evil.example/play/m/abc",
        "//evil.example/play/m/abc",
        "/\\evil.example",
        "/en//evil.example",
        "javascript:alert(1)",
        "/play/m/abc/move",
        "/healthz",
        "/play/m/abc/../../x",
        "/play/m/" + "a" * 300,
    ],
)
def test_an_address_that_is_no_game_and_no_sheet_leads_nowhere(client: Client, hostile: str) -> None:
    page = client.get(RULE, {"from": hostile}).content.decode()
    assert "way-back" not in page
    assert 'content="noindex"' not in page


def test_of_a_query_only_numbers_are_taken(client: Client) -> None:
    page = client.get(RULE, {"from": "/play/m/abc?ply=3&move=<b>1&next=//evil.example"}).content.decode()
    assert way_on(page) == "/play/m/abc К партии"


def test_a_rule_named_on_a_sheet_leads_back_to_it(client: Client) -> None:
    sheet = new_sheet("poison", ["Оля", "Саша", "Коля"], "", ())
    client.get(f"/score/l/{sheet.owner_token}")
    fields = {"cell": "r1.p1.red", "text": "six", "base": "0", "client_entry_id": "entry-entry"}
    page = client.post(f"{sheet.get_absolute_url()}/entries", fields).content.decode()
    link = re.search(r'class="clause-link" href="([^"]*\?from=[^"]*)"', page)
    assert link
    url = sheet.get_absolute_url()
    assert way_on(client.get(link[1]).content.decode()) == f"{url} К счёту"


@pytest.mark.parametrize("game", ["potions", "wizwar"])
def test_a_card_looked_up_at_the_table_leads_back_to_it(client: Client, game: str) -> None:
    """Played by hand, move 87: only the browser's own arrow led back from a card."""
    match = start(client, "here", "greedy", game=game)
    url = match.get_absolute_url()
    link = re.search(rf'href="(/rules/{game}/cards/[^"]*)" data-whole', client.get(url).content.decode())
    assert link
    assert way_on(client.get(unescape(link[1])).content.decode()) == f"{url} К партии"


def test_over_a_game_a_rule_comes_as_a_note(client: Client) -> None:
    note = client.get(RULE, HTTP_HX_REQUEST="true").content.decode()
    assert "<html" not in note
    assert 'id="sheet-title"' in note
