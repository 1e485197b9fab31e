"""A seat's page never contains what that seat may not know, at any address."""

import json
import re

import pytest
from django.test import Client

from simulator import engines
from simulator.engine import sharing
from simulator.models import Match
from tests.daily import daily
from tests.simulator.test_pages_table import HTMX, course, run, seat_at, start

pytestmark = pytest.mark.django_db
POISON = engines.get("poison")


def addresses(match: Match, ply: int) -> list[str]:
    url = match.get_absolute_url()
    return [
        url,
        f"{url}?v=0",
        f"{url}?ply=0",
        f"{url}?ply={ply}",
        f"{url}/log",
        f"{url}/share",
        f"{url}/view.json",
        f"{url}/view.json?ply=0",
        f"/en{url}",
        "/play/recent",
        "/play/poison",
    ]


@pytest.mark.parametrize("place", daily([0, 1, 2, None], [1, None]))
def test_no_address_of_a_running_match_gives_away_seed_tokens_or_other_hands(
    client: Client, place: int | None
) -> None:
    match = start(client, "here", "phone", "phone", seed="4817263549182736")
    run(match, 5)
    phone = client if place == 0 else Client()
    if place is None:
        phone.get(f"/play/l/{match.viewer_token}")
    elif place:
        phone = seat_at(client, match, place)
    state = course(match).state
    own = list(state.hands[place]) if place is not None else []
    tokens = {match.host_token}.union(*({seat.token, seat.key} for seat in match.seats.all()))
    for address in addresses(match, 3):
        text = phone.get(address).content.decode()
        is_host_sharing = place == 0 and address.endswith("/share")
        assert match.seed not in text
        assert str(state.chance.rng) not in text
        assert is_host_sharing or not any(token in text for token in tokens)
        if f"{match.get_absolute_url()}" == address:
            assert sorted(re.findall(r'data-card="(\w+)"', text)) == sorted(own)
        if "view.json" in address:
            view = json.loads(text)["view"]
            assert view["seat"] == place
            expected = course(match).steps[0 if "ply=0" in address else 5].state.hands
            assert view["hand"] == (list(expected[place]) if place is not None else [])


def test_pages_built_from_two_worlds_that_a_seat_cannot_tell_apart_are_equal(client: Client) -> None:
    """The strongest test there is: swap the true hands for others and compare every letter."""
    match = start(client, "here", "phone", "phone")
    run(match, 6)
    real = course(match).state
    phone = seat_at(client, match, 1)
    pages = []
    for world in (real, POISON.resample(real, 1, 99)):
        match.moves.all().delete()
        match.start = POISON.encode(world)
        match.save(update_fields=["start"])
        html = phone.get(match.get_absolute_url(), **HTMX).content.decode()
        pages.append(re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", html))
    assert pages[0] == pages[1]


def test_a_position_shared_from_a_running_match_names_only_ones_own_cards(client: Client) -> None:
    match = start(client, "here", "phone", "phone")
    run(match, 5)
    phone = seat_at(client, match, 2)
    response = phone.get(f"{match.get_absolute_url()}/position")
    position = sharing.unpack(response.url.split("?p=")[1])
    hands = course(match).state.hands
    assert position["hands"] == {"А": len(hands[0]), "Б": len(hands[1]), "В": " ".join(hands[2])}
    assert phone.get(response.url).status_code == 200


def test_the_record_opens_only_when_the_match_is_over(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy")
    run(match, 5)
    refused = client.get(f"{match.get_absolute_url()}/record.json")
    assert refused.status_code == 403
    assert (
        match.seed not in re.sub(r"\D7\D", "", refused.content.decode())
        or "seed" not in refused.content.decode()
    )
    run(match)
    record = client.get(f"{match.get_absolute_url()}/record.json").json()
    assert record["seed"] == 7
    assert record["names"] == ["А", "Б", "В"]


def test_a_finished_record_becomes_the_same_match_again(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy")
    run(match)
    record = client.get(f"{match.get_absolute_url()}/record.json").content.decode()
    response = Client().post("/play/poison/record", {"record": record})
    again = Match.objects.exclude(pk=match.pk).get()
    assert response.url == again.get_absolute_url()
    assert course(again).state == course(match).state
    assert [seat.name for seat in again.seats.all()] == ["А", "Б", "В"]


def test_links_leave_a_cookie_that_scripts_cannot_read_and_an_address_without_the_token(
    client: Client,
) -> None:
    match = start(client, "here", "phone", "greedy")
    token = match.seats.get(place=1).token
    phone = Client()
    response = phone.post(f"/play/l/{token}")
    assert phone.cookies["matches"]["httponly"]
    assert token not in response.url


def test_a_page_is_never_kept_by_the_browser(client: Client) -> None:
    match = start(client, "here", "phone", "greedy")
    assert "no-store" in client.get(match.get_absolute_url())["Cache-Control"]


@pytest.mark.parametrize("card", ["R1", "R4", "B2", "P7", "X4"])
def test_no_move_behind_the_curtain_is_made_or_judged(client: Client, card: str) -> None:
    match = start(client, "here", "here", "here")
    seat = course(match).to_act[0]
    body = {"seat": seat, "ply": 0, "move": f"play {card} 1"}
    url = f"{match.get_absolute_url()}/move"
    response = client.post(url, body)
    assert response.status_code == 403
    assert "Занавес ещё висит" in response.content.decode()
    assert client.post(url, body, content_type="application/json").status_code == 403
    assert (
        client.post(url, {**body, "seat": (seat + 1) % 3}).status_code == 422
    )  # not their turn, whoever looks
    assert match.moves.count() == 0
