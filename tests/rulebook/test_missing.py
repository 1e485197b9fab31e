"""Addresses that lead nowhere: status 404 in the look of the site, and what may have been meant."""

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("index_of_all")]


@pytest.mark.parametrize(
    "path",
    [
        "/rules/nope",
        "/rules/nope/overflow.take",
        "/rules/poison/overflow.tkae",
        "/rules/poison/nope",
        "/rules/poison/cards/nope",
        "/rules/poison/term/nope",
        "/rules/poison/ruling/poison-999",
        "/rules/poison/ruling/18",
        "/rules/poison/OVERFLOW.TAKE",
        "/rules/poison/overflow.take/more",
        "/rules/poison/котёл",
        "/rules/poison/%3Cscript%3E.x",
        "/rules/poison/" + "a" * 3000,
        "/rules/poison/" + "a." * 1500,
        "/rules/" + "p" * 3000,
    ],
)
@pytest.mark.parametrize("prefix", ["", "/en"])
def test_an_unknown_address_is_a_404_in_the_look_of_the_site(client: Client, prefix: str, path: str) -> None:
    response = client.get(prefix + path)
    assert response.status_code == 404
    html = response.content.decode()
    assert 'id="page-error"' in html
    assert "<h1>" in html
    assert "<script>" not in html.split("</head>")[1]


@pytest.mark.parametrize(
    ("wanted", "offered", "by_id"),
    [
        ("overflow.tkae", "overflow.take", True),
        ("overflow.taken", "overflow.take", True),
        ("overflow.", "overflow.limit", True),
        ("majority.shedding", "majority.shed", True),
        ("majority.whoever-has-taken-most", "majority.shed", True),  # one that begins alike
        ("Setup.Three", "setup.three", True),
        ("shuffle.deck", "setup.deal", False),  # words of the address, where no id is like it
    ],
)
def test_the_nearest_rules_are_offered(client: Client, wanted: str, offered: str, by_id: bool) -> None:
    html = client.get(f"/rules/poison/{wanted}").content.decode()
    assert f'href="/rules/poison/{offered}"' in html
    assert ('class="rows near"' in html) is by_id


def test_what_is_like_nothing_is_not_called_alike(client: Client) -> None:
    """The rules that people ask for are offered as such."""
    html = client.get("/rules/poison/qqq.www").content.decode()
    assert "Похожих правил нет" in html
    assert 'href="/rules/poison/overflow.take"' in html


def test_an_unknown_game_offers_what_its_address_says(client: Client) -> None:
    html = client.get("/rules/nope/overflow").content.decode()
    assert "Может быть, вы искали" in html
    assert 'href="/rules/poison/term/overflow"' in html


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_what_only_a_box_has_is_offered_too(client: Client, prefix: str) -> None:
    """An address says nothing of what lies on the table, so that a page of a box may be meant as well."""
    html = client.get(f"{prefix}/rules/potions/scruple").content.decode()
    assert f'href="{prefix}/rules/potions/term/scruple"' in html


@pytest.mark.parametrize("path", ["/rules/poison/over%00flow.take", "/search?q=%00", "/search?q=%FF%FE"])
def test_bytes_that_are_no_text_are_a_bad_request(client: Client, path: str) -> None:
    assert client.get(path).status_code == 400


@pytest.mark.parametrize("game", ["nothing", "poison"])
@pytest.mark.parametrize("path", ["changes", "changes/guild"])
def test_a_game_that_is_not_there_or_has_no_boxes_has_no_changes(
    client: Client, game: str, path: str
) -> None:
    assert client.get(f"/rules/{game}/{path}").status_code == 404
