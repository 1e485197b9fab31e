"""Codes, seats, phones and the leader: who may do what, and what changes hands with a seat."""

import re
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.alchemists.simulator.laboratory.course import facts_of
from games.alchemists.simulator.laboratory.models import ABSENT, Laboratory
from games.alchemists.simulator.presenting import join_codes
from games.alchemists.tests.simulator import laboratories
from games.alchemists.tests.simulator.laboratories import DEMO, act, at_seat, by_code, done, reveal
from rulebook.content.typography import typeset
from tests.web.test_limits import Clock, nothing_spent
from web import limits
from web.limits import WRONG_CODES

pytestmark = pytest.mark.django_db


@pytest.fixture
def limited(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that hold, no wrong codes yet, and no time that passes: a busy computer takes as long as another
    try is worth.
    """
    nothing_spent(settings, tmp_path, monkeypatch)
    monkeypatch.setattr(limits, "time", Clock())


def text_of(client: Client, lab: Laboratory, rest: str = "") -> str:
    return client.get(f"{lab.get_absolute_url()}{rest}").content.decode()


# --- Codes --------------------------------------------------------------------------------------------------


def test_the_code_opens_the_same_laboratory_however_it_is_typed(lab: Laboratory) -> None:
    """Entering the code rejoins the laboratory and its log on any device (lab.code)."""
    code = lab.shown_code
    for typed in (code, code.lower(), code.replace("-", ""), f" {code} "):
        assert Client().post("/lab/code", {"code": typed}).url == f"/lab/m/{lab.public_id}/seats"


def test_letters_of_a_russian_keyboard_are_understood() -> None:
    assert join_codes.typed("авек-мн") == "ABEKMH"


def test_a_code_has_nothing_of_the_world_in_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two laboratories with the same world have different codes (lab.code)."""
    laboratories.in_world(monkeypatch)
    first, second = laboratories.open_laboratory(client), laboratories.open_laboratory(client)
    assert first.truth == second.truth
    assert first.code != second.code
    assert re.fullmatch(rf"[{join_codes.LETTERS}]{{6}}", first.code)


def test_worlds_are_random_and_complete(client: Client) -> None:
    labs = [laboratories.open_laboratory(client) for _ in range(12)]
    worlds = {tuple(lab.truth.items()) for lab in labs}
    assert len(worlds) > 6
    assert all(sorted(lab.truth.values()) == sorted(DEMO.values()) for lab in labs)


def test_a_code_that_does_not_exist_is_refused_with_the_clause(lab: Laboratory) -> None:
    """A code leads to its laboratory or nowhere (lab.code)."""
    for code in ("", "ZZZZZZ", "12", "QWERTYUIOP", "7KM-2X!", "<b>", "a" * 500):
        response = Client().post("/lab/code", {"code": code})
        assert response.status_code == 404, code
        assert "ничего не нашлось" in response.content.decode()
        assert "/rules/alchemists/lab.code" in response.content.decode()


@pytest.mark.usefixtures("limited")
def test_who_tries_many_codes_has_to_wait_and_nobody_else(lab: Laboratory, settings: Settings) -> None:
    """Guessing is no way in (lab.code). M2: behind a proxy one stranger locked everybody out."""
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.1")]
    stranger, player = (Client(headers={"X-Forwarded-For": f"203.0.113.{n}"}) for n in (7, 8))
    for _ in range(WRONG_CODES.times - 1):
        WRONG_CODES.take(RequestFactory().get("/", REMOTE_ADDR="203.0.113.7"))
    assert stranger.post("/lab/code", {"code": "ZZZZZZ"}).status_code == 404
    response = stranger.post("/lab/code", {"code": lab.shown_code})
    assert response.status_code == 429
    assert 1 <= int(response.headers["Retry-After"]) <= 60
    assert player.post("/lab/code", {"code": lab.shown_code}).status_code == 302
    assert stranger.post("/lab/code", {"code": "12"}).status_code == 404
    assert "Слишком много неверных кодов" in response.content.decode()


@pytest.mark.usefixtures("limited")
def test_who_tries_codes_from_many_addresses_closes_them_for_a_while(lab: Laboratory) -> None:
    """Guessing is no way in (lab.code). M2: one rented server has thousands of IPv6 addresses."""
    while not WRONG_CODES.of_site.take(RequestFactory().get("/")):
        pass
    for path, form in (("/lab/code", {"code": lab.code}), (f"/lab/c/{lab.code}", None)):
        answer = Client().post(path, form) if form else Client().get(path)
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "15")
        assert "Ссылки открывают и сейчас" in answer.text.replace("\u00a0", " ")


