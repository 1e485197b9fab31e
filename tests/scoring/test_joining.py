"""Writing along by a code that somebody reads out: six digits, for an hour, and few guesses."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scoring.models import CODE_HOLDS, CODE_SHOWN, JoinCode, new_sheet
from tests.scoring.people import NAMES, Person
from tests.web.test_limits import Clock
from web import limits
from web.limits import JOINING


def code_on(person: Person) -> str:
    page = person.get("share").content.decode()
    return re.search(r'class="join-code">(\d{3} \d{3})<', page)[1]


def join(client: Client, code: str) -> object:
    return client.post("/join", {"code": code})


@pytest.mark.parametrize("typed", ["{0} {1}", "{0}{1}", " {0}-{1} ", "{0}\u00a0{1}"])
def test_a_code_lets_its_reader_write_however_it_is_typed(owner: Person, typed: str) -> None:
    client = Client()
    answer = join(client, typed.format(*code_on(owner).split()))
    assert (answer.status_code, answer["Location"]) == (302, owner.sheet.get_absolute_url())
    assert Person(client, owner.sheet).write("r1.p1.red", "3").status_code == 200


def test_who_only_watches_sees_no_code(viewer: Person) -> None:
    assert "join-code" not in viewer.get("share").content.decode()
    assert not JoinCode.objects.exists()


def test_a_code_stays_while_it_holds_long_enough_and_then_gives_way(owner: Person) -> None:
    first = code_on(owner)
    assert code_on(owner) == first
    soon = timezone.now() + CODE_SHOWN - timedelta(seconds=1)
    JoinCode.objects.update(expires_at=soon)
    second = code_on(owner)
    assert second != first
    assert join(Client(), first).status_code == 404
    held = JoinCode.objects.get()
    assert held.code == second.replace(" ", "")
    assert held.expires_at > timezone.now() + CODE_HOLDS - timedelta(minutes=1)


def test_a_code_whose_time_is_over_opens_nothing_and_is_swept_away(owner: Person) -> None:
    code = code_on(owner)
    JoinCode.objects.update(expires_at=timezone.now())
    answer = join(Client(), code)
    assert answer.status_code == 404
    assert "меняется каждый час" in answer.content.decode().replace("\u00a0", " ")
    new_sheet("poison", NAMES).join_code()
    assert JoinCode.objects.count() == 1


def test_replaced_links_take_their_code_along(owner: Person) -> None:
    code = code_on(owner)
    owner.client.post(owner.url("links"))
    assert join(Client(), code).status_code == 404


def test_codes_of_different_sheets_differ(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = new_sheet("poison", NAMES), new_sheet("poison", NAMES)
    digits = iter("000000000000123456")
    monkeypatch.setattr("scoring.models.secrets.choice", lambda _: next(digits))
    assert (one.join_code(), two.join_code()) == ("000000", "123456")


def test_guessing_is_slow_even_for_the_right_code(
    owner: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One code in a million, so many tries an address: see `JoinCode`."""
    monkeypatch.setattr(limits, "time", Clock())  # a busy computer takes as long as another try is worth
    settings.LIMITS = True
    code, client = code_on(owner), Client(REMOTE_ADDR="198.51.100.7")
    wrong = "000000" if code != "000 000" else "111111"
    for _ in range(JOINING.times):
        assert join(client, wrong).status_code == 404
    for guess in (wrong, code):
        answer = join(client, guess)
        assert answer.status_code == 429
        assert 0 < int(answer["Retry-After"]) <= JOINING.seconds
    assert join(Client(REMOTE_ADDR="198.51.100.8"), code).status_code == 302


@pytest.mark.parametrize("typed", ["", " ", "😀" * 3000, "<b>1</b>", "' or 1=1", "١٢٣٤٥٦", "1" * 9000])
def test_what_is_no_code_is_told_so(db: None, typed: str) -> None:
    answer = join(Client(), typed)
    assert answer.status_code == 404
    page = answer.content.decode()
    assert "По этому коду ничего нет" in page.replace("\u00a0", " ")
    assert "<b>1</b>" not in page


def test_a_laptop_that_nobody_reaches_shows_no_way_to_it(owner: Person, settings: Settings) -> None:
    """A phone that followed 127.0.0.1 would find itself: no QR and no code, but what helps. Once the site
    answers the network as well, both lead there.
    """
    settings.PUBLIC_URL = settings.LAN_URL = ""
    on_the_laptop = {"headers": {"host": "127.0.0.1:8000"}}
    page = owner.client.get(owner.url("share"), **on_the_laptop).content.decode()
    assert "Другие телефоны сюда не дотянутся" in page.replace("\u00a0", " ")
    assert "HOST=0.0.0.0 script/server" in page
    for way in ('class="qr"', "join-code", "127.0.0.1:8000/join", "Наведите камеру"):
        assert way not in page
    text = owner.client.get(owner.url("export", "txt"), **on_the_laptop).content.decode()
    assert "127.0.0.1" not in text

    settings.LAN_URL = "http://192.168.1.5:8000"
    page = owner.client.get(owner.url("share"), **on_the_laptop).content.decode()
    assert page.count('class="qr"') == 3
    assert "192.168.1.5:8000/join" in page
    assert "не дотянутся" not in page.replace("\u00a0", " ")
