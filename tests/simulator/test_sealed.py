"""Choices made at once: each counts while its frame is open, and nothing tells who has made theirs until all
have (DESIGN §1, §3: several seats to act are simultaneous and secret).
"""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from simulator.jobs import helper
from simulator.matches import play
from simulator.matches.sealed import SealedChoice, frames_of
from simulator.models import Match
from simulator.table.base import Result
from tests.markup import NEW_EACH_TIME, folded
from tests.simulator import sealed_bids
from tests.simulator.test_pages_table import HTMX, lift, replay, seat_at, send, start

WAITING, CHOSEN, EVERYBODY = "Ждём остальных", "Ваш выбор сделан, ждём остальных", "Выбирают все"


@pytest.fixture
def bids(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> None:
    """The tiny game of sealed bids sits where Poison was."""
    sealed_bids.sit_down(monkeypatch.setattr, tmp_path)
    templates = copy.deepcopy(settings.TEMPLATES)
    templates[0]["DIRS"] = [tmp_path, *templates[0]["DIRS"]]
    settings.TEMPLATES = templates


pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bids")]


def watcher(match: Match) -> Client:
    phone = Client()
    phone.get(f"/play/l/{match.viewer_token}")
    return phone


def laid_aside(match: Match) -> None:
    """All have put two cards aside: now they bid."""
    for seat in range(match.seats.count()):
        play_straight(match, seat, "lay 1", "lay 2")


def play_straight(match: Match, seat: int, *texts: str) -> None:
    """Moves into the record, as if they had come from the phone of a seat."""
    for text in texts:
        play.move(match, seat, replay(match).seen_by(seat).ply, text)


@pytest.fixture
def match(client: Client) -> Match:
    """Three people: the host here, two with their own phones; the first bids are open."""
    made = start(client, "here", "phone", "phone")
    laid_aside(made)
    made.refresh_from_db()
    return made


DRAWN_ANEW = ("Set-Cookie", "Expires", "X-Request-ID")


def letters(response: Any) -> tuple[int, dict[str, str], str]:
    """Status, headers and body, without what is drawn anew for each answer."""
    headers = {name: value for name, value in response.items() if name not in DRAWN_ANEW}
    body = response.content.decode()
    return response.status_code, headers, NEW_EACH_TIME.sub("", body)


def everything(phone: Client, match: Match, version: int, ply: int) -> dict[str, Any]:
    """What a phone gets at each address of a match, whatever it asks; questions that change nothing."""
    url, plies = match.get_absolute_url(), range(ply, ply + 2)
    queries = [*(f"?ply={n}" for n in (0, *plies)), "", f"?v={version}", "?v=0", f"?v={version + 1}"]
    pages = [*(f"view.json?ply={n}" for n in plies), *(f"position?ply={n}" for n in plies)]
    pages += ["log", "share", "view.json", "record.json", "position"]
    gets = [url, f"/en{url}", f"/en{url}/log", "/play/recent", *(f"{url}/{page}" for page in pages)]
    found = {address: phone.get(address) for address in gets}
    found |= {query: phone.get(url + query, **HTMX) for query in queries}
    for n in plies:
        found |= {
            f"{do} {n}": phone.post(f"{url}/{do}", {"ply": n}, **HTMX) for do in ("undo", "hint", "bot")
        }
        found[f"more {n}"] = phone.get(f"{url}/hint/more", {"ply": n, "counted": 0}, **HTMX)
        found[f"move {n}"] = phone.post(f"{url}/move", {"seat": 0, "ply": n, "move": "lay 9"}, **HTMX)
    return {name: letters(response) for name, response in found.items()}


# Nothing tells


@pytest.mark.long
def test_nothing_at_any_address_tells_who_has_chosen_until_all_have(client: Client, match: Match) -> None:
    version, ply = match.version, replay(match).ply
    phones = {1: seat_at(client, match, 1), None: watcher(match)}
    before = {who: everything(phone, match, version, ply) for who, phone in phones.items()}
    assert send(client, match, 0, "lay 5", ply).status_code == 302
    for who, phone in phones.items():
        assert everything(phone, match, version, ply) == before[who]
    play_straight(match, 2, "lay 3")
    assert everything(phones[1], match, version, ply) == before[1]
    play_straight(match, 1, "lay 4")
    for phone in phones.values():
        url = match.get_absolute_url()
        assert phone.get(f"{url}?v={version}", **HTMX).status_code == 200, "now all pages get the news"
        assert "event:opened" in phone.get(f"{url}/log").content.decode()


def test_news_of_one_version_are_those_of_what_a_seat_has_chosen(client: Client, match: Match) -> None:
    """News is drawn once for a seat and a version, and a sealed choice leaves the version: it must not get
    what was drawn before its own choice, nor a watcher what was drawn for it.
    """
    look, ply = f"{match.get_absolute_url()}?v=0", replay(match).ply
    before = client.get(look, **HTMX).content.decode()
    assert CHOSEN not in before
    send(client, match, 0, "lay 5", ply)
    assert CHOSEN in client.get(look, **HTMX).content.decode()
    watched = watcher(match).get(look, **HTMX).content.decode()
    assert WAITING in watched
    assert CHOSEN not in watched


@pytest.mark.long
@pytest.mark.thorough  # every day the test above, of one card
def test_the_first_of_two_sealed_cards_and_the_second_tell_nothing_either(client: Client) -> None:
    match = start(client, "here", "phone", "phone")
    version = match.version
    phones = {2: seat_at(client, match, 2), None: watcher(match)}
    before = {who: everything(phone, match, version, 0) for who, phone in phones.items()}
    for seat, text in ((0, "lay 3"), (1, "lay 3;lay 4"), (0, "lay 1")):
        play_straight(match, seat, text)
        for who, phone in phones.items():
            assert everything(phone, match, version, 0) == before[who]
    play_straight(match, 2, "lay 5")
    assert everything(phones[None], match, version, 0) == before[None], "the last has only begun"
    play_straight(match, 2, "lay 4")
    assert "event:begun" in phones[None].get(match.get_absolute_url()).content.decode()


def test_a_round_that_ends_and_the_next_that_begins_in_one_move_are_told_apart(
    client: Client, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/new-game-reference.md, `ROUND_ENDS`: after which the result is read first: of the round that
    ended. The heading says the round also where the game goes on to a goal.
    """
    table = sealed_bids.BidsTable
    monkeypatch.setattr(table, "ROUND_ENDS", ("opened",))
    monkeypatch.setattr(table, "goal", lambda *_: 40)
    monkeypatch.setattr(table, "results", lambda *_: (Result(2, (0, 0, 1)),))
    for seat, bid in enumerate(("lay 3", "lay 4", "lay 5")):
        assert replay(match).state.round == 1
        play_straight(match, seat, bid)
    page = folded(client.get(match.get_absolute_url()).content.decode()).replace("\N{NO-BREAK SPACE}", " ")
    assert "<h2>Раунд 1 окончен</h2>" in page
    assert "раунд 2 · играют до 40 · ход" in page


def test_a_seat_sees_its_own_choice_and_that_it_waits(client: Client, match: Match) -> None:
    page = client.get(match.get_absolute_url()).content.decode()
    assert EVERYBODY in page
    assert WAITING not in page
    answer = send(client, match, 0, "lay 5", **HTMX).content.decode()
    assert EVERYBODY in answer
    assert CHOSEN in answer
    assert "own=(5,)" in answer
    assert client.get(f"{match.get_absolute_url()}?v={match.version}").status_code == 204
    assert CHOSEN in client.get(match.get_absolute_url()).content.decode()
    other = seat_at(client, match, 1).get(match.get_absolute_url()).content.decode()
    assert EVERYBODY in other
    assert CHOSEN not in other
    assert WAITING not in other
    seen = watcher(match).get(match.get_absolute_url()).content.decode()
    assert EVERYBODY in seen
    assert WAITING in seen


def test_in_english_too(client: Client, match: Match) -> None:
    play_straight(match, 0, "lay 5")
    page = client.get(f"/en{match.get_absolute_url()}").content.decode()
    assert "Everyone chooses" in page
    assert "Your choice is made; waiting for the others" in page
    assert "Waiting for the others" in watcher(match).get(f"/en{match.get_absolute_url()}").content.decode()


def test_history_shows_whole_frames_alone_and_not_who_was_first(client: Client) -> None:
    pages = []
    for order in ((0, 1, 2), (2, 0, 1)):
        match = start(client, "here", "phone", "phone")
        laid_aside(match)
        for seat in order:
            play_straight(match, seat, f"lay {5 - seat}")
        last, phone = replay(match).ply, seat_at(client, match, 1)
        shown = [phone.get(f"{match.get_absolute_url()}/view.json?ply={n}").json() for n in range(last + 1)]
        assert [each["ply"] for each in shown] == [0] * 6 + [6] * 3 + [9]
        log = phone.get(f"{match.get_absolute_url()}/log").content.decode()
        pages.append((shown, re.findall(r"event:[^<]+", log)))
    assert pages[0] == pages[1]
    assert [text[6:11] for text in pages[0][1]][:5] == ["chose", "chose", "laid:", "chose", "opene"]
    assert list(match.moves.values_list("seat", flat=True))[6:] == [0, 1, 2]


# Moves


def test_two_phones_that_saw_the_same_page_both_choose(client: Client, match: Match) -> None:
    ply = replay(match).ply
    assert send(client, match, 0, "lay 5", ply).status_code == 302
    assert send(seat_at(client, match, 1), match, 1, "lay 3", ply).status_code == 302
    assert send(seat_at(client, match, 2), match, 2, "lay 4", ply).status_code == 302
    assert replay(match).state.round == 2
    assert list(match.moves.values_list("ply", flat=True)) == list(range(1, 10))


def test_the_same_choice_sent_again_is_harmless_even_when_all_have_chosen(
    client: Client, match: Match
) -> None:
    ply, phone = replay(match).ply, seat_at(client, match, 1)
    for _ in range(2):
        assert send(phone, match, 1, "lay 3", ply).status_code == 302
    assert match.moves.count() == ply + 1
    play_straight(match, 0, "lay 5")
    play_straight(match, 2, "lay 3")
    assert send(phone, match, 1, "lay 3", ply).status_code == 302
    assert send(client, match, 0, "lay 5", ply).status_code == 302
    assert match.moves.count() == ply + 3


def test_another_choice_is_refused_while_the_frame_is_open_and_stale_when_it_has_closed(
    client: Client, match: Match
) -> None:
    ply, phone = replay(match).ply, seat_at(client, match, 1)
    send(phone, match, 1, "lay 3", ply)
    assert send(phone, match, 1, "lay 4", ply).status_code == 409, "one's own choice has moved one's own page"
    assert send(phone, match, 1, "lay 4", ply + 1).status_code == 422, "who has chosen is not to act"
    play_straight(match, 0, "lay 5")
    play_straight(match, 2, "lay 3")
    answer = send(phone, match, 1, "lay 4", ply, **HTMX)
    assert answer.status_code == 409
    assert "На столе уже другое положение" in answer.content.decode()
    assert match.moves.count() == ply + 3


def test_a_refusal_tells_nothing_of_the_others(client: Client, match: Match) -> None:
    phone, answers = seat_at(client, match, 1), []
    for text in ("lay 5", ""):
        answers.append(letters(send(phone, match, 1, "lay 9", replay(match).seen_by(1).ply, **HTMX)))
        if text:
            play_straight(match, 0, text)
    assert answers[0] == answers[1]
    assert answers[0][0] == 422


def test_whoever_chose_last_and_goes_on_alone_is_seen_by_all(client: Client, match: Match) -> None:
    """A seat that is to act alone right after closing a frame is in no frame."""
    for seat, text in ((1, "lay 3"), (2, "lay 4"), (0, "lay 5")):
        play_straight(match, seat, text)
    assert replay(match).to_act == (0,)
    page = seat_at(client, match, 1).get(match.get_absolute_url()).content.decode()
    assert "Ходит А" in page
    assert "bids" in page
    assert send(client, match, 0, "take").status_code == 302
    assert replay(match).state.points == (1, 0, 0)


def test_a_whole_game_ends_and_its_record_opens_again(client: Client, match: Match) -> None:
    for n in (3, 4, 5):
        assert client.get(f"{match.get_absolute_url()}/record.json").status_code == 403
        for seat in (2, 0, 1):
            play_straight(match, seat, f"lay {n}")
    match.refresh_from_db()
    assert match.finished
    record = client.get(f"{match.get_absolute_url()}/record.json").content.decode()
    assert len(json.loads(record)["moves"]) == 15
    assert Client().post("/play/poison/record", {"record": record}).status_code == 302


# A shared device


@pytest.mark.thorough  # every day the curtain, the next one; other devices, the first
def test_on_a_shared_device_each_chooses_in_turn_behind_the_curtain(client: Client) -> None:
    match = start(client, "here", "here", "phone")
    laid_aside(match)
    phone, url = watcher(match), match.get_absolute_url()
    match.refresh_from_db()
    version, ply = match.version, replay(match).ply
    before = everything(phone, match, version, ply)
    assert "Передайте телефон: А" in client.get(url).content.decode()
    assert client.post(f"{url}/move", {"seat": 0, "ply": ply, "move": "lay 5"}).status_code == 403
    lift(client, match)
    assert "hand=(3, 4, 5)" in client.get(url).content.decode()
    assert client.post(f"{url}/move", {"seat": 1, "ply": ply, "move": "lay 5"}).status_code == 403
    between = [letters(send(client, match, 0, "lay 5", ply, **HTMX))]
    assert "Передайте телефон: Б" in between[0][2]
    match.moves.filter(ply__gt=ply).update(text="lay 3")
    between.append(letters(client.get(url, **HTMX)))
    assert between[1][1].pop("Keep-On-Device") == "yes", "as of a page that is asked for"
    assert between[0] == between[1], "the screen between two people tells no choice"
    lift(client, match)
    assert everything(phone, match, version, ply) == before, "nor does the handing on"
    page = client.get(url).content.decode()
    assert "own=()" in page
    assert EVERYBODY in page
    assert client.post(f"{url}/move", {"seat": 0, "ply": ply + 1, "move": "lay 4"}).status_code == 403
    assert CHOSEN in send(client, match, 1, "lay 4", ply, **HTMX).content.decode()
    assert everything(phone, match, version, ply) == before
    play_straight(match, 2, "lay 4")
    assert replay(match).state.round == 2


def test_no_other_device_hears_that_a_curtain_is_lifted_while_all_choose(client: Client) -> None:
    """DESIGN §1: «nothing (page, version, log, timing) tells who has chosen»; handing the phone on would."""
    match = start(client, "here", "here", "phone")
    laid_aside(match)
    match.refresh_from_db()
    version = match.version
    lift(client, match)
    match.refresh_from_db()
    assert match.version == version


def test_the_answer_to_a_late_move_shows_what_whoever_has_the_device_now_may_see(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(client, "here", "here", "phone")
    laid_aside(match)
    lift(client, match)
    ply, move = replay(match).ply, play.move

    def handed_on_meanwhile(*asked: Any) -> play.Moved:
        made = move(*asked)
        lift(client, match)
        return made

    monkeypatch.setattr(play, "move", handed_on_meanwhile)
    page = send(client, match, 0, "lay 5", ply, **HTMX).content.decode()
    assert "own=()" in page
    assert "own=(5,)" not in page


def test_the_curtain_falls_as_before_after_a_frame(client: Client) -> None:
    """Whoever lifted the curtain last is known, though its lifting told no other device."""
    match = start(client, "here", "here")
    for _ in range(2):
        seat = replay(match).to_act[0]
        lift(client, match)
        assert send(client, match, seat, "lay 1;lay 2", 0).status_code == 302
    lifted = {seat.place: seat.lifted for seat in match.seats.all()}
    assert lifted[1] > lifted[0]
    ply = replay(match).ply
    assert "hand=(3, 4, 5)" in client.get(match.get_absolute_url()).content.decode(), "Б still has the device"
    send(client, match, 1, "lay 3", ply)
    lift(client, match)
    send(client, match, 0, "lay 5", ply)
    assert replay(match).to_act == (0,)
    assert send(client, match, 0, "take").status_code == 302
    lifted = [seat.lifted for seat in match.seats.all()]
    assert len(set(lifted)) == 2


# Bots


def test_a_bot_that_has_yet_to_choose_and_one_that_has_look_alike(client: Client) -> None:
    match = start(client, "here", "greedy", "phone")
    url = match.get_absolute_url()
    phones = [client, seat_at(client, match, 2), watcher(match)]
    match.refresh_from_db()
    version = match.version
    pages = [letters(phone.get(url, **HTMX)) for phone in phones]
    assert "load delay" in pages[0][2]
    for _ in range(2):
        answer = client.post(f"{url}/bot", {"ply": 0}, **HTMX)
        assert (answer.status_code, answer.content) == (204, b"")
        assert match.moves.count() == 2
    assert [letters(phone.get(url, **HTMX)) for phone in phones] == pages
    match.refresh_from_db()
    assert match.version == version
    send(client, match, 0, "lay 1;lay 2", 0)
    send(phones[1], match, 2, "lay 1;lay 2", 0)
    assert replay(match).state.round == 1


def test_a_bot_that_chooses_last_opens_the_frame(client: Client) -> None:
    match = start(client, "here", "greedy", "greedy")
    answer = send(client, match, 0, "lay 1;lay 2", 0, **HTMX).content.decode()
    assert CHOSEN in answer
    assert "load delay" in answer
    answer = client.post(f"{match.get_absolute_url()}/bot", {"ply": 2}, **HTMX)
    assert answer.status_code == 200
    assert "event:begun" in answer.content.decode()
    assert replay(match).ply == 6


def test_a_page_that_asks_for_bots_after_the_frame_has_closed_gets_the_news(client: Client) -> None:
    match = start(client, "here", "greedy")
    for seat in (0, 1):
        play_straight(match, seat, "lay 1;lay 2")
    answer = client.post(f"{match.get_absolute_url()}/bot", {"ply": 2}, **HTMX)
    assert answer.status_code == 200
    assert "event:begun" in answer.content.decode()
    assert replay(match).ply == 4, "no bot bids for a page that has not seen what it bids for"


def test_a_bot_is_shown_nothing_that_others_have_chosen(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its view, and its luck, are the same whether it chooses first or last."""
    jobs: list[Any] = []
    done = helper.do
    monkeypatch.setattr(helper, "do", lambda folder, job, patience: jobs.append(job) or done(folder, job))
    for first in (True, False):
        match = start(client, "here", "random", "random")
        if first:
            send(client, match, 0, "lay 5;lay 4", 0)
        client.post(f"{match.get_absolute_url()}/bot", {"ply": 0}, **HTMX)
    assert jobs[:4] == jobs[4:]
    assert [sum(map(len, job["state"]["laid"])) for job in jobs] == [0, 1, 0, 1] * 2
    assert len({job["seed"] for job in jobs}) == 4, "bots that choose together don't choose alike"


def test_a_bot_takes_the_seat_of_somebody_who_left_in_an_open_frame(client: Client, match: Match) -> None:
    ply = replay(match).ply
    play_straight(match, 0, "lay 5")
    play_straight(match, 1, "lay 4")
    url = match.get_absolute_url()
    assert client.post(f"{url}/seat", {"seat": 2, "kind": "greedy"}).status_code == 302
    assert client.post(f"{url}/bot", {"ply": ply + 1}, **HTMX).status_code == 200
    assert replay(match).state.round == 2


# Undo, branches, links


def test_nothing_is_taken_back_while_all_choose_whoever_has_chosen(client: Client, match: Match) -> None:
    ply, url = replay(match).ply, match.get_absolute_url()
    phones = [client, seat_at(client, match, 1)]
    send(client, match, 0, "lay 5", ply)
    for phone, seen in zip(phones, (ply + 1, ply), strict=True):
        answer = phone.post(f"{url}/undo", {"ply": seen}, **HTMX)
        assert answer.status_code == 422
        assert "Пока все выбирают" in answer.content.decode()
        assert "/undo" not in phone.get(url).content.decode(), "and no page offers it"
    assert match.moves.count() == ply + 1


def test_what_all_have_opened_is_not_closed_again(client: Client) -> None:
    """Else the last to choose could bid again, having seen the other bids."""
    match = start(client, "here", "here")
    laid_aside(match)
    ply = replay(match).ply
    for seat, text in ((0, "lay 3"), (1, "lay 4")):
        play_straight(match, seat, text)
    answer = client.post(f"{match.get_absolute_url()}/undo", {"ply": ply + 2}, **HTMX)
    assert answer.status_code == 422
    assert "обратно его не закрыть" in answer.content.decode()
    assert match.moves.count() == ply + 2


def test_a_branch_from_an_open_frame_knows_no_more_than_its_seat(client: Client, match: Match) -> None:
    play_straight(match, 0, "lay 5")
    phone, ply = seat_at(client, match, 1), replay(match).seen_by(1).ply
    answer = phone.post(f"{match.get_absolute_url()}/fork", {"ply": ply})
    assert answer.status_code == 302
    branch = Match.objects.get(origin=match)
    assert branch.origin_ply == ply
    assert not any(branch.start["laid"])
    assert phone.post(f"{match.get_absolute_url()}/fork", {"ply": ply + 1}).status_code == 404


# Frames


@pytest.mark.parametrize(
    ("acting", "movers", "frames"),
    [
        ("0 1 0", "01", []),
        ("01 1 01", "01", [SealedChoice(0, frozenset({0, 1}), 2), SealedChoice(2, frozenset({0, 1}))]),
        ("01 1 1", "01", [SealedChoice(0, frozenset({0, 1}), 2)]),
        ("012 02 2 2 0", "1022", [SealedChoice(0, frozenset({0, 1, 2}), 3)]),
        ("2 012 01 1", "220", [SealedChoice(1, frozenset({0, 1, 2}))]),
        ("01 1 -", "01", [SealedChoice(0, frozenset({0, 1}), 2)]),
        ("01 01 1", "00", [SealedChoice(0, frozenset({0, 1}))]),
        ("01 2", "0", [SealedChoice(0, frozenset({0, 1}), 1)]),
    ],
)
def test_a_frame_is_open_while_those_who_are_to_act_grow_fewer(
    acting: str, movers: str, frames: list[SealedChoice]
) -> None:
    seats = [frozenset(int(seat) for seat in word if seat != "-") for word in acting.split()]
    assert list(frames_of(seats, list(map(int, movers)), lambda ply: False)) == frames