@pytest.mark.parametrize("code", ["DEMO", "demo", "QWIN", "CEJT"])
def test_the_codes_of_the_application_are_read_and_marked(client: Client, code: str) -> None:
    """A table that began with the application goes on here; the page warns of its code (lab.official)."""
    response = client.post("/lab/code", {"code": code})
    assert response.url == f"/lab/new?official={code.upper()}"
    assert code.upper() in client.get(response.url).content.decode()
    lab = laboratories.open_laboratory(client, official=code)
    assert code != "DEMO" or lab.truth == DEMO
    assert f"Мир по коду приложения {code.upper()}" in text_of(client, lab)


@pytest.mark.parametrize("code", ["DEMOS", "12", "D3MO", "ЖЖЖЖ", "----", "\N{DRAGON}" * 4, "x" * 300])
def test_what_is_no_code_of_the_application_is_refused(client: Client, code: str) -> None:
    """Exactly four Latin letters (lab.official)."""
    response = client.post("/lab/new", {"name-0": "А", "name-1": "Б", "official": code})
    assert response.status_code == 422
    assert "/rules/alchemists/lab.official" in response.content.decode()
    assert not Laboratory.objects.exists()


# --- Seats --------------------------------------------------------------------------------------------------


def test_who_comes_by_the_code_watches_until_they_take_a_seat(client: Client, lab: Laboratory) -> None:
    """The code alone opens what everybody knows (lab.several)."""
    done(client, lab, 0, "student toad mushroom")
    phone = by_code(lab)
    assert "Вы смотрите" in text_of(phone, lab)
    assert act(phone, lab, 0, "student toad fern").status_code == 403
    phone.post(f"/lab/m/{lab.public_id}/take", {"seat": 1})
    assert act(phone, lab, 1, "student toad fern").status_code == 200
    assert "Коля теперь со своего телефона" in text_of(client, lab)


def test_who_comes_by_the_code_is_first_asked_who_they_are_and_not_shown_the_code(
    client: Client, lab: Laboratory
) -> None:
    """play.md (b) 13: the largest key led to the bench, and the code just typed came again in 48 px."""
    coming, host = text_of(by_code(lab), lab, "/seats"), text_of(client, lab, "/seats")
    assert coming.index("Это я") < coming.index(typeset("К опытам")) < coming.index(lab.shown_code)
    assert host.index(lab.shown_code) < host.index(typeset("Кто с какого телефона"))


def test_without_names_a_laboratory_has_the_least_people_and_names_them_itself(client: Client) -> None:
    """play.md (b) 16: «имён здесь 0», where a new game names its seats."""
    for names, called in (((), ["Игрок 1", "Игрок 2"]), (("", "Оля"), ["Игрок 1", "Оля"])):
        lab = laboratories.open_laboratory(client, names)
        assert [seat.name for seat in lab.seats.all()] == called


def test_a_seat_at_a_phone_of_its_own_is_nobody_elses(client: Client, lab: Laboratory) -> None:
    """Two phones never hold one seat (lab.several)."""
    at_seat(lab, 1)
    second = by_code(lab)
    taken = second.post(f"/lab/m/{lab.public_id}/take", {"seat": 1})
    assert taken.status_code == 409
    assert "уже за другим телефоном" in taken.content.decode()
    assert act(client, lab, 1, "student toad fern").status_code == 403


def test_a_seat_that_changes_hands_takes_no_secrets_along(client: Client, lab: Laboratory) -> None:
    """A new holder sees of what was before only what everybody saw (lab.several)."""
    done(client, lab, 1, "student toad mushroom")
    phone = at_seat(lab, 1)
    assert "Гриб + жаба" not in text_of(phone, lab, "/mine")
    assert facts_of(lab, 1) == []
    done(phone, lab, 1, "drink claw fern")
    assert "Папоротник + куриная лапа" in text_of(phone, lab, "/mine")
    assert client.post(f"/lab/m/{lab.public_id}/free", {"seat": 1}).status_code == 302
    assert "снова за телефоном хозяина" in text_of(client, lab)
    opened = client.post(f"{lab.get_absolute_url()}/mine", {"seat": 1}).content.decode()
    assert "лапа" not in opened
    assert facts_of(lab, 1) == []
    assert act(phone, lab, 1, "student toad fern").status_code == 403
    assert "Папоротник + куриная лапа" not in text_of(phone, lab, "/log")


