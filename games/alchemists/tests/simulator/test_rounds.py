"""The end of a round and of the game: rulings 11, 13, 77-80, 84-87, 102, 103, 124-127."""

import pytest

from games.alchemists.scoring import points
from games.alchemists.simulator.engine.turns import final_players
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import GAME, asked, kinds, legal, play, ready, said
from simulator.engine.evolve import evolve


def last_action(round_, players=3, **options):
    """One action is left in the round: seat 0 may decline it."""
    area = "student" if round_ < 6 else "exhibition"
    return games.cubes(games.table(players, round_, **options), area, [(0, 1)])


def ended(state):
    """The round is over: the state at the next choice, and what was told."""
    return play(ready(state), "decline")


def parts(events, seat):
    return [
        tuple(map(tuple, params["parts"])) for params in said(events, "reputation") if params["seat"] == seat
    ]


# --- Conferences: C1 asks apprentices for one seal, C2 for two; masters for two and three ------------------


@pytest.mark.parametrize(
    ("round_", "level", "seals", "change"),
    [
        (3, "apprentice", 0, ("conference_loss", -1)),
        (3, "apprentice", 1, ("conference", 1)),
        (3, "apprentice", 3, ("conference", 1)),  # more than enough adds nothing (ruling 124)
        (3, "master", 0, ("conference_loss", -2)),
        (3, "master", 1, ("conference_loss", -1)),
        (3, "master", 2, ("conference", 1)),
        (5, "apprentice", 1, ("conference_loss", -1)),
        (5, "master", 2, ("conference_loss", -1)),
        (5, "master", 3, ("conference", 1)),
    ],
)
def test_a_conference_asks_for_at_least_so_many_seals(round_, level, seals, change):
    """conference.award, conference.loss, ruling 124; whoever has no seal loses with an empty board, too."""
    state = last_action(round_, level=level)
    for ingredient, token in (("toad", "a1"), ("fern", "a4"), ("claw", "a0"))[:seals]:
        state = games.theory(state, ingredient, token, {0: "silver"})
    _, events = ended(state)
    assert parts(events, 0)[0] == (change,)
    assert parts(events, 1)[0][0][0] == "conference_loss"


def test_each_by_their_own_side_and_zone_and_the_robe_adds_to_the_award():
    """Rulings 78, 89 and 124: a loss of 2 is 3 in the green zone; the Robe makes 2 of 1."""
    state = games.board(last_action(3, level="apprentice,master,master"), 1, reputation=14)
    state = games.artifacts(games.theory(state, "toad", "a1", {0: "gold"}), {0: "robe_of_respect"})
    state, _ = ended(state)
    assert [board_.reputation for board_ in state.boards] == [10 + 2 + 2, 14 - 3, 10 - 2]


def test_seals_under_conflict_count_neither_at_a_conference_nor_for_the_top_alchemist():
    """conflict.effect, ruling 125: where all seals lie under conflict nobody is honoured."""
    state = games.theory(
        games.theory(last_action(3), "toad", "a5", {0: "gold"}), "scorpion", "a7", {1: "gold"}
    )
    _, events = ended(evolve(state, conflicts=(("toad", "scorpion"),)))
    assert parts(events, 0) == [(("conference_loss", -1),)]
    assert "top_alchemist" not in kinds(events)


def test_the_end_of_a_round_goes_in_its_order():
    """roundend.order, ruling 77."""
    state = games.board(games.theory(last_action(3), "toad", "a1", {1: "gold"}), 0, unused=1, cubes=3)
    state, events = ended(games.favour_deck(state, "sage"))
    steps = ("conference", "artifacts_new", "top_alchemist", "drew_favours", "adventurer_came", "opened")
    assert [kind for kind in kinds(events) if kind in (*steps, "round_started")] == [*steps, "round_started"]
    assert state.round == 4
    assert said(events, "artifacts_new")[0]["cards"] == list(state.dealt[1])


def test_all_who_have_most_seals_are_honoured_and_the_last_round_counts_too():
    """top.award, ruling 79: also after round six, where the Robe does nothing."""
    state = games.theory(last_action(6), "toad", "a1", {0: "gold", 1: "gold"})
    state, events = ended(games.artifacts(state, {0: "robe_of_respect"}))
    assert said(events, "top_alchemist") == [{"seats": [0, 1], "n": 1}]
    assert [board_.reputation for board_ in state.boards] == [11, 11, 10]


# --- Cubes -------------------------------------------------------------------------------------------------


def test_each_pair_of_unused_cubes_brings_a_favour_and_single_ones_nothing():
    """unused.pairs, ruling 126: in the order of acting, each player all their own."""
    state = last_action(2)
    for seat, unused in ((0, 2), (1, 4), (2, 1)):
        state = games.board(state, seat, unused=unused, cubes=state.boards[seat].cubes - unused)
    state, events = ended(games.favour_deck(state, "sage merchant barmaid"))  # seat 0 declines a third cube
    assert [(p["seat"], p["n"]) for p in said(events, "drew_favours")] == [(0, 1), (1, 2)]
    assert state.screens[1].favours == ("barmaid", "merchant")


