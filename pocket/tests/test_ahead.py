"""«For who has the pocket a move without chance or secrets is shown by the local engine at once and confirmed
by the server; the phone plays on a world made from its view; where that says nothing, it waits for it.»
"""

import json
import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from django.test import Client

from pocket import ahead
from pocket.ahead import IN_A_POCKET
from pocket.tests import moves
from simulator.game import engine_of, played_games
from simulator.models import Match
from tests.markup import NEW_EACH_TIME
from tests.simulator.test_pages_table import HTMX, replay, run, seat_at, start

GAMES = played_games()
GAME = next(each for each in GAMES if not engine_of(each).sealed)
FEW, MANY = 40, 2000  # moves of each game
SCRIPT = "pocket/ahead"
AFTER = "/pocket-ahead?pocket"


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(
    ("n", "pages"), [(FEW, 8), pytest.param(MANY, 20, marks=pytest.mark.thorough)], ids=["few", "many"]
)
def test_what_is_shown_is_what_comes(game_id: str, n: int, pages: int) -> None:
    """«0 differences of what the seat sees, sentence, fragment»; of more moves: `pocket.tests.moves`."""
    figures = moves.run(game_id, n, pages, random.Random(4))
    assert figures.different == ()
    assert figures.pages


@pytest.mark.parametrize("game_id", GAMES)
def test_what_the_phone_is_told_follows_from_what_its_seat_knows(game_id: str) -> None:
    """«Made from the view»: of another world that looks the same the same is told, to the last letter;
    neither the seed nor the generator is in it.
    """
    told = 0
    for turn in islice(moves.turns_of(game_id, random.Random(6)), 3, 60, 8):
        engine, steps = turn.table.game, list(turn.replay.steps)
        mine = ahead.known(moves.board_of(turn))
        steps[-1] = steps[-1]._replace(state=engine.resample(steps[-1].state, turn.seat, 99))
        other = turn._replace(replay=replace(turn.replay, steps=tuple(steps)))
        assert ahead.known(moves.board_of(other)) == mine
        if mine is not None:
            text, told = json.dumps(mine), told + 1
            assert str(turn.replay.record.seed) not in text
            assert str(turn.replay.state.chance.rng) not in text
            assert (
                turn.replay.record.moves == () or str(turn.replay.record.moves[-1][1]) not in mine["movers"]
            )
    assert told


# --- The server --------------------------------------------------------------------------------------------


def shown_in_a_pocket(client: Client, body: Any) -> Any:
    """What a pocket answers its page; a text is sent as it is."""
    text = body if isinstance(body, str) else json.dumps(body)
    return client.post(AFTER, text, content_type="application/json", **HTMX, **{IN_A_POCKET: True})


def told_to(client: Client, match: Match) -> Any:
    answer = client.get(f"{match.get_absolute_url()}/ahead")
    return answer.json() if answer.status_code == 200 else answer.status_code


