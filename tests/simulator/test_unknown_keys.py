"""Nothing is stored that nobody reads (review, H4): junk in a config filled the disk at 9 GB an hour."""

import json
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from django.test import Client

from simulator.engine.record import record_from_json, surplus
from simulator.engine.refusal import BadRecord
from simulator.game import engine_of, played_games
from simulator.models import Match

JUNK = {"junk": ["y" * 100]}
GOOD: dict[str, Any] = {"game": "poison", "rules": 1, "config": {"players": 3}, "seed": 5, "moves": []}


def test_a_record_may_have_names_and_nothing_else_beside_it() -> None:
    assert record_from_json({**GOOD, "names": ["Оля", "Саша", "Коля"]}).seed == 5
    for record in ({**GOOD, **JUNK}, {**GOOD, "config": {"players": 3, **JUNK}}):
        with pytest.raises(BadRecord) as refused:
            record_from_json(record)
        assert refused.value.refusals[0].params["what"] == "junk"


@pytest.mark.parametrize("names", list(permutations("abc")))
def test_of_several_keys_too_many_the_first_is_named(names: tuple[str, ...]) -> None:
    assert surplus({name: {f"junk_of_{name}": 1} for name in names}, {"a": {}, "b": {}, "c": {}}) == (
        f"junk_of_{names[0]}"
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    "config",
    [
        {"players": 3, **JUNK},
        {"players": 3, "options": JUNK},
        {"players": "y" * 100},
        {"players": 3, "script": JUNK},
    ],
)
def test_a_config_is_held_to_its_rules_even_where_a_start_is_given(client: Client, config: object) -> None:
    engine = engine_of("poison")
    start = engine.encode(engine.new_game({"players": 3}, 5).state)
    record = json.dumps({**GOOD, "config": config, "start": start})
    assert client.post("/play/poison/record", {"record": record}).status_code in (400, 422)
    assert not Match.objects.exists()


def objects(data: Any) -> Iterator[dict[str, Any]]:
    """Every object in a piece of JSON."""
    if isinstance(data, dict):
        yield data
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from objects(part)


@pytest.mark.django_db
@pytest.mark.parametrize("game_id", played_games())
def test_a_key_too_many_anywhere_in_a_start_is_refused(client: Client, game_id: str) -> None:
    engine = engine_of(game_id)
    config = {"players": engine.seats[-1]}
    start = engine.encode(engine.new_game(config, 7).state)
    record = {
        "game": game_id,
        "rules": engine.rules,
        "config": config,
        "seed": 7,
        "moves": [],
        "start": start,
    }
    for place in list(objects(start)):
        place["junk"] = "y"
        answer = client.post(f"/play/{game_id}/record", {"record": json.dumps(record)})
        assert answer.status_code == 422
        del place["junk"]
    assert not Match.objects.exists()
    assert client.post(f"/play/{game_id}/record", {"record": json.dumps(record)}).status_code == 302
