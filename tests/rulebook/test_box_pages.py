"""Which boxes are on the table: said once, kept by the browser, and what they change on a page of its own."""

import re

import pytest
from django.test import Client

from rulebook.content import reading

pytestmark = pytest.mark.django_db

GAMES = [*map(reading.whole, reading.game_ids())]
WITH = next(game for game in GAMES if len(game.boxes) > 1)
WITHOUT = next(game for game in GAMES if not game.boxes)
HOME = f"/rules/{WITH.id}"
BOXES = [box.id for box in WITH.boxes]


def told_of(client: Client, address: str) -> list[str]:
    """The boxes whose changes a page tells."""
    page = client.get(address).content.decode()
    return re.findall(rf'href="{HOME}/changes/([^"]+)"\s+aria-current="page"', page)


def test_changes_are_those_of_the_address_else_of_the_table_else_of_all(client: Client) -> None:
    assert told_of(client, f"{HOME}/changes") == [",".join(BOXES)]
    assert client.post(f"{HOME}/boxes", {"boxes": BOXES[0]}).status_code == 302
    assert told_of(client, f"{HOME}/changes") == [BOXES[0]]
    assert told_of(client, f"{HOME}/changes/{BOXES[1]}") == [BOXES[1]]
    assert told_of(Client(), f"{HOME}/changes") == [",".join(BOXES)], "nobody else's table"


@pytest.mark.parametrize("rest", ["changes", "changes/attic"])
def test_a_game_without_boxes_has_no_changes(client: Client, rest: str) -> None:
    assert client.get(f"/rules/{WITHOUT.id}/{rest}").status_code == 404
    assert client.post(f"/rules/{WITHOUT.id}/boxes", {"boxes": "attic"}).status_code == 400


@pytest.mark.parametrize(
    ("back", "leads_to"),
    [
        (f"{HOME}/cards?view=list", f"{HOME}/cards?view=list"),
        ("https://elsewhere.example/", HOME),
        ("//elsewhere.example/", HOME),
        ("", HOME),
    ],
)
def test_whoever_chooses_goes_on_where_they_were_and_nowhere_else(
    client: Client, back: str, leads_to: str
) -> None:
    asked = {"boxes": BOXES[0], "back": back}
    assert client.post(f"{HOME}/boxes", asked).headers["Location"] == leads_to
    answer = client.post(f"{HOME}/boxes", asked, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == leads_to
