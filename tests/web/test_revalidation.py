"""L3: pages of rules were sent anew each time, up to 58 KB of them; a browser that has one is told so."""

import pytest
from django.http import HttpResponse
from django.test import Client

from scoring.models import LinkRole, new_sheet

pytestmark = pytest.mark.django_db
RULES = ["/", "/rules/poison", "/rules/poison/all", "/en/rules/poison/setup.deal", "/rules/poison/coverage"]


def again(client: Client, url: str, tag: str) -> HttpResponse:
    return client.get(url, headers={"If-None-Match": tag})


@pytest.mark.parametrize("url", RULES)
def test_a_page_of_rules_that_has_not_changed_is_not_sent_again(client: Client, url: str) -> None:
    first = client.get(url)
    answer = again(client, url, first["ETag"])
    assert (first.status_code, answer.status_code, answer.content) == (200, 304, b"")
    assert answer["Cache-Control"] == "private, no-cache"
    assert {"Cookie", "HX-Request"} <= {part.strip() for part in answer["Vary"].split(",")}


def test_a_tag_fits_one_page_in_one_language(client: Client) -> None:
    tags = [client.get(f"{lang}/rules/poison{page}")["ETag"] for lang in ("", "/en") for page in ("", "/all")]
    assert len(set(tags)) == 4


def test_other_boxes_on_the_table_are_another_page(client: Client) -> None:
    client.post("/rules/potions/boxes", {"boxes": ""})  # once said, it is asked for in one line
    base = client.get("/rules/potions")["ETag"]
    client.post("/rules/potions/boxes", {"boxes": "guild"})
    assert again(client, "/rules/potions", base).status_code == 200
    client.post("/rules/potions/boxes", {"boxes": ""})
    assert again(client, "/rules/potions", base).status_code == 304


def test_who_has_lost_the_cookie_of_forms_gets_a_page_whose_forms_work(client: Client) -> None:
    tag = client.get("/rules/potions")["ETag"]
    client.cookies.clear()
    assert again(client, "/rules/potions", tag).status_code == 200


def test_parts_of_pages_have_no_tag(client: Client) -> None:
    part = client.get("/rules/poison/rulings", headers={"HX-Request": "true"})
    assert "ETag" not in part


def test_what_a_link_opens_is_never_kept(client: Client) -> None:
    """Pages with tokens stay out of every cache."""
    sheet = new_sheet("poison", ["Оля", "Петя", "Юра"])
    client.get(sheet.link(LinkRole.OWNER).path)
    for url in (f"/score/s/{sheet.public_id}", f"/score/s/{sheet.public_id}/share"):
        answer = client.get(url)
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        assert "ETag" not in answer
