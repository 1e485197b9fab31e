"""Points 1, 5, 6, 11 and 12: the same seed gives the same bytes; records and states survive every journey."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

from simulator.engine.record import last_state, record_from_json, state_digest, steps_of
from tests.conformance import tables
from tests.conformance.tables import differing, legal_of, play, sample, telling
from tests.daily import daily

JSON_TYPES = (dict, list, str, int, float, bool, type(None))


def in_another_process(code: str, hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


PLAYED_ELSEWHERE = """
import sys
import simulator.cases.sheet
from tests.conformance import tables
print(tables.fingerprint(tables.{several}))
print([name for name in ("django", "sqlite3", "socket") if name in sys.modules])
"""


@pytest.mark.parametrize(
    ("hash_seed", "several"), daily([("1", "SAYING"), ("4242", "DAILY")], [("4242", "DAILY")])
)
def test_the_same_seed_gives_the_same_bytes_in_another_process_without_django_or_a_database(
    hash_seed, several
):
    """DESIGN §1: engines and cases «import no Django, touch no database»."""
    *played, known = in_another_process(PLAYED_ELSEWHERE.format(several=several), hash_seed).splitlines()
    assert played == tables.fingerprint(getattr(tables, several)).splitlines()
    assert known == "[]"


def test_different_seeds_give_different_games(table):
    if not hasattr(play(table, 0, limit=0).states[0], "chance"):
        pytest.skip("a game that draws nothing")
    assert len({state_digest(table.game, play(table, seed, limit=0).states[0]) for seed in range(20)}) == 20


def test_earlier_states_never_change(table):
    game = table.game
    states = sample(table).telling
    before = [state_digest(game, state) for state in states]
    for state in states:
        for seat in table.everybody:
            game.view_json(game.view(state, seat))
            game.resample(state, seat, 9)
    assert [state_digest(game, state) for state in states] == before


def test_a_state_survives_json_and_stays_the_same_state(table):
    game = table.game
    for state in sample(table).telling:
        data = game.encode(state)
        assert_json_types(data)
        again = game.decode(json.loads(json.dumps(data)))
        assert differing(game.encode(again), data) == {}, "what `encode` has written isn’t read as it was"
        assert again == state
        assert legal_of(table, again) == legal_of(table, state)


def assert_json_types(data):
    assert type(data) in JSON_TYPES, data
    if isinstance(data, dict):
        assert all(type(key) is str for key in data)
    for value in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        assert_json_types(value)


def test_a_record_replays_to_the_same_states_and_the_same_numbers_of_legal_moves(table):
    game, played = table.game, sample(table)
    record = record_from_json(json.loads(json.dumps(played.record.to_json())))
    steps = list(steps_of(game, record))
    assert [step.state for step in steps] == played.states
    assert [step.events for step in steps] == [ply.step.events for ply in played.plies]
    for n in telling(played):
        assert state_digest(game, steps[n].state) == state_digest(game, played.states[n])
        assert legal_of(table, steps[n].state) == played.plies[n].legal


def test_a_record_that_starts_from_a_position_replays_too(table):
    game, played = table.game, sample(table, "uniform")
    middle = len(played.plies) // 2
    start = game.encode(played.states[middle])
    record = record_from_json(
        {**played.record.to_json(), "start": start, "moves": [list(m) for m in played.record.moves[middle:]]}
    )
    assert last_state(game, record) == played.states[-1]


def test_taking_back_moves_and_making_them_again_changes_nothing(table):
    """Seven of them, the last one by itself too; some games are shorter."""
    played = sample(table, "uniform")
    n, record = min(7, len(played.record.moves)), played.record
    shorter = record.cut(len(record.moves) - n)
    for back, (seat, text) in zip(range(n, 0, -1), record.moves[-n:], strict=True):
        state = last_state(table.game, shorter)
        assert state == played.states[-1 - back]
        shorter = shorter.with_move(seat, table.game.parse(state, seat, text))
    assert shorter == record
    assert last_state(table.game, shorter) == played.states[-1]
