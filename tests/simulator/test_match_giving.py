"""A match is given to another server, over or under way: taken once, and only from who has all seats."""

import json
from typing import Any

import pytest
from django.db.models import QuerySet
from django.http import HttpResponse
from django.test import Client

from simulator.engine import proof
from simulator.matches.record_views import RECORD_LIMIT
from simulator.models import HERE, Match
from tests.simulator.test_pages_table import replay, run, seat_at, start

pytestmark = pytest.mark.django_db
KEY = "a-secret-of-22-letters"


def give(data: object, client: Client | None = None) -> HttpResponse:
    return (client or Client()).post("/play/poison/record", data, content_type="application/json")


def file_of(client: Client, match: Match) -> dict[str, Any]:
    data: dict[str, Any] = client.get(f"{match.get_absolute_url()}/give.json").json()
    return data


def test_a_match_under_way_goes_on_there_and_brings_new_moves_once(client: Client) -> None:
    """All seats are this device's own: they sit there as they sat here. Given again it is the same match."""
    match = start(client, "here", "here", "greedy")
    run(match, 5)
    early = file_of(client, match)
    run(match, 4)
    late = file_of(client, match)
    browser = Client()
    answers = [give(data, browser) for data in (early, early, late, early, late)]
    assert [answer.status_code for answer in answers] == [200] * 5
    assert len({answer.content for answer in answers}) == 1
    told = answers[0].json()
    there = Match.objects.get(public_id=told["match"])
    assert (told["from"], told["url"]) == (match.public_id, f"http://testserver{there.get_absolute_url()}")
    assert [seat.kind for seat in there.seats.all()] == [HERE, HERE, "greedy"]
    assert [seat.name for seat in there.seats.all()] == ["А", "Б", "В"]
    assert replay(there).state == replay(match).state
    assert browser.get(f"{there.get_absolute_url()}/share").status_code == 200
    assert Match.objects.count() == 2


def test_a_match_that_two_devices_give_at_once_is_taken_once(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both find nothing there: the second gets what the first has brought, and adds what it knows more."""
    match = start(client, "here", "greedy", "greedy")
    run(match, 2)
    first = give(file_of(client, match)).json()
    run(match, 2)
    monkeypatch.setattr(QuerySet, "first", lambda self: None)
    assert give(file_of(client, match)).json() == first
    assert Match.objects.get(public_id=first["match"]).moves.count() == 4


def test_a_match_that_is_over_is_over_there_and_its_record_is_proved(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy")
    run(match)
    data = file_of(client, match)
    assert proof.holds(json.dumps(data["record"], ensure_ascii=False))
    there = Match.objects.get(public_id=give(data).json()["match"])
    assert there.finished
    assert replay(there).state == replay(match).state


def test_with_seats_of_others_it_stays_shut(client: Client) -> None:
    """«With other people's seats it stays 403»; a viewer gets neither seed nor key, not even of one's own."""
    shared = start(client, "here", "phone", "greedy")
    phone = seat_at(client, shared, 1)
    own = start(client, "here", "greedy", "greedy")
    viewer = Client()
    viewer.get(f"/play/l/{own.viewer_token}")
    for browser, match in ((client, shared), (phone, shared), (viewer, own)):
        url = match.get_absolute_url()
        refused = browser.get(f"{url}/give.json")
        assert refused.status_code == 403
        assert "seed" not in refused.content.decode()
        assert "give.json" not in browser.get(f"{url}/share").content.decode()
    assert client.get(f"{own.get_absolute_url()}/record.json").status_code == 403
    assert "give.json" in client.get(f"{own.get_absolute_url()}/share").content.decode()


def test_what_went_on_otherwise_there_stays(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy")
    run(match, 3)
    data = file_of(client, match)
    there = Match.objects.get(public_id=give(data).json()["match"])
    run(there, 3)
    before = list(there.moves.values_list("text", flat=True))
    other = data | {"record": data["record"] | {"seed": 8, "moves": []}}
    answer = give(other)
    assert answer.status_code == 409
    assert "пошла иначе" in answer.json()["message"]
    assert list(there.moves.values_list("text", flat=True)) == before
    there.replace_links()
    assert give(data).status_code == 403


def test_a_crafted_file_begins_nothing(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy")
    run(match, 3)
    data = file_of(client, match)
    record = data["record"]
    wrong: list[tuple[object, int]] = [
        (data | {"key": "short"}, 400),
        (data | {"key": None}, 400),
        (data | {"match": "../x"}, 400),
        (data | {"seats": "here"}, 400),
        (data | {"more": 1}, 400),
        (data | {"record": []}, 400),
        (data | {"record": record | {"rules": 10**9}}, 422),
        (data | {"record": record | {"moves": [*record["moves"], [0, "fly to the moon"]]}}, 422),
        ("[" * 10_000, 400),
        ("1" * (5 * RECORD_LIMIT), 400),
    ]
    for sent, status in wrong:
        answer = give(sent)
        assert (answer.status_code, bool(answer.json()["message"])) == (status, True), sent
    assert Match.objects.count() == 1
    taken = give(data | {"seats": ["phone", "here", "oracle"], "key": KEY}).json()
    there = Match.objects.get(public_id=taken["match"])
    assert "phone" not in [seat.kind for seat in there.seats.all()]
