"""What an operator does: look at what is open before an upgrade (M8), delete what is over (H4)."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from scoring.models import Device, Entry, EntryDraft, Sheet, new_sheet
from scoring.sheets.core import FINISH, YES
from simulator.models import Match
from tests.simulator.test_pages_table import start

pytestmark = pytest.mark.django_db
LONG_AGO = timezone.now() - timedelta(days=100)


def said(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def sheet(title: str, over: bool, old: bool) -> Sheet:
    made = new_sheet("poison", ["Оля", "Саша", "Коля"], title)
    phone = made.device("key", "phone")
    made.append(EntryDraft("r1.p1.red", "3", 0, "first-entry"), phone)
    if over:
        made.append(EntryDraft(FINISH, YES, 0, "the-end-of-it"), phone)
    if old:
        Sheet.objects.filter(pk=made.pk).update(updated_at=LONG_AGO)
    return made


def test_tidy_deletes_what_is_over_and_says_what_is_still_open() -> None:
    for over in (True, False):
        for old in (True, False):
            sheet(f"{over} {old}", over, old)
    assert "sheet: удалил бы 1, открытых оставлено 1" in said("tidy", "--older-than", "30", "--dry-run")
    assert Sheet.objects.count() == 4
    assert "sheet: удалено 1, открытых оставлено 1" in said("tidy", "--older-than", "30")
    assert set(Sheet.objects.values_list("title", flat=True)) == {"True False", "False True", "False False"}
    assert Entry.objects.count() == 4
    assert Device.objects.count() == 3
    open_too = said("tidy", "--older-than", "30", "--open-too")
    assert "sheet: удалено 1, открытых оставлено 0" in open_too
    assert set(Sheet.objects.values_list("title", flat=True)) == {"True False", "False False"}


def test_tidy_takes_matches_and_leaves_what_grew_out_of_them(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy")
    branch = start(client, "here", "greedy", "greedy")
    Match.objects.filter(pk=branch.pk).update(origin=match)
    Match.objects.filter(pk=match.pk).update(updated_at=LONG_AGO, finished=True)
    said("tidy", "--older-than", "30")
    assert Match.objects.get().origin is None


def test_who_is_at_a_table_that_an_upgrade_has_ended_is_told(client: Client) -> None:
    """M8: «an older table stays playable to its end or is told», also on a page that was open meanwhile."""
    match = start(client, "here", "greedy", "greedy")
    url, page = match.get_absolute_url(), {"headers": {"HX-Request": "true"}}
    Match.objects.update(rules=77)
    for told in (
        client.get(url),
        client.get(f"{url}?ply=0"),
        client.get(f"{url}?v={match.version}", **page),
        client.post(f"{url}/move", {"seat": 0, "ply": 0, "move": "play 1 1"}, **page),
        client.post(f"{url}/bot", {"ply": 0}, **page),
    ):
        assert told.status_code == 410
        assert "старую партию по ним не повторить" in told.text.replace("\N{NO-BREAK SPACE}", " ")


def test_open_lists_what_is_used_and_what_an_upgrade_has_ended(client: Client) -> None:
    """M8: another number of the rules ends a running table; no command said which are open."""
    match = start(client, "here", "greedy", "greedy")
    sheet("", over=True, old=False)
    found = said("open")
    assert f"match  poison {match.public_id}\n" in found
    assert "Открыто: 1" in found
    Match.objects.update(rules=77)
    assert "правила 77, здесь 1: не продолжить" in said("open")
    Match.objects.update(updated_at=LONG_AGO)
    assert "Открыто: 0" in said("open")