def test_the_page_of_seats_follows_what_others_do(client: Client, lab: Laboratory) -> None:
    """Who waits for the others sees them sit down (lab.several)."""
    url = f"{lab.get_absolute_url()}/seats?v={lab.version}"
    assert client.get(url).status_code == 204
    at_seat(lab, 2)
    news = client.get(url)
    assert news.status_code == 200
    assert "со своего телефона" in news.content.decode()


def test_only_the_host_and_the_holder_free_a_seat(client: Client, lab: Laboratory) -> None:
    """Who holds a seat is decided at the table, not by strangers (lab.several)."""
    own, other = at_seat(lab, 1), at_seat(lab, 2)
    assert other.post(f"/lab/m/{lab.public_id}/free", {"seat": 1}).status_code == 403
    assert own.post(f"/lab/m/{lab.public_id}/free", {"seat": 1}).status_code == 302
    assert act(client, lab, 1, "student toad fern").status_code == 200


def test_a_personal_link_moves_a_seat_with_all_it_knows_to_another_device(lab: Laboratory) -> None:
    """Each phone shows its own link and nobody else's (lab.several)."""
    phone = at_seat(lab, 1)
    done(phone, lab, 1, "student toad mushroom")
    token = lab.seats.get(place=1).token
    page = text_of(phone, lab, "/seats")
    assert token in page
    assert lab.host_token not in page
    tablet = Client()
    moved = tablet.get(f"/lab/l/{token}")
    assert token not in moved.url
    assert "Гриб + жаба" in text_of(tablet, lab, "/mine")


def test_the_host_moves_by_a_link_as_well(client: Client, lab: Laboratory) -> None:
    tablet = Client()
    assert lab.host_token in text_of(client, lab, "/seats")
    tablet.get(f"/lab/l/{lab.host_token}")
    assert tablet.get(f"/lab/m/{lab.public_id}/reveal").status_code == 200


def test_the_link_of_a_seat_at_the_hosts_phone_opens_nothing(lab: Laboratory) -> None:
    assert Client().get(f"/lab/l/{lab.seats.get(place=0).token}").status_code == 404


def test_when_the_hosts_phone_is_gone_somebody_at_the_table_takes_over(
    client: Client, lab: Laboratory
) -> None:
    """All see who is the host now, and what the old phone knew stays unknown (lab.several)."""
    done(client, lab, 0, "student toad mushroom")
    phone, watcher = at_seat(lab, 1), by_code(lab)
    url = f"/lab/m/{lab.public_id}/host"
    refused = phone.post(url)
    assert (refused.status_code, "10 минут" in refused.text.replace("\u00a0", " ")) == (409, True)
    Laboratory.objects.filter(pk=lab.pk).update(host_seen_at=timezone.now() - ABSENT - timedelta(seconds=1))
    assert watcher.post(url).status_code == 403
    assert "Стать хозяином" in text_of(phone, lab, "/seats")
    assert phone.post(url).status_code == 302
    assert "Теперь хозяин Коля" in text_of(watcher, lab)
    opened = phone.post(f"{lab.get_absolute_url()}/mine", {"seat": 0}).content.decode()
    assert "Гриб + жаба" not in opened
    assert client.get(f"/lab/m/{lab.public_id}").status_code == 403
    assert reveal(phone, lab).status_code == 302


def test_a_host_seen_by_a_clock_that_was_put_back_is_no_host_for_a_day(
    client: Client, lab: Laboratory
) -> None:
    """H2: with the host's phone gone, nobody could take over for a day; a host who is here stays one."""
    phone, url = at_seat(lab, 1), f"/lab/m/{lab.public_id}/host"
    Laboratory.objects.filter(pk=lab.pk).update(host_seen_at=timezone.now() + timedelta(days=1))
    client.get(lab.get_absolute_url())
    assert phone.post(url).status_code == 409
    Laboratory.objects.filter(pk=lab.pk).update(host_seen_at=timezone.now() + timedelta(days=1))
    assert phone.post(url).status_code == 302