def test_a_herbalist_for_unused_cubes_is_played_before_the_next_player_draws():
    """Ruling 126."""
    state = last_action(2)
    for seat in (0, 1):
        state = games.board(state, seat, unused=2, cubes=state.boards[seat].cubes - 2)
    state, events = ended(games.favour_deck(state, "herbalist sage"))
    assert asked(state) == (0, "Herbalist")
    assert [p["seat"] for p in said(events, "drew_favours")] == [0]
    _, events = play(state, legal(state)[0])
    assert kinds(events)[1] == "drew_favours"


def test_cubes_of_the_hospital_lie_with_the_unused_ones_of_the_next_round():
    """hospital.cubes, rulings 80 and 103: one less to place, and they count in pairs then."""
    state = games.board(last_action(2), 1, hospital=1, cubes=4)
    state, _ = ended(state)
    assert (state.boards[1].cubes, state.boards[1].unused, state.boards[1].hospital) == (4, 1, 0)
    assert state.boards[0].cubes == 5


def test_assistants_leave_at_the_end_of_the_round_and_not_out_of_the_hospital():
    """assistant.cube, ruling 103: the set is full again but for the cube in the hospital."""
    state = games.board(last_action(2), 1, helpers=1, hospital=1, cubes=5)
    state, _ = ended(state)
    assert (state.boards[1].cubes, state.boards[1].unused, state.boards[1].helpers) == (4, 1, 0)


def test_cubes_that_wait_with_the_adventurers_in_round_one_bring_nothing_and_return():
    """setup.first_cubes, ruling 102."""
    state, events = ended(last_action(1))
    assert "drew_favours" not in kinds(events)
    assert [board_.cubes for board_ in state.boards] == [5, 5, 5]


# --- The next round ----------------------------------------------------------------------------------------


def test_the_token_goes_left_past_the_paralysed():
    """paralysis.order, ruling 13: if all are paralysed, to the next seat."""
    state = evolve(last_action(2), first=0, stricken=(1,))
    assert ended(state)[0].first == 2
    state, events = ended(evolve(last_action(2), first=2, stricken=(1, 0, 2)))
    assert state.first == 0
    assert state.spaces == ("paralysed",) * 3
    assert said(events, "order_set") == [{"seats": [1, 0, 2]}]  # nobody chooses a space


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


# --- The end -----------------------------------------------------------------------------------------------


def test_the_final_scoring_is_that_of_the_calculator():
    """final.order, rulings 84-88: reputation, artifacts, grants, favours as gold, seals, the Idol."""
    state = games.theory(last_action(6), "toad", "a1", {0: "gold", 1: "hedge_R"})
    state = games.theory(state, "fern", "a6", {0: "silver"})  # really a4
    state = games.artifacts(state, {0: "wisdom_idol crystal_cabinet"})
    state = games.favours(games.board(state, 0, gold=4, grants=("g5",)), {0: "sage"})
    state, events = ended(state)
    assert GAME.to_act(state) == frozenset()
    scores = GAME.explain(state)
    truth = dict(zip(points.INGREDIENTS, state.truth, strict=True))
    books = [
        points.Theory("toad", "a1", (points.Seal(0, "gold"), points.Seal(1, "hedge_R"))),
        points.Theory("fern", "a6", (points.Seal(0, "silver"),)),
    ]
    books.reverse()  # by ingredient
    assert scores == points.score(truth, books, final_players(state))
    lines = {line.code: line.points for line in scores[0].lines}
    assert lines["grant"] == 1
    assert (lines["gold"], lines["seal_right"], lines["seal_wrong"], lines["idol"]) == (2, 5, -4, 1)
    assert (lines["cabinet"], lines["reputation"]) == (4, 11 + 1 - 1)
    assert len(said(events, "formula")) == 8
    assert GAME.result(state).scores == tuple(score.points for score in scores)


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


def test_a_herbalist_after_the_last_round_is_played_and_brings_no_gold():
    """Ruling 127."""
    state = last_action(6)
    state = games.favour_deck(games.board(state, 0, unused=1, cubes=3), "herbalist")
    state, events = ended(games.hand(state, {0: "toad"}))
    assert asked(state) == (0, "Herbalist")
    state, events = play(state, legal(state)[0])
    assert final_players(state)[0].favours == 0
    assert kinds(events)[0] == "discarded"


def test_when_the_game_is_over_nobody_moves():
    state, _ = ended(last_action(6))
    assert GAME.check(state, 0, GAME.parse(state, 0, "decline")).code == "game_over"
    assert GAME.legal_moves(state, 0) == []
