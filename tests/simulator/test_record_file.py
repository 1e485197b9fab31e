"""A saved record is opened as the file that it is: on a phone nobody can paste one."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from simulator.matches.record_views import RECORD_LIMIT
from simulator.models import Match

pytestmark = pytest.mark.django_db
ADDRESS = "/play/poison/record"
GOOD = json.dumps({"game": "poison", "rules": 1, "config": {"players": 3}, "seed": 5, "moves": []})


def file(body: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("poison.json", body, "application/json")


@pytest.mark.parametrize("body", [GOOD.encode(), GOOD.encode("utf-8-sig")])
def test_a_file_is_opened(client: Client, body: bytes) -> None:
    answer = client.post(ADDRESS, {"file": file(body), "record": ""})
    assert answer.status_code == 302
    assert answer["Location"] == Match.objects.get().get_absolute_url()


def test_a_file_goes_before_what_is_pasted(client: Client) -> None:
    assert client.post(ADDRESS, {"file": file(GOOD.encode()), "record": "nonsense"}).status_code == 302


@pytest.mark.parametrize("body", [b"\xff\xfe\x00\x01", b"%PDF-1.7", b"[]", b" " * (4 * RECORD_LIMIT + 1)])
def test_any_other_file_is_refused_and_nothing_begins(client: Client, body: bytes) -> None:
    answer = client.post(ADDRESS, {"file": file(body)})
    assert 400 <= answer.status_code < 500
    assert 'class="refusal"' in answer.content.decode()
    assert not Match.objects.exists()


def test_the_page_takes_a_file(client: Client) -> None:
    page = client.get(ADDRESS).content.decode()
    assert 'enctype="multipart/form-data"' in page
    assert 'type="file"' in page


def test_of_several_faults_a_page_tells_all_and_a_program_hears_the_first(client: Client) -> None:
    """DESIGN §3: «The most teachable reason comes first.»"""
    record = json.loads(GOOD) | {"config": {"players": 3, "options": {"dealer": "7", "final_tie": "coin"}}}
    page = client.post(ADDRESS, {"record": json.dumps(record)}).content.decode()
    told = [part.partition("</span>")[0] for part in page.split('class="refusal"')[1:]]
    answer = client.post(ADDRESS, record, content_type="application/json")
    assert (answer.status_code, len(told)) == (422, 2)
    assert answer.json()["message"] in told[0]
