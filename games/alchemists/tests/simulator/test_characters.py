"""The fault of each character in a position, and whom the attentive player believes (docs/bots.md)."""

import pytest

from games.alchemists.simulator.engine.bots.known import known_of, trusting
from games.alchemists.simulator.engine.bots.publishing import papers
from games.alchemists.simulator.engine.bots.taste import sensible
from simulator.game import engine_of, get

GAME = engine_of("alchemists")
RED = "Оля: student mushroom toad = R+ @1"
TESTED = (
    RED,
    "Оля: student feather mandrake @1",
    "Оля: student claw fern @2",
    "Оля: student feather scorpion @2",
)
MARKET = {"round": 2, "at": "sell", "adventurers": "cleric", "past": [RED]}
BOTH_SELL = {"actions": {"Оля": "sell", "Саша": "sell"}, "hands": {"Оля": "mushroom fern", "Саша": 2}}
GATHERING = {"at": "forage", "actions": {"Оля": "forage student"}, "hands": {"Оля": "claw claw toad"}}
STUDYING = {"round": 3, "at": "student", "actions": {"Оля": "student"}, "past": list(TESTED)}
FAULTS = {
    "careful": ({**MARKET, "actions": {"Оля": "sell"}, "hands": {"Оля": "mushroom fern"}}, "guarantee wrong"),
    "greedy": ({**GATHERING, "row": "claw fern mushroom toad scorpion"}, "take claw"),
    "hasty": ({**GATHERING, "row": "fern mushroom toad scorpion"}, "draw"),
    "forgetful": ({**STUDYING, "hands": {"Оля": "mushroom toad scorpion"}}, "mix mushroom toad"),
    "scholarly": ({**MARKET, **BOTH_SELL, "order": ["Саша", "Оля"]}, "bid 0"),
}


def position(data):
    """With the choice of the first seat open."""
    state = GAME.decode({"players": ["Оля", "Саша"], **data})
    if data.get("actions") == {"Оля": "sell"}:
        state = GAME.apply(state, 0, GAME.parse(state, 0, "order R+ 0")).state
    return state


def choice(bot, state):
    return GAME.bots[bot](GAME.view(state, 0), GAME.legal_moves(state, 0), 1)


@pytest.mark.parametrize("bot", FAULTS)
def test_each_makes_its_own_mistake_where_a_sound_player_does_not(bot):
    """Characters: a guarantee that most worlds keep is passed by; a card is taken that the hand has already,
    or blind; a test is made again; a rival is served first for want of a discount.
    """
    data, fault = FAULTS[bot]
    state, habit = position(data), get("alchemists").characters[bot].habit
    assert str(choice(bot, state)) == fault
    assert GAME.habits(state, 0, choice(bot, state))[habit]
    assert not GAME.habits(state, 0, choice("sensible", state))[habit]


def test_a_theory_that_own_results_exclude_shows_that_they_are_forgotten():
    """mix.result: who has made a red plus of two knows that neither is a red minus."""
    publishing = {"round": 2, "at": "publish", "actions": {"Оля": "publish"}, "gold": {"Оля": 9}}
    state = position({**publishing, "past": [RED, "Оля: student mushroom fern @1"], "turn": "Оля"})
    state = GAME.apply(state, 0, GAME.parse(state, 0, "publish toad")).state
    known = known_of(GAME.view(state, 0))
    right = {
        each.advice.alchemical for each in papers(known, sensible(known)) if each.advice.ingredient == "toad"
    }
    for move in GAME.legal_moves(state, 0):
        after = GAME.apply(state, 0, move).state
        seal = GAME.legal_moves(after, 0)[0]
        assert GAME.habits(after, 0, seal) == {"again": move.args[0] not in right}


def test_the_attentive_player_believes_a_theory_of_another_and_not_its_own_for_being_published():
    """publish.endorse: whoever seals a theory stands to lose by it, so it is likely to be so."""
    known, believing = (
        known_of(GAME.view(position({"round": 3, "theories": {"toad": ["a1", name]}}), 0))
        for name in ("Оля", "Саша")
    )
    assert trusting(known).odds == known.odds

    def odds(seen, ingredient):
        found = papers(seen, sensible(seen))
        each = next(
            each.advice
            for each in found
            if (each.advice.ingredient, each.advice.alchemical) == (ingredient, "a1")
        )
        return each.right / each.worlds

    assert odds(believing, "toad") == pytest.approx(1 / 8)
    assert odds(trusting(believing), "toad") > 1 / 2
