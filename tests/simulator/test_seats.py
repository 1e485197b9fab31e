"""Seats: a link is used up by the button of its page, once; the log tells all; the host may renew it."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

from simulator.matches import seating
from simulator.models import Match, Seat
from tests.daily import daily
from tests.simulator.test_pages_table import run, seat_at, send, start
from tests.wire.site import own_copy
from web.links import TOKENS_KEPT

pytestmark = pytest.mark.whole

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)"


def link_of(match: Match, place: int) -> str:
    return f"/play/l/{match.seats.get(place=place).token}"


def text(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return str(response.content.decode()).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.django_db
def test_a_seat_link_asks_first_and_looking_at_it_uses_nothing_up(client: Client) -> None:
    match = start(client, "here", "phone", "greedy", **{"name-1": "Оля"})
    phone = Client()
    for _ in range(2):
        assert "Сесть на место Оли" in text(phone, link_of(match, 1))
    assert phone.head(link_of(match, 1)).status_code == 200
    assert text(phone, match.get_absolute_url(), 403)
    assert "Take Оля’s seat" in text(phone, f"/en{link_of(match, 1)}")
    assert not match.seat_changes.exists()


@pytest.mark.django_db
def test_a_messenger_is_shown_the_game_of_a_seat_and_no_name(client: Client, settings: Settings) -> None:
    match = start(client, "here", "phone", "greedy", **{"name-1": "Оля"})
    settings.PUBLIC_URL = "https://grimoire.example"
    shown = text(Client(), link_of(match, 1))
    tags = re.findall(r'<meta property="og:(?:title|image)" content="([^"]+)"', shown)
    assert tags == [
        "Место за столом · Алхимия",
        "https://grimoire.example/rules/poison/picture.png",
    ]
    assert not match.seat_changes.exists()


@pytest.mark.django_db
def test_the_button_uses_the_link_up_and_says_who_sat_down_when(client: Client) -> None:
    match = start(client, "here", "phone", "greedy", **{"name-1": "Оля"})
    address = link_of(match, 1)
    phone = Client(headers={"User-Agent": IPHONE})
    assert phone.post(address).url == match.get_absolute_url()
    assert phone.get(address).url == match.get_absolute_url()  # the phone that sits comes back by it
    stranger = Client()
    again = text(stranger, address, 410)
    sat = match.seat_changes.get()
    for said in ("Место уже занято", "На место «Оля» сели по ссылке (iPhone)", "скажите хозяину"):
        assert said in again
    assert stranger.post(address).status_code == 410
    assert text(stranger, match.get_absolute_url(), 403)
    assert (sat.place, sat.what, sat.by_host) == (1, "sat", False)


@pytest.mark.django_db
def test_the_host_cannot_look_into_a_hand_without_being_told_of(client: Client) -> None:
    """H3: the links of those who sit are shown to nobody, and one who sits there himself is in the log."""
    match = start(client, "here", "phone", "phone")
    phone = seat_at(client, match, 1)
    shown = text(client, f"{match.get_absolute_url()}/share")
    assert link_of(match, 1) not in shown
    assert link_of(match, 2) in shown
    client.post(link_of(match, 2))
    for address in (match.get_absolute_url(), f"{match.get_absolute_url()}/log"):
        log = text(phone, address)
        assert "На место «Б» сели по ссылке" in log
        assert "На место «В» сел сам хозяин" in log


@pytest.mark.django_db
def test_a_renewed_link_puts_out_who_sat_there_and_the_log_tells(client: Client) -> None:
    match = start(client, "here", "phone", "phone")
    old, first, other = link_of(match, 1), seat_at(client, match, 1), seat_at(client, match, 2)
    url = f"{match.get_absolute_url()}/link"
    assert first.post(url, {"seat": 1}).status_code == 403
    assert client.post(url, {"seat": 0}).status_code == 404
    assert client.post(url, {"seat": 1}).status_code == 302
    assert text(first, match.get_absolute_url(), 403)
    assert send(first, match, 1, "play R1 1", 0).status_code == 403
    assert text(Client(), old, 404)
    assert "Хозяин обновил ссылку на место «Б»" in text(other, match.get_absolute_url())
    second = seat_at(client, match, 1)
    assert text(second, match.get_absolute_url())


@pytest.mark.django_db
def test_a_link_that_is_renewed_while_somebody_sits_down_by_it_leads_nowhere(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, sit = start(client, "here", "phone", "greedy"), seating.sit

    def renewed_meanwhile(*about: Any) -> Seat:
        client.post(f"{match.get_absolute_url()}/link", {"seat": 1})
        return sit(*about)

    monkeypatch.setattr(seating, "sit", renewed_meanwhile)
    assert Client().post(link_of(match, 1)).status_code == 404
    assert match.seats.get(place=1).sat_at is None


@pytest.mark.django_db
def test_a_phone_that_missed_the_answer_asks_again_and_sits_once(client: Client) -> None:
    match = start(client, "here", "phone", "greedy")
    phone = Client()
    phone.get(link_of(match, 1))
    kept = dict(phone.cookies)
    phone.post(link_of(match, 1))
    phone.cookies.clear()
    phone.cookies.update(kept)
    assert phone.post(link_of(match, 1)).status_code == 302
    assert text(phone, match.get_absolute_url())
    assert match.seat_changes.count() == 1


@pytest.mark.django_db
def test_a_phone_that_taps_twice_keeps_its_seat_whichever_answer_it_hears(client: Client) -> None:
    """Answers may come in another order than they were made in: each lets the phone in for good."""
    match = start(client, "here", "phone", "greedy", **{"name-1": "Оля"})
    phone, address = Client(), link_of(match, 1)
    phone.get(address)
    before = phone.cookies["matches"].value
    assert phone.post(address).status_code == 302
    heard = phone.cookies["matches"].value
    phone.cookies["matches"] = before  # the second tap came before the first was answered
    assert phone.post(address).status_code == 302
    phone.cookies["matches"] = heard
    assert phone.get(match.get_absolute_url()).status_code == 200


@pytest.mark.django_db
def test_a_seat_left_to_a_bot_says_so_to_its_link(client: Client) -> None:
    match = start(client, "here", "phone", "greedy")
    left = Client()
    assert left.post(link_of(match, 1)).status_code == 302
    client.post(f"{match.get_absolute_url()}/seat", {"seat": 1})
    for phone in (Client(), left):
        assert "За это место играет бот" in text(phone, link_of(match, 1), 410)
    assert Client().post(link_of(match, 1)).status_code == 410
    assert "Хозяин отдал место «Б» боту" in text(client, match.get_absolute_url())
    client.post(f"{match.get_absolute_url()}/seat", {"seat": 1, "kind": "random"})
    assert match.seat_changes.count() == 2, "another bot is no change of who sits there"
    assert text(Client(), link_of(match, 2), 404)  # a bot's from the beginning
    assert text(Client(), link_of(match, 0), 404)


@pytest.mark.django_db
def test_a_seat_of_before_opens_as_often_as_it_did_until_the_host_renews_it(client: Client) -> None:
    """What leaves the house is read for ever: links of a running match survive an upgrade."""
    match = start(client, "here", "phone", "greedy")
    match.seats.update(key="")
    for phone in (Client(), Client()):
        assert phone.get(link_of(match, 1)).status_code == 302
        assert text(phone, match.get_absolute_url())
    client.post(f"{match.get_absolute_url()}/link", {"seat": 1})
    assert text(phone, match.get_absolute_url(), 403)
    assert "Сесть на место" in text(Client(), link_of(match, 1))


@pytest.mark.django_db
def test_a_host_comes_back_by_a_link_of_his_own(client: Client) -> None:
    """M1: matches had none, sheets and laboratories did."""
    match = start(client, "here", "phone", "greedy")
    share = f"{match.get_absolute_url()}/share"
    assert f"/play/l/{match.host_token}" in text(client, share)
    phone = seat_at(client, match, 1)
    assert match.host_token not in text(phone, share)
    other = Client()
    assert other.get(f"/play/l/{match.host_token}").url == match.get_absolute_url()
    assert link_of(match, 2) not in text(other, share)
    assert other.post(f"{match.get_absolute_url()}/seat", {"seat": 1}).status_code == 302


@pytest.mark.django_db
def test_a_button_beside_a_name_is_read_with_it(client: Client) -> None:
    """What only readers get stands in a box of its own, read with a space before: «Отдать боту : А»."""
    match = start(client, "here", "phone", "greedy")
    page = text(client, f"{match.get_absolute_url()}/share")
    assert 'aria-label="Отдать боту: А"' in page


@pytest.mark.django_db
def test_what_one_only_tries_never_pushes_a_match_out_of_the_cookie(client: Client) -> None:
    """M1: the 49th match locked the host out of the first; branches, positions and records were matches."""
    match = start(client, "here", "greedy", "greedy")
    run(match, 3)
    fork = f"{match.get_absolute_url()}/fork"
    for _ in range(TOKENS_KEPT + 2):
        made = client.post(fork, {"ply": 0})
        assert made.status_code == 302
    assert text(client, match.get_absolute_url())
    assert text(client, made.url)
    assert len(client.cookies["matches"].value) < 4000


@pytest.mark.parametrize(("name", "of_whom"), [("Оля", "Оли"), ("Саша", "Саши"), ("Рита", "Риты")])
def test_names_are_declined_where_their_ending_says_how(name: str, of_whom: str) -> None:
    assert seating.genitive(name) == of_whom


@pytest.mark.parametrize("name", ["Игрок 2", "Франсуа", "Olga", "Igor", "Ия", "О", "", "А-я"])
def test_other_names_are_left_as_they_are(name: str) -> None:
    assert seating.genitive(name) == ""


@pytest.fixture
def own_database(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), own_copy():
        yield


@pytest.mark.usefixtures("own_database")
@pytest.mark.parametrize("attempt", daily(range(5), [0]))
def test_of_two_phones_that_sit_down_at_once_one_sits(client: Client, attempt: int) -> None:
    match = start(client, "here", "phone", "greedy")
    address, ready = link_of(match, 1), Barrier(4)

    def sit(phone: Client, address: str = address, ready: Barrier = ready) -> int:
        ready.wait()
        try:
            return phone.post(address).status_code
        finally:
            connection.close()

    phones = [Client() for _ in range(4)]
    with ThreadPoolExecutor(4) as hands:
        answers = list(hands.map(sit, phones))
    assert sorted(answers) == [302, 410, 410, 410]
    sees = [phone.get(match.get_absolute_url()).status_code for phone in phones]
    assert [status == 200 for status in sees] == [answer == 302 for answer in answers]
    assert match.seat_changes.count() == 1


@pytest.mark.django_db
def test_a_typed_seed_is_said_at_the_table_and_in_its_links(client: Client) -> None:
    """H3: who types 12345 again knows the hands; the number itself is nobody's business before the end."""
    said = "Роздано по зерну, которое выбрал хозяин партии"
    match = start(client, "here", "phone", "greedy", seed="4817263549182736")
    pages = [text(Client(), link_of(match, 1)), text(client, f"{match.get_absolute_url()}/share")]
    watcher = Client()
    watcher.get(f"/play/l/{match.viewer_token}")
    for phone in (client, watcher, seat_at(client, match, 1)):
        pages.append(text(phone, match.get_absolute_url()))
    assert all(said in page for page in pages)
    assert not any(match.seed in page for page in pages)


@pytest.mark.django_db
def test_a_table_on_a_laptop_that_nobody_reaches_says_so(client: Client, settings: Settings) -> None:
    """At the table's links, and where its position is shared: a phone that followed 127.0.0.1 would find
    itself.
    """
    settings.PUBLIC_URL = settings.LAN_URL = ""
    match = start(client, "here", "phone", "greedy")
    position = client.get(f"{match.get_absolute_url()}/position").url
    for address in (f"{match.get_absolute_url()}/share", f"{position}&do=share"):
        for host, reached in (("localhost:8000", False), ("testserver", True)):
            page = client.get(address, headers={"host": host}).content.decode()
            assert "data-copy" in page
            assert ("не дотянутся" in page.replace("\N{NO-BREAK SPACE}", " ")) != reached, (address, host)
            assert ('class="qr"' in page) == reached
