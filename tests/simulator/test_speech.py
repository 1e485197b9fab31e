"""A table that is asked aloud: in portions, of what the reader sees, and nothing that they don't know."""

import re
from typing import Any

import pytest
from django.test import Client

from simulator.game import engine_of, played_games
from simulator.models import Match
from simulator.table.speech import LONGEST, portions
from tests.simulator.test_about import JSON, RED, positions
from tests.simulator.test_pages_table import lay, start

pytestmark = pytest.mark.django_db
CLAUSE = re.compile(r"\b\d{1,2}\.\d{1,2}\b")
PLIES = 20
LISTS = ("news", "people", "moves", "board")


def speech_of(client: Client, match: Match, **asked: str) -> Any:
    return client.get(f"{match.get_absolute_url()}/speech", asked, headers=JSON).json()


def test_a_long_text_is_parted_and_nothing_of_it_is_lost() -> None:
    said = ["Шкаф: " + ", ".join(f"элемент {n}" for n in range(40)) + ".", "ы" * (LONGEST + 1), "Пусто."]
    parts = portions(said)
    assert max(map(len, parts)) <= LONGEST
    assert "".join(parts).replace(" ", "") == "".join(said).replace(" ", "")
    assert len(parts) == 3 + 2 + 1
    assert all(part.endswith((",", ".", "ы")) for part in parts), "parted where one pauses"


@pytest.mark.parametrize("game_id", played_games())
def test_each_list_is_told_in_portions_without_numbers_of_rules(client: Client, game_id: str) -> None:
    for match, now in positions(client, game_id):
        said = speech_of(client, match)
        for name in LISTS:
            assert said[name], name
            assert [text for text in said[name] if len(text) > LONGEST or CLAUSE.search(text)] == []
        assert len(said["people"]) >= now.record.config["players"]
        mine = 0 in now.engine.to_act(now.state)
        legal = [str(move) for move in now.engine.legal_moves(now.state, 0)] if mine else []
        assert [key["move"] for key in said["keys"]] == legal
        assert not [key for key in said["keys"] if len(key["words"]) > LONGEST]


def own_turn(game_id: str) -> Any:
    """A position some moves on in which the first seat is to act."""
    game = engine_of(game_id)
    seats = max(game.seats[0], 3)
    state = game.new_game({"players": seats, "options": {}}, 3).state
    for n in range(200):
        if n > PLIES and 0 in game.to_act(state):
            return state
        seat = min(game.to_act(state))
        legal = game.legal_moves(state, seat)
        state = game.apply(state, seat, legal[n % len(legal)]).state
    raise AssertionError(game_id)


@pytest.mark.parametrize("game_id", played_games())
def test_worlds_that_a_seat_cannot_tell_apart_are_read_out_alike(client: Client, game_id: str) -> None:
    """The board, the people and the moves, and why each thing that others might try isn't allowed."""
    game = engine_of(game_id)
    state = own_turn(game_id)
    match = start(client, *["here", "phone", "phone"][: state.players], game=game_id)
    told = []
    for world in (state, game.resample(state, 0, 5), game.resample(state, 0, 99)):
        lay(match, world)
        said = speech_of(client, match)
        tried = sorted({f"{key['move'].split()[0]} 0" for key in said["keys"]})
        why = [speech_of(client, match, **{"try": text}) for text in tried]
        told.append(({name: said[name] for name in (*LISTS, "keys")}, why))
    assert told[0] == told[1] == told[2]


def test_why_not_is_the_refusal_of_the_rules_and_what_would_make_it_possible(client: Client) -> None:
    """Clause cauldron.mix: colours are never mixed in a cauldron."""
    match = start(client, "here", "phone", "phone")
    lay(match, engine_of("poison").decode(RED))
    (why,) = speech_of(client, match, **{"try": "play B2 1"})["why"]
    assert "цвета в котле не смешивают" in why.replace("\u00a0", " ")
    assert "Годится котёл её цвета" in why.replace("\u00a0", " ")
    assert speech_of(client, match, **{"try": "play B2 2"})["why"] == ["Можно: Синюю 2 в пустой котёл."]
    assert speech_of(client, match, thing="pot:1")["why"][0][len("Синюю 1") :] == why[len("Синюю 2") :]
    assert "Этого на столе нет" in speech_of(client, match, thing="pot:9")["why"][0]


def test_asking_writes_nothing_and_a_bystander_hears_no_hand(client: Client) -> None:
    match = start(client, "here", "phone", "phone")
    before = (match.version, match.moves.count())
    assert any("На руке:" in text for text in speech_of(client, match)["people"])
    match.refresh_from_db()
    assert (match.version, match.moves.count()) == before
    watcher = Client()
    watcher.get(f"/play/l/{match.viewer_token}")
    said = speech_of(watcher, match)
    assert not [text for text in said["people"] if "На руке:" in text]
    assert said["keys"] == []
    assert Client().get(f"{match.get_absolute_url()}/speech").status_code == 403, (
        "a link opens it, no address"
    )


def test_behind_the_curtain_nothing_is_told(client: Client) -> None:
    """Whoever passes the device on leaves the table to the next person's tap."""
    match = start(client, "here", "here", "phone")
    lay(match, engine_of("poison").decode(RED))
    said = speech_of(client, match)
    assert said["moves"] == ["Передайте телефон."]
    assert said["people"] == said["board"] == said["keys"] == []