def plain(answer: Any) -> str:
    return NEW_EACH_TIME.sub("", answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("game_id", GAMES)
def test_the_page_is_the_one_that_the_server_answers(client: Client, edition: str, game_id: str) -> None:
    """What the server tells goes through a pocket, and its page is put beside the real answer."""
    match = start(client, "here", "phone", "phone", game=game_id)
    phone = seat_at(client, match, 1)  # the log tells that somebody sat down
    shown = 0
    for _ in range(30):
        seat = min(replay(match).to_act)
        now, told = replay(match), told_to(client, match)
        if seat != 0 or told == 204:
            assert seat != 0 or len(now.to_act) > 1
            run(match, 1, bot=next(iter(now.engine.bots)))
            continue
        move = random.Random(now.ply).choice(now.engine.legal_moves(now.state, seat))
        sent = {"move": str(move), "draft": "tried"}
        ahead_of_it = shown_in_a_pocket(client, {"known": told["told"], **sent})
        fields = {"seat": 0, "ply": now.ply, **sent}
        answer = client.post(f"{match.get_absolute_url()}/move", fields, **HTMX)
        assert answer.status_code == 200
        if ahead_of_it.status_code == 200:
            shown += 1
            assert plain(ahead_of_it) == plain(answer), move
    assert shown
    assert told_to(phone, match) == 204 or min(replay(match).to_act) == 1


@pytest.mark.django_db
def test_nothing_is_told_where_a_move_has_to_wait(client: Client, edition: str) -> None:
    """To whoever isn't to move, only watches, or shares the phone; to strangers as ever."""
    match = start(client, "here", "phone", "phone", game=GAME)
    seats = {place: client if place == 0 else seat_at(client, match, place) for place in range(3)}
    mover = replay(match).to_act[0]
    assert [told_to(seats[place], match) == 204 for place in range(3)] == [
        place != mover for place in range(3)
    ]
    viewer, shared = Client(), start(client, "here", "here", "here", game=GAME)
    viewer.get(f"/play/l/{match.viewer_token}")
    assert told_to(viewer, match) == 204
    assert told_to(client, shared) == 204
    assert Client().get(f"{match.get_absolute_url()}/ahead").status_code == 403


@pytest.mark.django_db
def test_without_packs_nothing_is_told(client: Client, settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path
    assert told_to(client, start(client, "here", "phone", "phone", game=GAME)) == 204


@pytest.mark.django_db
def test_without_the_pocket_no_page_carries_a_byte_more(client: Client, edition: str) -> None:
    """The script comes to whose browser says that it has the pocket, on tables alone."""
    url = start(client, "here", "phone", "phone", game=GAME).get_absolute_url()
    before = client.get(url).content.decode()
    client.cookies["pocket"] = "here"
    after = client.get(url).content.decode()
    assert SCRIPT not in before
    assert SCRIPT in after
    assert SCRIPT not in client.get(f"/play/{GAME}").content.decode()


@pytest.mark.django_db
def test_a_server_shows_no_move_that_it_wasnt_sent(client: Client, edition: str) -> None:
    assert client.get(AFTER).status_code == 404
    assert client.post(AFTER, {}, content_type="application/json").status_code == 404


# --- A pocket ----------------------------------------------------------------------------------------------


def unreadable(told: Any, move: str) -> list[Any]:
    """Bodies that no page sends."""
    lacking = [{"known": {key: told[key] for key in told if key != name}, "move": move} for name in told]
    other = [{"known": told | {"world": {}}, "move": move}, {"known": told | {"seat": 9}, "move": move}]
    other += [{"known": told | {"match": told["match"] | {"game": "chess"}}, "move": move}]
    return ["{", "[]", "{}", *lacking, *other]


@pytest.mark.django_db
def test_whatever_a_page_sends_is_answered(client: Client, edition: str) -> None:
    """«Input of any kind gets a clear error, never a 500»."""
    match = start(client, "here", "phone", "phone", game=GAME)
    while replay(match).to_act != (0,):
        run(match, 1, bot="random")
    told = told_to(client, match)["told"]
    move = str(replay(match).engine.legal_moves(replay(match).state, 0)[0])
    assert 'id="table"' in shown_in_a_pocket(client, {"known": told, "move": move}).content.decode()
    refused = shown_in_a_pocket(client, {"known": told, "move": "play everything"})
    assert refused.status_code == 204  # the server says why
    for body in unreadable(told, move):
        assert shown_in_a_pocket(client, body).status_code == 400, body


def test_a_way_is_shown_as_far_as_it_goes() -> None:
    """Several moves in one text: until one can't be made any more; whole ones all or none."""
    turn = moves.shown_turn(GAME)
    told, way = json.loads(json.dumps(ahead.known(moves.board_of(turn)))), f"{turn.move};nonsense"
    once, after = (ahead.board_after(told, text, False, "ru") for text in (str(turn.move), way))
    assert once is not None
    assert after is not None
    assert moves.fragment(after) == moves.fragment(once)
    assert ahead.board_after(told, way, True, "ru") is None
