"""A bot's turn is one request, comes as frames, and sends no part of the table twice (review, play 2)."""

import gzip
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from typing import Any

import pytest
from django.test import Client

from rulebook.content import reading
from simulator.engine.record import Record
from simulator.game import engine_of, played_games, table_of
from simulator.matches import play, seating
from simulator.matches.access import access_of, seats_of
from simulator.matches.board import MatchPresenter
from simulator.models import HERE, PHONE, Match, Seat
from tests.markup import AS_SENT

pytestmark = [pytest.mark.django_db, pytest.mark.whole]
HTMX = {"HX-Request": "true"}
PAGE_LIMIT = 15 * 1024  # bytes of a whole page as it travels (issue, speed)
MIDDLE = 60  # plies into a game
KEPT = re.compile(r'<\w+ data-kept="(\w+)"')
GAMES = played_games()


def begun(game_id: str, players: int, people: int = 1, plies: int = 0, **options: object) -> Match:
    """People, then bots, after so many moves; a table of the most players has all boxes on it."""
    content = reading.whole(game_id)
    boxes = (
        table_of(game_id).box_options([box.id for box in content.boxes])
        if players == content.players[1]
        else {}
    )
    record = bots_record(game_id, plies, players, **boxes, **options)
    kinds = [HERE] * people + ["greedy"] * (players - people)
    return play.begin(record, [play.SeatPlayer(f"Игрок {n}", kind) for n, kind in enumerate(kinds)])


@cache
def bots_record(game_id: str, plies: int, players: int, **options: object) -> Record:
    engine, config = engine_of(game_id), {"players": players, "options": options}
    step, moves = engine.new_game(config, 11), []
    while len(moves) < plies:
        seat = min(engine.to_act(step.state), default=None)
        if seat is None:
            break
        legal = engine.legal_moves(step.state, seat)
        move = engine.bots["greedy"](engine.view(step.state, seat), legal, len(moves))
        step = engine.apply(step.state, seat, move)
        moves.append((seat, str(move)))
    return Record(game_id, engine.rules, config, 11, tuple(moves))


def host(match: Match) -> Client:
    client = Client()
    client.get(f"/play/l/{match.host_token}")
    return client


def at_a_bots_turn(match: Match) -> play.Replay:
    """Moves of the person until only bots are to act."""
    while True:
        replay = play.replay_of(match)
        if 0 not in replay.to_act:
            return replay
        known = replay.seen_by(0)
        legal = [str(move) for move in replay.engine.legal_moves(known.state, 0)]
        play.move(match, 0, known.ply, "end" if "end" in legal else legal[-1])


@pytest.mark.parametrize("game_id", GAMES)
def test_one_request_plays_until_another_turn_or_a_person(game_id: str) -> None:
    match = begun(game_id, engine_of(game_id).seats[0] + 1, plies=MIDDLE)
    client, replay = host(match), at_a_bots_turn(match)
    first, closing = replay.to_act[0], replay.open_frame
    client.post(f"{match.get_absolute_url()}/bot", {"ply": replay.seen_by(0).ply}, headers=HTMX)
    after = play.replay_of(match)
    assert after.ply > replay.ply
    asked = [engine_of(game_id).view(after.state, place) for place in after.to_act]
    on = closing is None and after.to_act == (first,)
    on = on and not any(event.kind in after.table.ROUND_ENDS for event in after.steps[-1].events)
    assert not on or after.table.is_asked(asked[0])


