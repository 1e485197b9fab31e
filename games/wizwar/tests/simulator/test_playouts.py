"""Playouts of a hint: of the moves that the quick player weighs it chooses as of all that are legal."""

import random

import pytest

from games.wizwar.simulator.engine.bots import luck_of, moves_to_weigh, policy
from games.wizwar.simulator.engine.rules import do, legal_moves, to_act
from simulator.game import engine_of, table_of

GAME, TABLE = engine_of("wizwar"), table_of("wizwar")
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


@pytest.mark.parametrize(("players", "budget"), [(2, 200), (3, 200), (4, 150), (6, 100)])
def test_a_hint_plays_no_more_turns_where_more_sit_at_the_table(players, budget):
    """A playout plays one turn of each player: with six a hint would take twice as long as with three."""
    state = GAME.new_game({"players": players, "options": {}}, 1).state
    assert TABLE.hint_budget(state) == budget