# --- The reveal and the leader ------------------------------------------------------------------------------


def test_only_the_hosts_phone_reveals_and_only_when_asked_twice(client: Client, lab: Laboratory) -> None:
    """Answers are for the end of the game (reveal.answers, lab.secret)."""
    phone, watcher = at_seat(lab, 1), by_code(lab)
    for other in (phone, watcher):
        assert other.get(f"{lab.get_absolute_url()}/reveal").status_code == 403
        refused = reveal(other, lab)
        assert refused.status_code == 403
        assert "/rules/alchemists/lab.secret" in refused.content.decode()
    assert Client().get(f"{lab.get_absolute_url()}/reveal").status_code == 403
    unconfirmed = client.post(f"{lab.get_absolute_url()}/reveal", {})
    assert unconfirmed.status_code == 422
    assert "/rules/alchemists/reveal.answers" in unconfirmed.content.decode()
    assert act(client, lab, 0, "reveal").status_code == 422
    assert act(phone, lab, 1, "reveal").status_code == 403
    lab.refresh_from_db()
    assert not lab.revealed


def test_a_leader_opens_the_board_once_and_everybody_can_read_that(client: Client, led: Laboratory) -> None:
    """Somebody who doesn't play may know the answers; the table reads that they do (lab.leader)."""
    invitation = client.get(f"{led.get_absolute_url()}/invite")
    assert led.leader_token in invitation.content.decode()
    leader, url = Client(), f"/lab/leader/{led.leader_token}"
    assert "Вы ведущий" in leader.get(url).content.decode()
    assert not Laboratory.objects.get(pk=led.pk).looked
    assert leader.post(url).status_code == 302
    board = leader.get(f"{led.get_absolute_url()}/leader")
    assert board.status_code == 200
    assert "Что из чего выходит" in board.content.decode()
    assert "поле ведущего" in text_of(client, led, "/log")
    assert Client().get(url).status_code == 404
    assert Client().post(url).status_code == 404
    again = client.get(f"{led.get_absolute_url()}/invite")
    assert again.status_code == 403
    assert leader.get(f"{led.get_absolute_url()}/reveal").status_code == 403


def test_a_phone_never_both_plays_and_leads(client: Client, led: Laboratory) -> None:
    """The leader doesn't play (lab.leader)."""
    player, url = at_seat(led, 1), f"/lab/leader/{led.leader_token}"
    for refused in (player.get(url), player.post(url)):
        assert refused.status_code == 403
        assert "Ведущий не играет" in refused.content.decode()
    leader = by_code(led)
    leader.post(url)
    assert leader.post(f"/lab/m/{led.public_id}/take", {"seat": 2}).status_code == 403


@pytest.mark.parametrize("away", [0, 3])
def test_the_hosts_phone_leads_only_when_it_holds_no_seat(client: Client, led: Laboratory, away: int) -> None:
    """The leader sees the secret and doesn't play (lab.leader): not a host with one seat, nor with four."""
    url = f"/lab/leader/{led.leader_token}"
    for place in range(away):
        at_seat(led, place)
    for refused in (client.get(url), client.post(url)):
        assert refused.status_code == 403
        shown = refused.content.decode()
        assert "/rules/alchemists/lab.leader" in shown
        assert "Ведущий не играет" in shown
        assert "Саша" in shown
    assert client.get(f"{led.get_absolute_url()}/leader").status_code == 403
    assert not Laboratory.objects.get(pk=led.pk).looked


def test_a_host_who_leads_holds_no_seat_that_comes_back(client: Client, led: Laboratory) -> None:
    """Whoever sees all answers plays nobody's turn (lab.leader); a lost seat waits for another phone."""
    for place in range(4):
        at_seat(led, place)
    assert client.post(f"/lab/leader/{led.leader_token}").status_code == 302
    assert client.get(f"{led.get_absolute_url()}/leader").status_code == 200
    assert client.post(f"/lab/m/{led.public_id}/free", {"seat": 1}).status_code == 302
    assert act(client, led, 1, "student toad mushroom").status_code == 403
    assert "здесь, у хозяина" not in text_of(client, led, "/seats")
    assert act(at_seat(led, 1), led, 1, "student toad mushroom").status_code == 200