def test_a_table_tells_of_a_move_by_what_stood_before_and_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as who had answered already; before the opening stands nothing."""
    replay, heard = play.replay_of(begun("poison", 3, plies=2)), list[tuple[Any, Any]]()
    monkeypatch.setattr(replay.table, "told", lambda before, after, events: heard.append((before, after)))
    for ply in range(3):
        replay.told(ply, ())
    stood = [step.state for step in replay.steps]
    assert heard == [*zip([None, *stood[:-1]], stood, strict=True)]


def test_a_turn_of_many_moves_is_played_whole_and_told_in_order() -> None:
    match = begun("wizwar", 4)
    replay, client = at_a_bots_turn(match), host(match)
    body = client.post(f"{match.get_absolute_url()}/bot", {"ply": replay.ply}, headers=HTMX).text
    after = play.replay_of(match)
    assert {seat for seat, _ in after.record.moves[replay.ply :]} == {*replay.to_act}
    assert (after.to_act != replay.to_act, after.ply - replay.ply > 3) == (True, True)
    told = re.findall(r'<template data-ply="\d+"\s+data-frame="([^"]+)"', body)
    assert len(told) > 2
    access = access_of(seats_of(pk=match.pk), [match.host_token])
    assert access
    board = MatchPresenter(access, after, play.viewer(access, after), after.ply, "ru")
    log = [" ".join(each.text for each in entry.sentences) for entry in reversed(board.log.recent)]
    assert [said.strip() for said in told] == log[-len(told) :]
    assert f'"ply" value="{after.ply}"' in body, "the table itself stands behind the frames"


def test_a_turn_that_takes_long_goes_on_with_another_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "TURN_SECONDS", -1.0)
    match = begun("wizwar", 4)
    replay = at_a_bots_turn(match)
    host(match).post(f"{match.get_absolute_url()}/bot", {"ply": replay.ply}, headers=HTMX)
    assert play.replay_of(match).ply == replay.ply + 1


def test_who_asks_for_a_turn_that_is_over_gets_the_table_as_it_is_by_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another page has the next one played meanwhile."""
    match, read = begun("poison", 3, plies=4), play.replay_of
    before, client = at_a_bots_turn(match), host(match)
    access = access_of(seats_of(pk=match.pk), [match.host_token])
    assert access

    def moved_meanwhile(row: Match) -> play.Replay:
        monkeypatch.setattr(play, "replay_of", read)
        play.bot_turn(access, before.ply)
        return before

    monkeypatch.setattr(play, "replay_of", moved_meanwhile)
    late = {"ply": before.ply - 1}
    body = client.post(f"{match.get_absolute_url()}/bot", late, headers=HTMX).text
    now = read(Match.objects.get(pk=match.pk)).ply
    assert now > before.ply
    assert f'"ply" value="{now}"' in body


def test_of_a_turn_in_which_the_helper_gets_busy_stands_what_was_thought_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, asked, do = begun("wizwar", 4), [], play.helper.do

    def busy_after_one(*job: Any) -> dict[str, Any]:
        asked.append(job)
        if len(asked) > 1:
            raise play.helper.Busy
        return do(*job)

    monkeypatch.setattr(play.helper, "do", busy_after_one)
    replay, client = at_a_bots_turn(match), host(match)
    client.post(f"{match.get_absolute_url()}/bot", {"ply": replay.ply}, headers=HTMX)
    assert (play.replay_of(match).ply, len(asked)) == (replay.ply + 1, 2)


def test_a_move_and_a_bots_turn_read_the_record_once(
    django_assert_max_num_queries: Callable[[int], AbstractContextManager[Any]],
) -> None:
    """Besides under the lock; and a turn is written as a whole, however many moves it has."""
    match = begun("wizwar", 2, people=2)
    client, seen = host(match), at_a_bots_turn(match)
    step = {"seat": 1, "ply": seen.ply, "move": str(seen.engine.legal_moves(seen.state, 1)[-1])}
    client.post(f"{match.get_absolute_url()}/lift", {"seat": 1, "version": Match.objects.get().version})
    with django_assert_max_num_queries(10) as asked:  # with two savepoints, as a test is one transaction
        client.post(f"{match.get_absolute_url()}/move", step, headers=HTMX)
    assert sum('FROM "simulator_move"' in each["sql"] for each in asked.captured_queries) == 1
    match.seats.filter(place=1).update(kind="greedy")
    replay = at_a_bots_turn(match)
    with django_assert_max_num_queries(11) as asked:
        client.post(f"{match.get_absolute_url()}/bot", {"ply": replay.ply}, headers=HTMX)
    assert sum('FROM "simulator_move"' in each["sql"] for each in asked.captured_queries) == 2
    assert play.replay_of(match).ply > replay.ply + 1


def test_a_turn_that_was_thought_about_another_record_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun("wizwar", 2, people=2, plies=MIDDLE)
    replay = at_a_bots_turn(match)
    match.seats.filter(place=1).update(kind="greedy")
    choose, client = play._bot_choice, host(match)

    def taken_back_meanwhile(replay: play.Replay, seat: Seat) -> list[str]:
        match.moves.filter(ply=replay.ply).delete()
        return choose(replay, seat)

    monkeypatch.setattr(play, "_bot_choice", taken_back_meanwhile)
    answer = client.post(f"{match.get_absolute_url()}/bot", {"ply": replay.ply}, headers=HTMX)
    assert answer.status_code == 200
    assert play.replay_of(match).record == replay.record.cut(replay.ply - 1)
    assert f'"ply" value="{replay.ply - 1}"' in answer.text


