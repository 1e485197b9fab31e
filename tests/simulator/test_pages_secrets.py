"""A seat's page never contains what that seat may not know, at any address."""

import json
import re
from itertools import cycle, product
from typing import Any

import pytest
from django.test import Client

from simulator.engine import sharing
from simulator.game import played_games
from simulator.matches.board import MatchPresenter
from simulator.models import Match
from tests.daily import daily
from tests.markup import NEW_EACH_TIME
from tests.simulator.test_pages_table import HTMX, lay, replay, run, seat_at, shown_codes, start

pytestmark = pytest.mark.django_db
GAMES = played_games()
BY_TURNS = list(zip(GAMES, cycle((1, None)), strict=False))  # every day; what shows a page knows no game


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


def phone_of(client: Client, match: Match, place: int | None) -> Client:
    """The phone of a seat, of which the first one is the host's; None is somebody who only watches."""
    if place == 0:
        return client
    if place is not None:
        return seat_at(client, match, place)
    phone = Client()
    phone.get(f"/play/l/{match.viewer_token}")
    return phone


def page_of(client: Client, match: Match, path: str = "") -> str:
    """A page without what differs each time."""
    html = client.get(f"{match.get_absolute_url()}{path}").content.decode()
    return NEW_EACH_TIME.sub("", html)


def assert_alike(match: Match, phone: Client, state: Any, seat: int | None) -> None:
    """The strongest test there is: swap the true hands for others and compare every letter."""
    game, pages = replay(match).engine, []
    for world in (state, game.resample(state, seat, 99)):
        lay(match, world)
        pages.append([page_of(phone, match, path) for path in ("", "?ply=0", "/log", "/view.json")])
        pages[-1].append(phone.get(f"{match.get_absolute_url()}/position").url)
    assert pages[0] == pages[1], seat


@pytest.mark.parametrize(("game_id", "place"), daily(product(GAMES, (0, 1, 2, None)), BY_TURNS))
def test_no_address_of_a_running_match_gives_away_seed_or_tokens(
    client: Client, game_id: str, place: int | None
) -> None:
    match = start(client, "here", "phone", "phone", game=game_id, seed="4817263549182736")
    run(match, 5)
    phone = phone_of(client, match, place)
    now = replay(match)
    chance = str(now.state.chance.rng)
    tokens = {match.host_token}.union(*({seat.token, seat.key} for seat in match.seats.all()))
    for address in addresses(match, 3):
        text = phone.get(address).content.decode()
        is_host_sharing = place == 0 and address.endswith("/share")
        assert match.seed not in text
        assert chance not in text
        assert is_host_sharing or not any(token in text for token in tokens)
        if "view.json" in address:
            seen = now.engine.view(now.steps[0 if "ply=0" in address else 5].state, place)
            assert json.loads(text)["view"] == json.loads(json.dumps(now.engine.view_json(seen)))


@pytest.mark.parametrize("game_id", GAMES)
def test_pages_built_from_two_worlds_that_a_seat_cannot_tell_apart_are_equal(
    client: Client, game_id: str
) -> None:
    match = start(client, "here", "phone", "phone", game=game_id)
    run(match, 30)
    now = replay(match)
    match.moves.all().delete()
    for place in (0, None):
        assert_alike(match, phone_of(client, match, place), now.state, place)


def test_the_page_has_a_button_for_each_card_in_hand(client: Client) -> None:
    match = start(client, "here", "phone", "phone")
    run(match, 5)
    for place in (0, 1, None):
        hand = replay(match).state.hands[place] if place is not None else []
        assert shown_codes(page_of(phone_of(client, match, place), match)) == sorted(hand)


def test_a_position_shared_from_a_running_match_names_only_ones_own_cards(client: Client) -> None:
    match = start(client, "here", "phone", "phone")
    run(match, 5)
    phone = seat_at(client, match, 2)
    response = phone.get(f"{match.get_absolute_url()}/position")
    position = sharing.unpack(response.url.split("?p=")[1].partition("&")[0])
    hands = replay(match).state.hands
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
    assert replay(again).state == replay(match).state
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
    seat = replay(match).to_act[0]
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


def test_news_drawn_for_a_seat_is_no_watcher_s_and_one_watcher_s_is_the_others(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News is drawn once for all who look through the same eyes: by seat, by what the page has already."""
    match = start(client, "here", "phone", "greedy", game="poison")
    drawn: list[int | None] = []
    frames = MatchPresenter.frames

    def counting(board: MatchPresenter, since: int, again: bool = False) -> object:
        drawn.append(board.viewer.seat)
        return frames(board, since, again)

    monkeypatch.setattr(MatchPresenter, "frames", counting)
    look = f"{match.get_absolute_url()}?v=0&since=0"
    phones = [phone_of(client, match, place) for place in (0, 1, None, None)]
    told = [phone.get(look, **HTMX).content.decode() for phone in phones]
    hands = replay(match).state.hands
    assert [shown_codes(page) for page in told] == [*map(sorted, hands[:2]), [], []]
    plain = [NEW_EACH_TIME.sub("", page) for page in told]
    assert plain[2] == plain[3]
    assert len(set(plain)) == 3
    assert drawn == [0, 1, None]


def test_only_the_table_of_who_plays_may_stay_in_a_browser(client: Client) -> None:
    """«kept for each … table that this device may … play», as it stands now; a look back is another page."""
    match = start(client, "here", "phone", "phone")
    url = match.get_absolute_url()
    kept = [phone_of(client, match, place).get(url).get("Keep-On-Device") for place in (0, 1, None)]
    assert kept == ["yes", "yes", None]
    assert "Keep-On-Device" not in client.get(f"{url}?ply=0").headers
