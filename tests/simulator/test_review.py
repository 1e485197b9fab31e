"""«Where it was decided»: what a finished game is split into, who may see it, the boards to find better on.

Quotes are from the order of work, «Где это решилось».
"""

import pytest
from django.test import Client

from simulator.engine.chance import substream
from simulator.engine.record import Record, steps_of
from simulator.engine.rules import random_bot
from simulator.game import engine_of, played_games
from simulator.models import Match
from simulator.review.fitted import fitted_of
from simulator.review.shares import Part, Redraws, base_of, parts_of, shares_of
from tests.simulator.test_ended import ended
from tests.simulator.test_pages_table import start

FEW = Redraws(3, 6, 1)


def random_record(game_id: str, seed: int, plies: int) -> Record:
    """The beginning of a game between bots that move at random."""
    engine = engine_of(game_id)
    config = next(iter(engine.configs.values()))
    setup = {"players": config.seats[0], "options": {**config.options, **engine.bulk_options}}
    record, state = Record(game_id, engine.rules, setup, seed), engine.new_game(setup, seed).state
    for ply in range(plies):
        acting = engine.to_act(state)
        if not acting:
            break
        seat = min(acting)
        move = random_bot(None, engine.legal_moves(state, seat), substream(seed, ply))
        record, state = record.with_move(seat, move), engine.apply(state, seat, move).state
    return record


@pytest.mark.parametrize("game_id", played_games())
def test_the_parts_sum_to_what_came(game_id: str) -> None:
    """«The parts sum to the result», whether a game has traits or is judged by its points."""
    engine, fitted = engine_of(game_id), fitted_of(game_id)
    record = random_record(game_id, 5, 60)
    steps = list(steps_of(engine, record))
    shares = list(shares_of(engine, record, steps, fitted, FEW))
    assert len(shares) == len(steps)
    for seat in range(engine.players(steps[0].state)):
        parts = parts_of(shares, seat, fitted)
        assert [part.part for part in parts] == [*Part]
        whole = base_of(shares, seat) + sum(part.points for part in parts)
        assert whole == pytest.approx(shares[-1].worth[seat])
        assert all(part.doubt >= 0 for part in parts)


@pytest.mark.django_db
def test_a_review_comes_after_the_end_and_not_before(client: Client) -> None:
    """«before the end: 409»"""
    running = start(client, "here", "greedy", "greedy")
    answer = client.get(f"{running.get_absolute_url()}/review")
    assert answer.status_code == 409
    assert "когда партия закончится" in answer.content.decode().replace("\xa0", " ")
    assert client.get(f"{running.get_absolute_url()}/review/0").status_code == 409
    match = ended(client, "poison")
    assert f'{match.get_absolute_url()}/review"' in client.get(match.get_absolute_url()).content.decode()
    assert Client().get(f"{match.get_absolute_url()}/review").status_code == 403


def whole_page(client: Client, match: Match, seat: int = 0) -> str:
    url = f"{match.get_absolute_url()}/review?seat={seat}"
    for _ in range(60):
        page = client.get(url).content.decode()
        if "hx-trigger" not in page.partition('id="review"')[2].partition(">")[0]:
            return page
    raise AssertionError("the review doesn't end")
