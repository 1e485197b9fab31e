"""The end of a round and of the game, beside what cases show."""

from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import GAME, kinds, play, ready, said
from simulator.engine.evolve import evolve


def last_action(round_):
    """One action is left in the round: seat 0 may decline it."""
    return games.cubes(games.table(3, round_), "student" if round_ < 6 else "exhibition", [(0, 1)])


def ended(state):
    """The round is over: the state at the next choice, and what was told."""
    return play(ready(state), "decline")


def test_adventurers_come_one_a_round_and_the_next_one_is_always_seen():
    """adventurer.next: from round two; the last comes in round six."""
    state = GAME.new_game({"players": 2, "options": {}}, 5).state
    assert GAME.view(state, 0).adventurers == state.adventurers[:1]
    later, events = ended(last_action(4))
    assert said(events, "adventurer_came") == [{"card": later.adventurers[3]}]
    assert GAME.view(later, 0).adventurers == later.adventurers
    assert set(GAME.view(last_action(3), 0).adventurers) == set(last_action(3).adventurers[:3])


def test_a_new_round_has_a_new_student_empty_areas_and_discounts_returned():
    """student.new, prepare.flasks."""
    state = evolve(last_action(2), unhappy=True, used=("periscope",), orders=("R+", "", ""))
    state, _ = ended(state)
    assert (state.unhappy, state.used, state.orders, state.bids) == (False, (), ("",) * 3, (-1,) * 3)
    assert all(rows == () for rows in state.rows)
    assert len(state.row) == 5


def test_ties_go_by_the_gold_that_is_left():
    """series.tie, ruling 85: favours count as gold, nothing is taken away."""
    state = last_action(6)
    for seat, gold in ((0, 9), (1, 10), (2, 8)):
        state = games.board(state, seat, gold=gold)
    state, events = ended(state)
    assert GAME.result(state).scores[:2] == (13, 13)
    assert GAME.result(state).winners == (1,)
    assert "shared" not in kinds(events)
    equal, events = ended(games.board(last_action(6), 2, gold=1))
    assert GAME.result(equal).winners == (0, 1)
    assert "shared" in kinds(events)


def test_when_the_game_is_over_nobody_moves():
    state, _ = ended(last_action(6))
    assert GAME.check(state, 0, GAME.parse(state, 0, "decline")).code == "game_over"
    assert GAME.legal_moves(state, 0) == []
