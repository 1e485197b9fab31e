"""Evenings that were played stay what they were: a change of the rules shows which of them it changes."""

from typing import Any

import pytest

from simulator.game import engine_of, played_games
from tests.evenings.__main__ import differences
from tests.evenings.evenings import ENDS, LEAST, PEOPLE, bots_of, ends, is_by_hand, kept, name_of, planned

EVENINGS = kept()
NAMES = [name_of(evening) for evening in EVENINGS]
BY_HAND = [evening for evening in EVENINGS if is_by_hand(evening)]


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
        assert {bot for evening in mine for bot in evening["bots"]} - PEOPLE == {*bots_of(game_id)}


def test_ten_were_played_by_hand_and_are_not_played_anew_by_bots() -> None:
    """Of every game, and some on two phones. The others are just those that the tool plays."""
    assert len(BY_HAND) >= 10
    assert {evening["game"] for evening in BY_HAND} == {*played_games()}
    assert sum({*evening["bots"]} >= PEOPLE for evening in BY_HAND) >= 3
    plans = [name_of(plan) for plan in planned(BY_HAND)]
    assert plans == [name_of(evening) for evening in EVENINGS if not is_by_hand(evening)]


def test_a_difference_is_said_at_the_first_place() -> None:
    evening: dict[str, Any] = EVENINGS[0]
    result = {**evening["result"], "winners": [*evening["result"]["winners"], 9]}
    [said] = differences(evening, {**{key: evening[key] for key in ENDS}, "result": result})
    assert said == f"{NAMES[0]} result: winners [{len(result['winners']) - 1}] [] → [9]"
