"""Writing along by a code that somebody reads out: eight digits, for an hour, and few guesses."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import F
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from scoring.joining import CODE_HOLDS, CODE_LENGTH, CODE_SHOWN, JoinCode
from scoring.models import LinkRole, new_sheet
from tests.scoring.people import NAMES, Person
from tests.web.test_limits import Clock, nothing_spent
from web import limits
from web.errors import RequestError
from web.limits import JOINING, WRONG_CODES_AT_ONCE

CODES_OF_A_SHEET = 2


def code_on(person: Person) -> str:
    page = person.get("share").content.decode()
    return re.search(r'class="join-code">(\d{4} \d{4})<', page)[1]


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


def test_a_code_gives_way_while_it_still_holds_for_as_long_as_was_said(owner: Person) -> None:
    """«Код годится ближайшие полчаса, потом здесь будет другой»: somebody who was shown it with 31 minutes
    left types it after another phone was shown the next one.
    """
    first = code_on(owner)
    assert code_on(owner) == first
    JoinCode.objects.update(expires_at=timezone.now() + CODE_SHOWN - timedelta(minutes=1))
    second = code_on(owner)
    assert second != first
    assert [join(Client(), code).status_code for code in (first, second)] == [302, 302]
    held = JoinCode.objects.get(code=second.replace(" ", ""))
    assert held.expires_at > timezone.now() + CODE_HOLDS - timedelta(minutes=1)
    assert code_on(owner) == second


def test_who_shows_a_code_again_waits_for_nobody(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """With SQLite one writes at a time: the page to share had no code while somebody else did."""
    sheet = new_sheet("poison", NAMES)
    code = sheet.join_code()
    with django_assert_num_queries(1) as asked:
        assert sheet.join_code() == code
    assert asked.captured_queries[0]["sql"].startswith("SELECT")


def test_a_sheet_has_two_codes_at_most(owner: Person) -> None:
    """`JoinCode` says so, and what guessing finds is computed from it."""
    for _ in range(3):
        code_on(owner)
        JoinCode.objects.update(expires_at=F("expires_at") - (CODE_HOLDS - CODE_SHOWN))
    code_on(owner)
    assert JoinCode.holding(timezone.now()).count() == CODES_OF_A_SHEET


def test_a_code_that_another_sheet_was_shown_meanwhile_is_left_to_it(db: None) -> None:
    """On a server two sheets may be shown theirs at once: to who began first the other's seems to hold for
    longer than an hour, and was swept away.
    """
    one, other = new_sheet("poison", NAMES), new_sheet("poison", NAMES)
    begun = timezone.now()
    code = other.join_code()
    JoinCode.of(one.pk, begun)
    assert JoinCode.objects.filter(code=code).exists()


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
    digits = iter("00000000" * 2 + "12345678")
    monkeypatch.setattr("scoring.joining.secrets.choice", lambda _: next(digits))
    assert (one.join_code(), two.join_code()) == ("00000000", "12345678")


@pytest.fixture
def clock(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Limits that hold, nothing spent, and time that passes when it is told to."""
    clock = Clock()
    nothing_spent(settings, tmp_path, monkeypatch)
    monkeypatch.setattr(limits, "time", clock)
    return clock


def other_than(code: str) -> str:
    return "00000000" if code != "0000 0000" else "11111111"


@pytest.mark.usefixtures("clock")
def test_guessing_is_slow_even_for_the_right_code(owner: Person) -> None:
    """A table's slips of one address: see `JoinCode`. What can't be a code costs none of them, nor does the
    right one.
    """
    code, client = code_on(owner), Client(REMOTE_ADDR="198.51.100.7")
    wrong = other_than(code)
    for _ in range(JOINING.times):
        assert join(client, "123 456").status_code == 404
        assert join(client, code).status_code == 302
    for _ in range(JOINING.times):
        assert join(client, wrong).status_code == 404
    for guess in (wrong, code):
        answer = join(client, guess)
        assert answer.status_code == 429
        assert 0 < int(answer["Retry-After"]) <= JOINING.of_address.seconds
    assert join(Client(REMOTE_ADDR="198.51.100.8"), code).status_code == 302


def test_who_guesses_from_many_addresses_closes_all_codes_for_a_while_and_no_link(
    owner: Person, clock: Clock
) -> None:
    """Review, M2: 400 addresses of one /48 gave 400 tries, and no 429."""
    code, tries = code_on(owner), 0
    assert join(Client(), code).status_code == 302  # which costs nobody a try
    for network in range(0xFFFF):
        try:
            JOINING.take(RequestFactory().post("/join", REMOTE_ADDR=f"2001:db8:{network:x}::1"))
        except RequestError:
            break
        tries += 1
    assert tries == WRONG_CODES_AT_ONCE
    answer = join(Client(REMOTE_ADDR="198.51.100.8"), code)
    assert (answer.status_code, answer["Retry-After"]) == (429, "15")
    assert "Ссылки открывают и сейчас" in answer.content.decode().replace("\u00a0", " ")
    link = owner.sheet.link(LinkRole.SCORER).path
    assert Client(REMOTE_ADDR="198.51.100.8").get(link).status_code == 302
    clock.seconds += 15
    assert join(Client(REMOTE_ADDR="198.51.100.8"), code).status_code == 302


def test_a_sheet_is_found_by_guessing_less_often_than_once_in_a_hundred_thousand_codes(clock: Clock) -> None:
    """M2: «probability that a given sheet is found under 1 in 100,000, any of 1,000 sheets under 1 %», in the
    hour for which a code holds, from however many addresses: the tries are counted, not believed. All the
    while each sheet has both of its codes.
    """
    request, tries = RequestFactory().post("/join"), 0
    for _ in range(int(CODE_HOLDS.total_seconds())):
        while not JOINING.of_site.take(request):
            tries += 1
        clock.seconds += 1
    of_one_sheet = CODES_OF_A_SHEET / 10**CODE_LENGTH
    assert tries <= 600
    assert tries * of_one_sheet < 1 / 100_000
    assert 1 - (1 - 1000 * of_one_sheet) ** tries < 0.01


def test_a_code_outlives_a_clock_that_is_put_right_by_half_a_minute(owner: Person) -> None:
    """Whoever has just read it out hears nothing of the clock; evening 30025."""
    code = code_on(owner)
    JoinCode.objects.update(expires_at=timezone.now() + CODE_HOLDS + timedelta(seconds=30))
    assert code_on(owner) == code
    assert join(Client(), code).status_code == 302


def test_a_code_that_would_hold_for_longer_than_an_hour_opens_nothing(owner: Person) -> None:
    """H2: made before the clock was put back by a day, it could be guessed for a day."""
    code = code_on(owner)
    JoinCode.objects.update(expires_at=timezone.now() + timedelta(days=1))
    assert join(Client(), code).status_code == 404
    assert code_on(owner) != code
    assert JoinCode.objects.count() == 1


@pytest.mark.parametrize("typed", ["", " ", "😀" * 3000, "<b>1</b>", "' or 1=1", "١٢٣٤٥٦٧٨", "1" * 9000])
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
