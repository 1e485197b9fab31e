"""Evenings that were played stay what they were: a change of the rules shows which of them it changes."""

from typing import Any

import pytest

from simulator.game import engine_of, played_games
from tests.evenings.__main__ import differences
from tests.evenings.evenings import ENDS, LEAST, bots_of, ends, kept, name_of

EVENINGS = kept()
NAMES = [name_of(evening) for evening in EVENINGS]


@pytest.mark.parametrize("name", NAMES)
def test_an_evening_ends_as_it_did(name: str) -> None:
    """DESIGN §3: a record is {game, rules, config, seed, moves}; everything else is derived."""
    evening = EVENINGS[NAMES.index(name)]
    assert differences(evening, ends(evening)) == []


def test_there_is_an_evening_of_every_configuration() -> None:
    """All games and boxes, and bots of mixed strength."""
    assert len(EVENINGS) >= LEAST
    assert len({*NAMES}) == len(NAMES)
    for game_id in played_games():
        mine = [evening for evening in EVENINGS if evening["game"] == game_id]
        there = [evening["config"]["options"] for evening in mine]
        assert all(dict(config.options) in there for config in engine_of(game_id).configs.values())
        assert {bot for evening in mine for bot in evening["bots"]} == {*bots_of(game_id)}


def test_a_difference_is_said_at_the_first_place() -> None:
    evening: dict[str, Any] = EVENINGS[0]
    result = {**evening["result"], "winners": [*evening["result"]["winners"], 9]}
    [said] = differences(evening, {**{key: evening[key] for key in ENDS}, "result": result})
    assert said == f"{NAMES[0]} result: winners [{len(result['winners']) - 1}] [] → [9]"