def test_a_leader_who_opens_the_link_of_a_seat_holds_none(client: Client, led: Laboratory) -> None:
    """One phone can't both hold a seat and see all the answers (lab.leader)."""
    at_seat(led, 1)
    leader = by_code(led)
    leader.post(f"/lab/leader/{led.leader_token}")
    leader.get(f"/lab/l/{led.seats.get(place=1).token}")
    assert act(leader, led, 1, "student toad mushroom").status_code == 403


def test_the_log_says_on_whose_phone_the_leaders_board_was_opened(client: Client, led: Laboratory) -> None:
    """All at the table read who sees the answers now (lab.leader)."""
    phones = [at_seat(led, place) for place in range(4)]
    client.post(f"/lab/leader/{led.leader_token}")
    assert typeset("на телефоне хозяина лаборатории") in text_of(phones[0], led, "/log")
    led.refresh_from_db()
    Client().post(f"/lab/leader/{led.leader_token}")
    assert typeset("на телефоне, с которого никто не играл") in text_of(phones[0], led, "/log")
    phones[2].post(f"/lab/m/{led.public_id}/free", {"seat": 2})
    led.refresh_from_db()
    phones[2].post(f"/lab/leader/{led.leader_token}")
    assert typeset("Чьё было место: Рита") in text_of(phones[0], led, "/log")


def test_a_host_who_was_replaced_leads_under_the_name_last_played(client: Client, led: Laboratory) -> None:
    """Whoever played may not see the answers unread (lab.leader), though that phone never took a seat."""
    phone = at_seat(led, 1)
    done(client, led, 3, "student toad mushroom")
    Laboratory.objects.filter(pk=led.pk).update(host_seen_at=timezone.now() - ABSENT * 2)
    assert phone.post(f"/lab/m/{led.public_id}/host").status_code == 302
    assert client.post(f"/lab/leader/{led.leader_token}").status_code == 302
    assert typeset("Чьё было место: Саша") in text_of(phone, led, "/log")


@pytest.mark.parametrize("address", ["/leader", "/leader.pdf", "/invite"])
def test_the_leaders_board_is_closed_to_all_others(client: Client, led: Laboratory, address: str) -> None:
    """Host, players and watchers get a refusal with its clause (lab.leader)."""
    for phone in (at_seat(led, 1), by_code(led), *([client] if address != "/invite" else [])):
        response = phone.get(f"{led.get_absolute_url()}{address}")
        assert response.status_code == 403
        assert "/rules/alchemists/lab.leader" in response.content.decode()


def test_without_a_leader_there_is_no_leaders_link(client: Client, lab: Laboratory) -> None:
    assert client.get(f"{lab.get_absolute_url()}/invite").status_code == 403
    assert Client().get(f"/lab/leader/{lab.leader_token}").status_code == 404
    assert Client().post(f"/lab/leader/{lab.leader_token}").status_code == 404


def test_a_laboratory_on_a_laptop_that_nobody_reaches_says_so(client: Client, settings: Settings) -> None:
    """The leader's link, the code and the ways to another device: a phone that followed 127.0.0.1 would find
    itself.
    """
    settings.PUBLIC_URL = settings.LAN_URL = ""
    led = laboratories.open_laboratory(client, led="yes")
    lab = laboratories.open_laboratory(client)
    for address in (f"{led.get_absolute_url()}/invite", f"{lab.get_absolute_url()}/seats"):
        for host, reached in (("localhost:8000", False), ("testserver", True)):
            page = client.get(address, headers={"host": host}).content.decode()
            assert ("не дотянутся" in page.replace("\u00a0", " ")) != reached, (address, host)
            assert ('class="qr"' in page) == reached


def test_a_code_of_the_application_with_the_golem_is_named_wherever_it_is_typed(client: Client) -> None:
    """And isn't taken for a guess at somebody's laboratory, however often it is typed."""
    for _ in range(30):
        assert client.post("/lab/code", {"code": "golem"}).status_code == 422
    for address, field in (("/lab/code", "code"), ("/lab/new", "official")):
        fields = {"name-0": "Оля", "name-1": "Коля", "level": "apprentice", field: "GOLEM"}
        page = client.post(address, fields).content.decode()
        assert "The King’s Golem" in page.replace("\u00a0", " ")
    assert not Laboratory.objects.exists()
