"""Puzzles: what is right in positions made by hand, by the rules that they show."""

from typing import Any

import pytest

from simulator.engine.game import Riddle
from simulator.game import engine_of

GAME = engine_of("wizwar")
AFTER_THE_TRUCE = {"players": ["Оля", "Коля"], "round": 2}
CARRYING = {**AFTER_THE_TRUCE, "at": {"Коля": "2c3"}, "treasures": {"T2a": "Оля"}}
NUMBERS = {"hands": {"Оля": "number_3 number_5 fireball", "Коля": 3}}


def riddles(position: dict[str, Any], *moves: str) -> dict[str, Riddle]:
    """What Olya is asked after some moves of Kolya, by theme."""
    state = GAME.decode(position)
    for text in moves:
        state = GAME.apply(state, 1, GAME.parse(state, 1, text)).state
    return {riddle.theme: riddle for riddle in GAME.riddles(state, 0)}


def right(riddle: Riddle) -> list[str]:
    return [str(move) for move in riddle.right]


def test_the_number_that_takes_one_home():
    """«Раз за ход можно сыграть цифру, чтобы пройти дальше» (move.number): eight steps are three and five."""
    found = riddles({**CARRYING, **NUMBERS, "at": {"Оля": "1a1", "Коля": "2c3"}})
    assert right(found["home_card"]) == ["run number_5"]
    assert ("run number_3", {"n": 8, "left": 6, "turns": 1}) in [
        (str(move), dict(why.params)) for move, why in found["home_card"].wrong
    ]


def test_no_number_is_asked_for_where_steps_will_do():
    """«За ход маг проходит до трёх клеток» (move.steps)."""
    found = riddles({**CARRYING, **NUMBERS, "at": {"Оля": "1c4", "Коля": "2c3"}})
    assert "home_card" not in found


def test_two_turns_home():
    """Three steps in each of two turns (move.steps): one of the three ways on takes no more than that."""
    found = riddles({**CARRYING, **NUMBERS, "at": {"Оля": "1c1", "Коля": "2c3"}})
    assert right(found["two_turns"]) == ["step e"]


@pytest.mark.parametrize(("round_", "asked"), [(2, True), (1, False)])
def test_where_one_sees_from(round_, asked):
    """«Прямая от центра вашей клетки до центра клетки цели» (sight.line); nobody looks for a target while
    «до конца первого раунда не атакуют» (fight.first_round).
    """
    found = riddles({**CARRYING, **NUMBERS, "round": round_, "at": {"Оля": "2b4", "Коля": "2c3"}})
    assert ("sight" in found) == asked
    assert not asked or right(found["sight"]) == ["step e"]


def test_the_answer_that_one_survives():
    """«Контрдействия играют сразу, как объявлена атака, пока она не подействовала» (counter.when)."""
    near = {"at": {"Оля": "2c3", "Коля": "2c3"}, "life": {"Оля": 1}, "turn": "Коля"}
    hands = {"hands": {"Оля": "blunt full_shield", "Коля": "fireball"}}
    found = riddles({**AFTER_THE_TRUCE, **near, **hands}, "play fireball", "target w1")
    assert right(found["survive"]) == ["answer full_shield 0"]
    assert {str(move) for move, _ in found["survive"].wrong} == {"answer blunt 0", "pass"}


def test_nothing_hidden_counts():
    """The same is right whatever the others hold and the deck brings."""
    state = GAME.decode({**CARRYING, **NUMBERS, "at": {"Оля": "1a1", "Коля": "2c3"}})
    for seed in range(3):
        assert GAME.riddles(GAME.resample(state, 0, seed), 0) == GAME.riddles(state, 0)


def test_in_the_middle_of_an_attack_players_have_names_as_well():
    """docs/lessons.md: «in the short form or encoded, whichever is shorter»; that knows no attack."""
    state = GAME.decode({**AFTER_THE_TRUCE, "at": {"Оля": "2c3", "Коля": "2c3"}})
    assert GAME.decode({**GAME.encode(state), "players": ["Оля", "Коля"]}) == state
