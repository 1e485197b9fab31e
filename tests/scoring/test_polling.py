"""What a phone hears when it asks again."""

import pickle
import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from scoring import views
from scoring.access import SheetAccess
from scoring.models import Device, LinkRole, Sheet, new_sheet
from tests.scoring.people import Person
from web import polling


def test_nothing_new_is_204_and_never_304(owner: Person, viewer: Person) -> None:
    owner.write("r1.p1.red", "2")
    answer = viewer.get("totals", v=1)
    assert (answer.status_code, answer.content) == (204, b"")
    assert "ETag" not in answer.headers


def test_a_new_entry_is_200_with_the_ledger_alone(owner: Person, viewer: Person) -> None:
    owner.write("r1.p1.red", "2")
    answer = viewer.get("totals", v=0)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert page.strip().startswith('<div class="sheet-live"')
    assert 'data-version="1"' in page


def test_a_version_from_the_future_gets_the_present(viewer: Person) -> None:
    assert viewer.get("totals", v=999).status_code == 200


def test_a_closed_sheet_is_286_and_carries_the_final_totals(owner: Person, viewer: Person) -> None:
    owner.write_round(1)
    owner.finish()
    for version in (0, 17):
        answer = viewer.get("totals", v=version)
        assert answer.status_code == 286
        assert 'class="verdict"' in answer.content.decode()


def test_an_opened_sheet_is_polled_again(owner: Person, viewer: Person) -> None:
    owner.finish()
    owner.finish(base=1, text="")
    assert viewer.get("totals", v=2).status_code == 204


def queries_of_a_poll(person: Person) -> int:
    """How often an unchanged poll asks the database."""
    with CaptureQueriesContext(connection) as queries:
        assert person.get("totals", v=0).status_code == 204
    return len(queries)


def test_an_unchanged_poll_is_answered_without_the_database(
    viewer: Person, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Review, 3: 250 to 300 polling phones were the limit; each poll read its sheet."""
    viewer.get("totals", v=0)  # says that it is here
    assert queries_of_a_poll(viewer) == 0
    assert stranger.get("totals", v=0).status_code == 403
    monkeypatch.setattr(polling, "told", {})
    assert queries_of_a_poll(viewer) == 1


def test_what_is_remembered_of_a_poll_is_small_however_long_its_address(
    viewer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has a sheet could ask 20,000 times with 60 KB of nonsense each: 1.2 GB in every process."""
    monkeypatch.setattr(polling, "told", {})
    for nonsense in "xyz":
        assert viewer.get("totals", v=0, nonsense=nonsense * 60_000).status_code == 204
    assert len(polling.told) == 3
    assert len(pickle.dumps(polling.told)) < 10_000


def test_no_more_is_remembered_of_polls_than_there_is_room_for(
    viewer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polling, "told", {})
    monkeypatch.setattr(polling, "MOST_REMEMBERED", 2)
    for nonsense in "xyz":
        assert viewer.get("totals", v=0, nonsense=nonsense).status_code == 204
        assert 1 <= len(polling.told) <= 2


def test_what_was_remembered_holds_only_until_something_is_written(owner: Person, viewer: Person) -> None:
    viewer.get("totals", v=0)
    assert queries_of_a_poll(viewer) == 0
    owner.write("r1.p1.red", "2")
    assert viewer.get("totals", v=0).status_code == 200
    assert viewer.get("totals", v=1).status_code == 204


def test_new_links_shut_remembered_phones_out(owner: Person, viewer: Person) -> None:
    viewer.get("totals", v=0)
    owner.client.post(owner.url("links"))
    assert viewer.get("totals", v=0).status_code == 403


def test_what_is_written_while_a_poll_is_answered_is_not_missed(
    owner: Person, viewer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entry comes after the sheet was read and before the answer is remembered."""
    read = views.touch_last_seen

    def meanwhile(request: HttpRequest, access: SheetAccess) -> None:
        read(request, access)
        monkeypatch.setattr(views, "touch_last_seen", read)
        owner.write("r1.p1.red", "2")

    monkeypatch.setattr(views, "touch_last_seen", meanwhile)
    assert viewer.get("totals", v=0).status_code == 204
    assert viewer.get("totals", v=0).status_code == 200


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server has no lock on the whole database")
@pytest.mark.django_db(transaction=True)
def test_a_busy_database_never_fails_a_poll() -> None:
    """M6: «database is locked» in what only says that a phone is here was a 500."""
    sheet, phone = new_sheet("poison", ["Оля", "Саша", "Коля"]), Client()
    phone.get(sheet.link(LinkRole.VIEWER).path)
    writer = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    begun = time.monotonic()
    assert phone.get(f"{sheet.get_absolute_url()}/totals", {"v": 0}).status_code == 204
    assert time.monotonic() - begun < 3
    writer.execute("ROLLBACK")
    writer.close()
    assert sheet.devices_here() == 0


@pytest.mark.parametrize("days", [-1, 1])
def test_who_is_here_is_known_again_once_a_clock_was_put_right(viewer: Person, days: int) -> None:
    """H2: seen «tomorrow», a phone was here for a day, be it gone or not; nor was it seen again till then."""
    viewer.get("totals", v=0)
    assert viewer.sheet.devices_here() == 1
    Device.objects.update(seen_at=timezone.now() + timedelta(days=days))
    assert viewer.sheet.devices_here() == 0
    polling.told.clear()
    assert viewer.get("totals", v=0).status_code == 204
    assert viewer.sheet.devices_here() == 1


@pytest.mark.parametrize("version", ["", "x", "-1", "1.5", "9" * 30])
def test_a_nonsense_version_is_400(viewer: Person, version: str) -> None:
    assert viewer.get("totals", v=version).status_code == 400


def test_a_change_is_noted_once_more_when_all_can_read_it(
    sheet: Sheet, django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]]
) -> None:
    """«Now and once all can read it»: a poll that read before the commit would keep its answer otherwise."""
    with django_capture_on_commit_callbacks(execute=True):
        sheet.save()
        at_once = polling.WRITTEN.of(polling.name_of(sheet))
    assert polling.WRITTEN.of(polling.name_of(sheet)) > at_once


def test_a_server_finds_what_is_answered_without_asking_anybody(
    owner: Person, viewer: Person, settings: Settings
) -> None:
    """It holds as long as what is remembered, and for whoever asked; with a Redis that has to be asked."""

    def asked(person: Person) -> tuple[str, str, str]:
        cookies = person.client.cookies.output(attrs=[], header="", sep=";").strip()
        return person.url("totals"), "v=0", cookies

    assert polling.at_hand(*asked(viewer)) is None
    viewer.get("totals", v=0)
    found = polling.at_hand(*asked(viewer))
    assert found
    assert "no-store" in found[polling.AT_HAND]["Cache-Control"]
    assert polling.at_hand(*asked(owner)) is None
    with CaptureQueriesContext(connection) as queries:
        again = viewer.client.get(viewer.url("totals"), {"v": 0}, **found)
    assert (again.status_code, len(queries)) == (204, 0)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert polling.at_hand(*asked(viewer)) is None
    settings.REDIS_URL = ""
    owner.write("r1.p1.red", "2")
    assert polling.at_hand(*asked(viewer)) is None
