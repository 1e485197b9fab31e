"""A card of a table's own is called by what can be read, as its people are."""

import pytest
from django.test import Client

from tests.web.name_cases import BAD, GOOD, bare

pytestmark = pytest.mark.django_db

CARD = {"own-like-0": "troll", "do": "save"}


@pytest.mark.parametrize("name", GOOD[::2], ids=lambda name: ascii(name)[:30])
def test_a_name_that_can_be_seen_is_taken_as_it_is(client: Client, name: str) -> None:
    answer = client.post("/cards/wizwar", {**CARD, "own-name-0": name})
    assert answer.status_code == 302, answer.content.decode()
    assert name in client.get(answer["Location"]).content.decode()
    assert client.post("/cards/wizwar", {**CARD, "own-name-0": name})["Location"] == answer["Location"]


@pytest.mark.parametrize("name", {why: name for name, why in BAD.items()}.values(), ids=ascii)
def test_what_cannot_be_read_is_refused(client: Client, name: str) -> None:
    answer = client.post("/cards/wizwar", {**CARD, "own-name-0": name})
    assert answer.status_code == 422
    assert "одна строка видимых знаков" in answer.content.decode().replace("\u00a0", " ")


def test_a_name_from_right_to_left_takes_no_number_along(client: Client) -> None:
    made = client.post("/cards/wizwar", {**CARD, "own-name-0": "שד (1)"})["Location"]
    assert bare(client.get(made).content.decode(), "שד (1)") == []
