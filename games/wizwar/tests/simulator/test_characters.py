"""Characters of «Маго-бой»: in a position made for it each plays its fault, and nobody else does."""

import pytest

from games.wizwar.simulator.engine.bots import LOW_LIFE
from games.wizwar.simulator.engine.characters import reckoned
from games.wizwar.simulator.engine.habits import habits
from simulator import game
from simulator.game import engine_of

ENGINE, CHARACTERS = engine_of("wizwar"), game.get("wizwar").characters
BASE = {"players": ["Оля", "Коля"], "turn": "Оля", "hands": {"Оля": "jam_lock"}}
BESIDE = {"at": {"Оля": "1d3", "Коля": "1d3"}}
SHOT_AT = {
    **BESIDE,
    "hands": {"Оля": "fireball", "Коля": "full_shield"},
    "opened": ["play fireball", "target w2"],
}
# By character: where its fault shows, and what it does there.
FAULTS = {
    "careful": ({"at": {"Оля": "1c3", "Коля": "1e3"}, "treasures": {"T2a": "1d4", "T2b": "1d4"}}, "end"),
    "greedy": (
        {"at": {"Оля": "2c3", "Коля": "2a1"}, "hands": {"Оля": "number_3"}, "treasures": {"T2a": "Оля"}},
        "step n",
    ),
    "hasty": ({**BESIDE, "hands": {"Оля": "fireball"}}, "kick w2"),
    "forgetful": (SHOT_AT, "pass"),
    "scholarly": ({**BESIDE, "hands": {"Оля": "dagger"}, "treasures": {"T1a": "Коля"}}, "step e"),
}


def chosen(position, bots):
    """By bot, what it does, and the state in which it is asked."""
    state = ENGINE.decode({**BASE, **{key: value for key, value in position.items() if key != "opened"}})
    for text in position.get("opened", ()):
        state = ENGINE.apply(state, 0, ENGINE.parse(state, 0, text)).state
    (seat,) = ENGINE.to_act(state)
    view, moves = ENGINE.view(state, seat), ENGINE.legal_moves(state, seat)
    return {bot: ENGINE.bots[bot](view, moves, 1) for bot in bots}, state, seat


@pytest.mark.parametrize("character", FAULTS)
def test_each_character_alone_makes_its_mistake(character):
    """goal.win: to a treasure, home with it, the best attack, an answer to what hurts is what others do."""
    position, fault = FAULTS[character]
    found, state, seat = chosen(position, (*CHARACTERS, "guarding"))
    habit = CHARACTERS[character].habit
    assert str(found[character]) == fault
    for bot, move in found.items():
        assert habits(state, seat, move)[habit] == (bot == character), bot


def test_every_fault_has_a_habit_of_its_own():
    assert {*CHARACTERS} == {*FAULTS} <= {*ENGINE.bots}
    assert len({character.habit for character in CHARACTERS.values()}) == len(CHARACTERS)


def test_the_forgetful_bot_thinks_of_its_shield_with_little_life():
    """counter.when: whoever is attacked may answer."""
    found, _, _ = chosen({**SHOT_AT, "life": {"Коля": LOW_LIFE}}, ["forgetful"])
    assert str(found["forgetful"]) == "answer full_shield 0"


def test_the_careful_bot_goes_for_a_treasure_that_nobody_stands_near():
    """goal.treasures: T2b lies farther off, and Kolya stands beside the other one."""
    far = {**FAULTS["careful"][0], "treasures": {"T2a": "1d4", "T2b": "1a1"}}
    found, _, _ = chosen(far, ["careful"])
    assert found["careful"].verb == "step"


def test_the_scholarly_bot_reckons_with_the_answers_that_a_hand_may_hold():
    """counter.when: each card that Kolya holds unseen makes it less likely that a fireball gets through."""
    worths = [
        reckoned(ENGINE.decode({**BASE, **BESIDE, "hands": {"Оля": "fireball", "Коля": n}}), 0, "fireball", 1)
        for n in (0, 3, 7)
    ]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] == 5 > worths[2] > 0
