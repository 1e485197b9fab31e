"""A laboratory names its people as every sheet and table does."""

import pytest
from django.test import Client

from tests.web.name_cases import BAD, GOOD, bare

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", GOOD[1::2], ids=lambda name: ascii(name)[:30])
def test_a_name_that_can_be_seen_is_taken_as_it_is(client: Client, name: str) -> None:
    answer = client.post("/lab/new", {"name-0": name, "name-1": "Саша"})
    assert answer.status_code == 302, answer.content.decode()
    page = client.get(answer["Location"]).content.decode()
    assert name in page


@pytest.mark.parametrize(("why", "name"), {why: name for name, why in BAD.items()}.items())
def test_what_is_wrong_with_a_name_is_said(client: Client, name: str, why: str) -> None:
    answer = client.post("/lab/new", {"name-0": name, "name-1": "Саша"})
    assert answer.status_code == 422
    said = "длиннее 40" if why == "long" else "не видно"
    assert said in answer.content.decode().replace("\u00a0", " ")


def test_a_name_from_right_to_left_takes_no_number_along(client: Client) -> None:
    made = client.post("/lab/new", {"name-0": "שרה (1)", "name-1": "Саша"})["Location"]
    assert bare(client.get(made).content.decode(), "שרה (1)") == []
