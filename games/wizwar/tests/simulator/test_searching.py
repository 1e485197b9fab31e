"""The bot that thinks ahead: it plays what the guarding bot never would, where that wins or hinders."""

import pytest

from games.wizwar.simulator.engine.searching import TRIES, Lookahead
from games.wizwar.simulator.engine.view import bare
from games.wizwar.tests.simulator.test_bots import taken
from simulator.engine.game import Move
from simulator.game import engine_of

ENGINE = engine_of("wizwar")
BASE = {"players": ["Оля", "Коля"], "turn": "Оля"}
# Five steps from home with the treasure that wins, of which three are free.
NEARLY = {**BASE, "at": {"Оля": "2a3"}, "treasures": {"T2a": "1c3", "T2b": "Оля"}}


def chosen(bot, **changes):
    state = ENGINE.decode({**NEARLY, **changes})
    return str(ENGINE.bots[bot](ENGINE.view(state, 0), ENGINE.legal_moves(state, 0), 1))


def test_it_pays_with_its_life_for_steps_that_win():
    """goal.treasures: two treasures of others at home; Power Run has a point paid for each further square."""
    assert chosen("guarding", hands={"Оля": "power_run"}) == "step w"
    assert chosen("search", hands={"Оля": "power_run"}) == "play power_run"
    assert chosen("search", hands={"Оля": "power_run"}, life={"Оля": 1}) == "step w"


def test_where_no_card_helps_it_goes_on_as_the_guarding_bot():
    assert chosen("search", hands={"Оля": "jam_lock absorb"}) == chosen("guarding", hands={"Оля": "jam_lock"})


def test_it_tries_no_more_answers_than_it_may():
    """A teleport has all squares for an answer, and each asks for a number."""
    state = ENGINE.decode({**NEARLY, "hands": {"Оля": "teleport number_3 number_5"}})
    ahead = Lookahead(0)
    ahead.value(bare(ENGINE.view(state, 0)), Move("play", ("teleport",)))
    assert ahead.tries <= TRIES + 60


@pytest.mark.thorough  # every day the tests above win where the guarding bot doesn't
def test_it_beats_the_guarding_bot():
    assert taken("search", "guarding", 100)[0] >= 0.6


def test_what_is_open_and_nothing_else_is_a_position_with_every_card():
    """The hand that nobody has seen lies at the bottom of the deck."""
    state = ENGINE.decode({**BASE, "hands": {"Коля": "number_3 fireball"}, "known": {"Коля": "number_3"}})
    found = bare(ENGINE.view(state, 0))
    ENGINE.invariants(found)
    assert found.wizards[1].hand == ("number_3",)
