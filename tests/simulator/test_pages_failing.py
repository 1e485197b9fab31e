"""A match whose game fails: an honest page, nothing asked for by itself, a line in the log, nothing lost."""

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from rulebook import finder
from simulator.engine.record import record_from_json
from simulator.game import engine_of, table_of
from simulator.jobs import jobs
from simulator.jobs.limits import time_limit
from simulator.matches import play
from simulator.models import Match
from tests.simulator.test_pages_table import HTMX, POISON, legal, run, seat_at, send, start
from web.polling import POLLING_STOPS

pytestmark = pytest.mark.django_db
BROKEN = "Игра сломалась на этом ходу"


class Fault(Exception):
    """What a stranger's code raises."""


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has a member of the engine of Poison raise, where `when` says so."""

    def broken(name: str, when: Callable[..., bool] = lambda *args: True) -> None:
        sound = getattr(POISON, name)

        def raising(*args: Any) -> Any:
            if when(*args):
                raise Fault("R4 is in the hand of Б")
            return sound(*args)

        monkeypatch.setattr(POISON, name, raising)

    return broken


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """What the log says of games that fail."""
    caplog.set_level(logging.ERROR)
    return lambda: [each.getMessage() for each in caplog.records]


def stopped(text: str) -> bool:
    """Whether a page says that its game is broken, and asks for nothing by itself."""
    return BROKEN in text and not any(
        each in text for each in ("data-poll", 'id="bot-form"', 'hx-trigger="poll')
    )


def plain(answer: Any) -> str:
    """The text of an answer with simple spaces."""
    return str(answer.text).replace("\N{NO-BREAK SPACE}", " ")


def bot(client: Client, match: Match, ply: int = 0, **headers: str) -> Any:
    return client.post(f"{match.get_absolute_url()}/bot", {"ply": ply}, **headers)


def test_a_bot_whose_game_fails_stops_the_page_and_costs_the_log_one_line(
    client: Client, breaks: Callable[..., None], lines: Callable[[], list[str]]
) -> None:
    """Asked again every two seconds it was fourteen tracebacks in half a minute, and «Нет связи» for ever."""
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "1"})
    breaks("check")
    for _ in range(3):
        answer = bot(client, match, **HTMX)
        assert answer.status_code == POLLING_STOPS
        assert stopped(answer.text)
    whole = bot(client, match)
    assert whole.status_code == 500
    assert stopped(whole.text)
    (line,) = lines()
    assert line.startswith(f"poison: match {match.public_id} fails at ply 0: Fault: ")
    assert line.endswith("test_pages_failing.py:38, raising)")
    asked = bot(client, match, HTTP_ACCEPT="application/json")
    assert (asked.status_code, asked.json()) == (500, {"message": f"{BROKEN}."})


def test_the_page_names_the_type_and_the_place_and_nobody_s_cards(
    client: Client, breaks: Callable[..., None]
) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "1"})
    breaks("check")
    page = bot(client, match).text
    assert "<code>Fault, tests/simulator/test_pages_failing.py:38, raising</code>" in page
    assert "R4 is in the hand" not in page


def test_the_game_of_others_never_notices(client: Client, breaks: Callable[..., None]) -> None:
    broken = start(client, "here", "greedy", "greedy", **{"option-dealer": "1"})
    other = start(client, "here", "here", "here", **{"option-dealer": "1"}, seed="8")
    stone = play.replay_of(broken).state
    breaks("view", lambda state, seat: state == stone)
    assert client.get(broken.get_absolute_url()).status_code == 500
    assert client.get(other.get_absolute_url()).status_code == 200
    assert client.get("/play/recent").status_code == 200


def test_a_move_that_the_game_fails_at_is_not_made_and_another_one_may_be(
    client: Client, breaks: Callable[..., None]
) -> None:
    match = start(client, "here", "phone", "phone", **{"option-dealer": "3"})
    seat, text = legal(match)
    breaks("apply", lambda state, seat, move: str(move) == text)
    answer = send(client, match, seat, text, **HTMX)
    assert answer.status_code == 422
    assert "На этом ходу игра сломалась, и он не сделан" in plain(answer)
    assert 'id="move-form"' in answer.text
    assert match.moves.count() == 0
    now = play.replay_of(match)
    other = next(str(move) for move in now.engine.legal_moves(now.state, seat) if str(move) != text)
    assert send(client, match, seat, other, **HTMX).status_code == 200
    assert match.moves.count() == 1


def test_a_hint_that_fails_says_so_and_the_game_goes_on(client: Client, breaks: Callable[..., None]) -> None:
    match = start(client, "here", "phone", "phone", **{"option-dealer": "3"})
    breaks("weighing")
    answer = client.post(f"{match.get_absolute_url()}/hint", {"ply": 0}, **HTMX)
    assert answer.status_code == 422
    assert "Подсказка сломалась" in answer.text
    assert 'id="move-form"' in answer.text


def test_a_thing_that_the_game_cannot_tell_of_leaves_the_table(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(client, "here", "phone", "phone")
    monkeypatch.setattr(table_of("poison"), "about", lambda *args: POISON.check(None, 0, None))
    answer = client.get(f"{match.get_absolute_url()}/about", {"thing": "pot:1"}, **HTMX)
    assert answer.status_code == 422
    assert "Рассказать об этом не вышло" in plain(answer)
    assert 'id="move-form"' in answer.text


def test_a_bot_or_a_hint_that_runs_over_its_time_is_told(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*args: Any) -> Any:
        while True:
            pass

    monkeypatch.setattr(jobs, "time_limit", lambda seconds: time_limit(0.05))
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "1"})
    monkeypatch.setattr(POISON, "bots", {**POISON.bots, "greedy": endless})
    page = bot(client, match, **HTMX)
    assert (page.status_code, stopped(page.text)) == (POLLING_STOPS, True)
    assert f"думал дольше {jobs.JOB_SECONDS:g} с, и его остановили" in plain(page)
    mine = start(client, "here", "phone", "phone", **{"option-dealer": "3"})
    monkeypatch.setattr(POISON, "weighing", endless)
    answer = client.post(f"{mine.get_absolute_url()}/hint", {"ply": 0}, **HTMX)
    assert answer.status_code == 422
    assert f"Подсказку считали дольше {jobs.JOB_SECONDS:g} с и бросили" in plain(answer)


def test_the_way_back_leads_to_the_last_ply_that_can_be_shown_and_a_branch_begins_there(
    client: Client, breaks: Callable[..., None]
) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "3"})
    run(match, 4)
    last = play.replay_of(match).state
    breaks("view", lambda state, seat: state == last)
    page = client.get(match.get_absolute_url())
    assert (page.status_code, stopped(page.text)) == (500, True)
    assert f'href="{match.get_absolute_url()}?ply=3"' in page.text
    assert client.get(f"{match.get_absolute_url()}?ply=3").status_code == 200
    branch = client.post(f"{match.get_absolute_url()}/fork", {"ply": 3})
    assert branch.status_code == 302
    assert client.get(branch.url).status_code == 200


def test_a_record_that_can_be_replayed_in_part_is_shown_as_far_as_that(
    client: Client, breaks: Callable[..., None]
) -> None:
    """Only a game that was changed under its matches fails at a move that it made once."""
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "3"})
    run(match, 4)
    third = play.replay_of(match).steps[2].state
    play.replayed.clear()
    breaks("apply", lambda state, seat, move: state == third)
    url = match.get_absolute_url()
    page = client.get(url)
    assert (page.status_code, stopped(page.text)) == (500, True)
    assert f'href="{url}?ply=2"' in page.text
    past = client.get(f"{url}?ply=2")
    assert past.status_code == 200
    assert 'id="bot-form"' not in past.text
    assert client.get(f"{url}?ply=3").status_code == 500
    assert client.post(f"{url}/fork", {"ply": 2}).status_code == 302
    assert match.moves.count() == 4


@pytest.mark.parametrize("name", ["new_game", "to_act"])
def test_the_page_comes_whatever_else_of_the_game_fails(
    client: Client, breaks: Callable[..., None], name: str
) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "3"})
    run(match, 2)
    play.replayed.clear()
    breaks(name)
    page = client.get(match.get_absolute_url())
    assert (page.status_code, stopped(page.text)) == (500, True)
    assert bot(client, match, 2, **HTMX).status_code == POLLING_STOPS


def test_the_last_move_may_be_taken_back_as_always(client: Client, breaks: Callable[..., None]) -> None:
    match = start(client, "here", "greedy", "greedy", **{"option-dealer": "3"})
    seat, text = legal(match)
    assert send(client, match, seat, text).status_code == 302
    last = play.replay_of(match).state
    breaks("view", lambda state, seat: state == last)
    page = client.get(match.get_absolute_url())
    assert page.status_code == 500
    assert 'name="ply" value="1"' in page.text
    assert client.post(f"{match.get_absolute_url()}/undo", {"ply": 1}).status_code == 302
    assert client.get(match.get_absolute_url()).status_code == 200


def test_the_saved_record_holds_what_the_seat_knows_and_can_be_opened(client: Client) -> None:
    match = start(client, "here", "phone", "phone", **{"option-dealer": "3"})
    run(match, 2)
    assert client.get(f"{match.get_absolute_url()}/record.json").status_code == 403
    saved = client.get(f"{match.get_absolute_url()}/record.json?ply=2")
    assert 'filename="poison-' in saved.headers["Content-Disposition"]
    record = record_from_json(saved.json())
    real = play.replay_of(match).state
    told = POISON.decode(dict(record.start or {}))
    assert POISON.view(told, 0) == POISON.view(real, 0)
    assert (record.seed, told.hands) != (7, real.hands)
    assert client.post("/play/poison/record", {"record": json.dumps(saved.json())}).status_code == 302
    watching = Client()
    assert watching.get(f"{match.get_absolute_url()}/record.json?ply=2").status_code == 403
    phone = seat_at(client, match, 1)
    other = record_from_json(phone.get(f"{match.get_absolute_url()}/record.json?ply=2").json())
    assert POISON.view(POISON.decode(dict(other.start or {})), 1) == POISON.view(real, 1)


def test_a_game_taken_away_while_its_match_is_open_comes_back_with_all_of_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(client, "here", "phone", "phone", **{"option-dealer": "3"})
    run(match, 3)
    url = match.get_absolute_url()
    monkeypatch.setitem(finder._closed, ("simulator", "poison"), finder.Problem("poison", "game_table", ""))
    finder.load.cache_clear()
    for path in (url, f"{url}?v=1", f"{url}/log", "/play/poison"):
        gone = client.get(path)
        assert gone.status_code == 404
        assert "Для такой игры стола нет." in gone.text
    assert client.get("/play/recent").status_code == 200
    assert client.get("/rules/poison").status_code == 200
    assert client.get("/score/poison").status_code == 200
    monkeypatch.undo()
    finder.load.cache_clear()
    assert engine_of("poison") is not None
    assert client.get(url).status_code == 200
    assert play.replay_of(match).ply == 3
