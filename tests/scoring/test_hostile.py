"""Requests that no form of ours sends: 4xx with a sentence, never a 500, nothing lost, nothing changed."""

import json

import pytest
from django.test import Client

from scoring.models import Device, Sheet
from tests.markup import AS_SENT
from tests.scoring.people import NAMES, Person, client_id

GOOD = {"cell": "r1.p1.blue", "text": "2", "base": 0, "client_entry_id": "client-id-good"}


def changed(**fields: object) -> dict[str, object]:
    return GOOD | fields


BAD_ENTRIES = [
    (changed(text="шесть"), 422),
    (changed(text="-1"), 422),
    (changed(text="1.5"), 422),
    (changed(text="3+"), 422),
    (changed(text="15"), 422),
    (changed(text="9" * 5000), 422),
    (changed(text="<script>alert(1)</script>"), 422),
    (changed(text="\u0661"), 422),
    (changed(text="a\0b"), 400),
    (changed(cell="r9.p1.red"), 422),
    (changed(cell="r1.p5.red"), 422),
    (changed(cell="r1.p1.gold"), 422),
    (changed(cell="r1.p1.red; drop table"), 422),
    (changed(cell="x" * 5000), 400),
    (changed(cell=""), 400),
    (changed(cell="finish", text="2"), 422),
    (changed(base=7), 409),
    (changed(base=-1), 400),
    (changed(base="x"), 400),
    (changed(base=10**30), 400),
    (changed(client_entry_id=""), 400),
    (changed(client_entry_id="short"), 400),
    (changed(client_entry_id="x" * 65), 400),
    (changed(client_entry_id="with space in it"), 400),
    (changed(client_entry_id="line-break-here\n"), 400),
    (changed(text=None), 400),
    (changed(text=["1"]), 400),
    (changed(base=True), 400),
    (changed(undoes="x"), 400),
    (changed(undoes=99), 404),
    ({}, 400),
]


def test_a_bad_entry_is_refused_with_a_sentence(scorer: Person) -> None:
    scorer.write("r1.p1.red", "2")
    for fields, status in BAD_ENTRIES:
        answer = scorer.send("entries", fields)
        assert answer.status_code == status, (fields, status)
        assert len(answer.json()["message"]) > 10
        assert scorer.sheet.entries.count() == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"1",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"text": NaN}',
        b'{"base": ' + b"9" * 5000 + b"}",
    ],
)
def test_broken_json_is_400(scorer: Person, body: bytes) -> None:
    headers = {"Accept": "application/json"}
    answer = scorer.client.post(scorer.url("entries"), body, content_type="application/json", headers=headers)
    assert answer.status_code == 400
    assert "не разобрать" in answer.json()["message"]


@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "application/octet-stream"])
def test_another_content_type_is_415(scorer: Person, content_type: str) -> None:
    answer = scorer.client.post(scorer.url("entries"), json.dumps(GOOD), content_type=content_type)
    assert answer.status_code == 415
    assert scorer.sheet.entries.count() == 0


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("entries", "get"),
        ("undo", "get"),
        ("finish", "put"),
        ("links", "get"),
        ("sheet", "post"),
        ("totals", "delete"),
    ],
)
def test_a_wrong_method_is_405(owner: Person, name: str, method: str) -> None:
    answer = getattr(owner.client, method)(owner.url(name))
    assert answer.status_code == 405
    assert answer.headers["Allow"]


BAD_UNDOS = [
    ({"entry": 99}, 404),
    ({"entry": 0}, 400),
    ({"entry": "x"}, 400),
    ({}, 400),
    ({"entry": 10**20}, 400),
]


@pytest.mark.parametrize(("fields", "status"), BAD_UNDOS)
def test_a_bad_undo_is_refused(scorer: Person, fields: dict[str, object], status: int) -> None:
    scorer.write("r1.p1.red", "2")
    answer = scorer.send("undo", fields | {"client_entry_id": client_id()})
    assert answer.status_code == status
    assert scorer.sheet.entries.count() == 1


BAD_NAMES = [
    ["Я" * 10_000, "Б", "В"],
    ["Я" * 41, "Б", "В"],
    ["А", "А", "А"],
    ["", "", ""],
    [],
    ["А", "Б"],
    ["\u202eА", "Б", "В"],
    list("абвгдеёжзий"),
]


@pytest.mark.django_db
@pytest.mark.parametrize("names", BAD_NAMES)
def test_bad_names_start_no_sheet(names: list[str]) -> None:
    answer = Client().post("/score/poison", {"name": names, "do": "start"}, **AS_SENT)
    assert answer.status_code == 422
    assert 'class="refusal"' in answer.content.decode()
    assert len(answer.content) < 30_000
    assert Sheet.objects.count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize("do", ["up-x", "up-999999999999", "remove--1", "nothing", "up-٣", ""])
def test_unknown_buttons_do_no_harm(do: str) -> None:
    assert Client().post("/score/poison", {"name": NAMES, "do": do}).status_code in (200, 302)


ADDRESSES = [
    "/score/nothing",
    "/score/nothing/",
    "/score/s/nothing",
    "/score/s/nothing/totals?v=0",
    "/score/s/nothing/history",
    "/score/l/nothing",
    "/score/l/" + "x" * 2000,
    "/score/l/юникод",
    "/en/score/l/nothing",
    "/score/recent?game=nothing",
]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ADDRESSES)
def test_an_unknown_address_is_a_kind_404(address: str) -> None:
    answer = Client().get(address)
    assert answer.status_code == 404
    assert "<h1" in answer.content.decode()


@pytest.mark.parametrize(
    "query", ["cell=x", "cell=r9.p9.red", "why=x", "why=99", "why=-1", "round=", "cell=%00"]
)
def test_nonsense_in_the_query_is_ignored_or_refused(owner: Person, query: str) -> None:
    assert owner.client.get(f"{owner.url()}?{query}").status_code in (200, 400)


def test_a_form_without_its_csrf_token_is_403(owner: Person) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = owner.client.cookies
    assert strict.post(owner.url("entries"), GOOD).status_code == 403
    assert owner.sheet.entries.count() == 0


def test_a_refused_visitor_leaves_no_trace(stranger: Person) -> None:
    stranger.get()
    assert Device.objects.count() == 0