def test_a_turn_that_another_page_has_written_is_thought_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun("wizwar", 4)
    replay, choose, thought = at_a_bots_turn(match), play._bot_choice, []

    def while_another_writes(replay: play.Replay, seat: Seat) -> list[str]:
        thought.append(seat)
        Match.objects.get().touch()
        return choose(replay, seat)

    monkeypatch.setattr(play, "_bot_choice", while_another_writes)
    host(match).post(f"{match.get_absolute_url()}/bot", {"ply": replay.ply}, headers=HTMX)
    assert len(thought) == 1
    assert play.replay_of(match).ply == replay.ply + 1


def test_a_link_replaced_while_its_move_is_made_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun("wizwar", 2, people=2)
    seen = at_a_bots_turn(match)
    match.seats.filter(place=1).update(kind=PHONE)
    phone = Client()
    phone.post(f"/play/l/{match.seats.get(place=1).token}")
    owner = access_of(seats_of(pk=match.pk), [match.host_token])
    move = play.move

    def renewed_meanwhile(*asked: Any) -> play.Moved:
        assert owner
        seating.renew(owner, 1)
        return move(*asked)

    monkeypatch.setattr(play, "move", renewed_meanwhile)
    step = {"seat": 1, "ply": seen.ply, "move": str(seen.engine.legal_moves(seen.state, 1)[-1])}
    assert phone.post(f"{match.get_absolute_url()}/move", step, headers=HTMX).status_code == 403


def test_a_page_is_shown_no_move_that_it_shows_already(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames are of «what bots have done since a page showed the ply», and of nothing before it."""
    monkeypatch.setattr(play, "TURN_SECONDS", -1.0)
    match = begun("wizwar", 4)
    ply, client, told = at_a_bots_turn(match).ply, host(match), []
    for made in range(4):
        answer = client.post(f"{match.get_absolute_url()}/bot", {"ply": ply + made}, headers=HTMX).text
        told.append(re.findall(r'<template data-ply="\d+"\s+data-frame="([^"]+)"', answer))
    assert [len(frames) for frames in told] == [1] * 4
    assert len({*map(str, told)}) == 4


def test_frames_tell_nobody_what_the_table_hides() -> None:
    """A watcher's poll brings the same turn, in frames of his own: no card of a hand is in them."""
    match = begun("wizwar", 4)
    replay = at_a_bots_turn(match)
    watcher = Client()
    watcher.get(f"/play/l/{match.viewer_token}")
    url, version = match.get_absolute_url(), Match.objects.get(pk=match.pk).version
    host(match).post(f"{url}/bot", {"ply": replay.ply}, headers=HTMX)
    news = watcher.get(f"{url}?v={version}&since={replay.ply}", headers=HTMX).text
    assert "data-frame" in news
    assert "data-card" not in news


@pytest.mark.parametrize("game_id", GAMES)
def test_no_part_that_a_page_has_is_sent_again(game_id: str) -> None:
    match = begun(game_id, engine_of(game_id).seats[0] + 1, plies=MIDDLE)
    client, url = host(match), match.get_absolute_url()
    page = client.get(url).text
    parts = KEPT.findall(page)
    table = client.get(url, headers=HTMX).text
    assert KEPT.findall(table) == parts
    again = client.get(url, headers={**HTMX, "Table-Has": " ".join(parts)}).text
    assert KEPT.findall(again) == []
    assert again.count("hx-preserve") - table.count("hx-preserve") in range(len(parts) + 1)
    assert len(parts) == 0 or len(again) < len(table)
    assert KEPT.findall(client.get(url, headers={"Table-Has": " ".join(parts)}).text) == parts


def packed(page: bytes) -> int:
    return len(gzip.compress(page, 6))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_page_weighs_less_than_15_kilobytes(game_id: str) -> None:
    """With as many players as there can be and all boxes on the table, in the middle and late."""
    for plies in (MIDDLE, 2 * MIDDLE):
        match = begun(game_id, engine_of(game_id).seats[-1], plies=plies)
        page = host(match).get(match.get_absolute_url(), **AS_SENT).content
        print(game_id, plies, packed(page), "bytes")
        assert packed(page) < PAGE_LIMIT


def test_what_comes_later_stands_on_the_whole_page() -> None:
    """Without a script the same is a link away."""
    match = begun("potions", 3, plies=MIDDLE)
    client, url = host(match), match.get_absolute_url()
    link = re.search(r'class="later"[^>]*><a href="([^"#]+)#', client.get(url).text)
    assert link
    assert 'class="at-points"' not in client.get(url).text
    assert 'class="at-points"' in client.get(link[1]).text
