"""The box «Дополнение 2» in the engine: nothing hidden about artifacts, and who may wish when."""

import json
from functools import partial

import pytest

from games.wizwar.tests.simulator.boxes import playing
from games.wizwar.tests.simulator.boxes.playing import GAME, NAMES, make
from games.wizwar.tests.simulator.boxes.positions import SHORT
from simulator.engine.game import Move
from simulator.engine.refusal import BadPosition

position = partial(playing.position, "artifacts")

CROWN, HAMMER = "artifact_sample_crown", "artifact_sample_hammer"
OPEN = {CROWN, HAMMER, "load_stone"}


@pytest.mark.parametrize("seed", range(12))
def test_what_is_never_hidden_lies_open_after_the_deal(seed):
    """artifacts.shown, curses.shown: «at the deal as well»; so no world of a view hides one in a hand."""
    state = GAME.new_game({"players": 6, "options": {"sets": "artifacts"}}, seed).state
    assert not OPEN & {card for wizard in state.wizards for card in wizard.hand}
    for number in range(3):
        world = GAME.resample(state, 0, number)
        GAME.invariants(world)
        assert not OPEN & {card for wizard in world.wizards for card in wizard.hand}


def test_an_artifact_out_of_the_game_stays_out_of_every_pile():
    """artifacts.gone: «it doesn't come back with a reshuffle»; the position is the same for everybody."""
    state = make(position(shown={"Коля": CROWN}, hands={"Рита": 3}), "Оля: wish artifact_sample_crown")
    assert CROWN not in (*state.deck, *state.discard, *state.aside)
    world = GAME.resample(state, 2, 7)
    assert CROWN not in (*world.deck, *world.discard, *world.aside)
    again = GAME.decode(json.loads(json.dumps(GAME.encode(state))))
    assert again == state


def test_everybody_is_asked_while_an_artifact_is_in_play():
    """Ruling 121: a wish instead of an answer, also by whoever has no card to answer with."""
    keys = {"hands": {"Оля": "fireball"}, "at": {"Коля": "1c4"}}
    quiet = make(position(**keys), "Оля: play fireball", "Оля: target w2")
    assert GAME.to_act(quiet) == {0}
    asked = make(position(**keys, shown={"Рита": CROWN}), "Оля: play fireball", "Оля: target w2")
    assert GAME.to_act(asked) == {1}
    assert [str(move) for move in GAME.legal_moves(asked, 1)] == ["pass", f"wish {CROWN}"]


def test_the_others_are_asked_clockwise_before_an_artifact_strikes():
    raised = make(position(shown={"Оля": HAMMER}), f"Оля: strike {HAMMER}", "Оля: target 1c3w")
    assert GAME.to_act(raised) == {1}
    assert GAME.to_act(make(raised, "Коля: pass")) == {2}
    struck = make(raised, "Коля: pass", "Рита: pass")
    assert GAME.short(struck, NAMES)["walls"] == "1b3e:10"


def test_a_wish_means_nothing_without_the_box():
    state = GAME.new_game({"players": 3, "options": {"first_player": "1"}}, 1).state
    assert GAME.check(state, 0, Move("wish", (CROWN,))).code in ("not_asked", "unreadable")


def test_an_artifact_in_a_hand_is_not_out_of_the_game():
    """artifacts.gone: whoever sets up the position is told which one lies elsewhere."""
    with pytest.raises(BadPosition) as caught:
        GAME.decode({**SHORT, "gone": CROWN, "shown": {"Оля": CROWN}})
    assert [refusal.params["what"] for refusal in caught.value.refusals] == [f"gone: {CROWN}"]
