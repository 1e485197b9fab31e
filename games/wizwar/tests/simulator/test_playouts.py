"""Playouts of a hint: of the moves that the quick player weighs it chooses as of all that are legal."""

import random

import pytest

from games.wizwar.simulator.engine.bots import luck_of, moves_to_weigh, policy
from games.wizwar.simulator.engine.rules import do, legal_moves, to_act
from simulator.engine.game import Band
from simulator.game import engine_of

GAME = engine_of("wizwar")
BOTH = "artifacts,monsters"


@pytest.mark.parametrize(
    ("options", "players"), [({}, 2), ({"sets": BOTH}, 6), ({"teams": "on", "sets": BOTH}, 4)]
)
def test_the_quick_player_chooses_the_same_of_fewer_moves(options, players):
    """Every third move of the game is any that is legal, so that odd positions come up."""
    state = GAME.new_game({"players": players, "options": options}, 3).state
    offered = fewer = 0
    for ply in range(240):
        if not state.agenda:
            break
        seat = min(to_act(state))
        every, some = legal_moves(state, seat), moves_to_weigh(state, seat)
        assert some == [move for move in every if move in some]
        chosen = policy(state, every, luck_of(ply), seat=seat)
        assert policy(state, some, luck_of(ply), seat=seat) == chosen
        offered, fewer = offered + len(every), fewer + len(some)
        state = do(state, seat, chosen if ply % 3 else random.Random(ply).choice(every)).state
    assert fewer < offered * 3 / 4


def opening(players, **options):
    return GAME.new_game({"players": players, "options": options}, 3).state


def crowded():
    """A teleport: no other question has so many answers."""
    keys = {"players": list("ABCDEF"), "turn": "A", "sectors": "s1 s2 s3 s4 s5 s6", "round": 2}
    state = GAME.decode({**keys, "options": {"sets": BOTH}, "hands": {"A": "teleport number_5"}})
    return do(state, 0, GAME.parse(state, 0, "play teleport")).state


def test_many_moves_cost_no_more_than_a_field_of_them_to_the_first_look():
    """The issue: bands at 2 s of the moves that halving kept; a playout takes some 10 ms."""
    state = crowded()
    assert len(legal_moves(state, 0)) >= 40
    weighing = GAME.weighing(GAME.view(state, 0), 1)
    hint = weighing.run(1)
    assert weighing.played <= 8 * 7 + 4 * 8 + 4 * 15 + 3
    assert len(hint.estimates) == len(legal_moves(state, 0)), "none is left out"
    assert sum(row.playouts >= 30 for row in hint.estimates) >= 3
    assert all(row.band == Band.OPEN for row in hint.estimates if row.playouts < 30)


def test_what_the_quick_players_would_do_is_tried_first():
    """What could be best is in the field: reach and sight are known without a playout."""
    for players in (2, 6):
        state = opening(players, sets=BOTH)
        seat = min(to_act(state))
        view, moves = GAME.view(state, seat), legal_moves(state, seat)
        tried = GAME.weighing(view, 1).left
        for bot in ("greedy", "guarding"):
            assert any(GAME.bots[bot](view, moves, seed) in tried for seed in range(4))


def test_the_field_and_the_figures_are_the_same_in_every_world_that_looks_the_same():
    """A figure is a function of the view, the seed and the number of worlds."""
    state = opening(6, sets=BOTH)
    seat = min(to_act(state))
    view, other = GAME.view(state, seat), GAME.view(GAME.resample(state, seat, 5), seat)
    assert GAME.weighing(view, 1).left == GAME.weighing(other, 1).left
    small = opening(2)
    seat = min(to_act(small))
    view, other = GAME.view(small, seat), GAME.view(GAME.resample(small, seat, 5), seat)
    assert GAME.hint(view, 1, 1) == GAME.hint(other, 1, 1)


def test_the_order_of_the_deck_and_rolls_to_come_are_drawn_anew():
    """The issue; that every seat's view is byte-equal is held by conformance."""
    state = opening(6, sets=BOTH)
    other = GAME.redrawn(state, 5)
    assert sorted(other.deck) == sorted(state.deck)
    assert other.deck != state.deck
    assert other.chance != state.chance
