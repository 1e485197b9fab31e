"""Options and planning, beside what cases show."""

import pytest

from games.alchemists.scoring.sheet.cells import BOX_MOST
from games.alchemists.simulator.engine.options import figures
from games.alchemists.tests.simulator import games
from games.alchemists.tests.simulator.games import GAME, asked, kinds, legal, play, ready, refused, said
from simulator.engine.evolve import evolve
from simulator.engine.record import Record, state_digest, steps_of
from simulator.engine.refusal import BadConfig


def planning(players, favour=""):
    """The last of the order is about to plan with these favours."""
    return ready(evolve(games.favours(games.table(players), {players - 1: favour}), phase="plan", at=0))


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"level": "doctor"}, "bad_option"),
        ({"level": "master,master"}, "bad_levels"),
        ({"hand": 3}, "bad_option"),
        ({"colour": "red"}, "unknown_option"),
        ({"numbers": {"C1.apprentice.need": 2}}, "bad_number"),  # known for certain (ruling 134)
        ({"numbers": {"g1.ingredients": ["fern", "claw", "toad"]}}, "bad_number"),
        ({"numbers": {"discount_0.smiles": 2}}, "bad_number"),
        ({"numbers": {"g2.ingredients": ["fern", "fern", "toad"]}}, "bad_number"),
        ({"numbers": {"C2.master.need": -1}}, "bad_number"),
        ({"numbers": {"C2.master.need": 1e9}}, "bad_number"),
        ({"numbers": 7}, "bad_number"),
        ({"numbers": "{"}, "bad_number"),
    ],
    ids=str,
)
def test_options_that_no_table_can_have_are_refused(options, code):
    with pytest.raises(BadConfig) as caught:
        GAME.new_game({"players": 3, "options": options}, 1)
    assert [refusal.code for refusal in caught.value.refusals] == [code]


def test_a_table_may_set_the_numbers_that_nobody_knows():
    """Ruling 132: conferences, four grants, smiles; what isn't named stays as it is printed here."""
    numbers = {"C1.master.need": 3, "C2.apprentice.losses": [4, 3], "g5.vp": 2, "discount_1.smiles": 3}
    options = GAME.new_game({"players": 2, "options": {"numbers": numbers}}, 1).state.options
    found = figures(options)
    assert found.conferences["C1", "master"]["need"] == 3
    assert found.conferences["C2", "apprentice"]["losses"] == (4, 3)
    assert found.conferences["C2", "master"]["need"] == 3  # as in the content
    assert (found.points["g5"], found.points["g4"]) == (2, 2)
    assert (found.smiles[1], found.smiles[2]) == (3, 3)


@pytest.mark.parametrize(
    ("name", "fits", "doesnt"),
    [
        ("C1.master.need", (1, 8), (0, 9)),  # nobody has two seals on a book, and there are eight books
        ("C2.master.gain", (0, BOX_MOST), (-1, BOX_MOST + 1)),
        ("C2.apprentice.losses", ([1], [0] * 8), ([], [1] * 9)),
        ("discount_1.smiles", (1, BOX_MOST), (0, BOX_MOST + 1)),
        ("g5.vp", (2,), (-1, 9)),
        ("g2.ingredients", (["fern", "claw", "toad"],), (["fern", "claw"], ["fern", "claw", "moon"])),
    ],
)
def test_a_number_of_a_box_has_bounds(name, fits, doesnt):
    """Ruling 132, levels.mixed: what a table may have printed on its own tokens."""
    for value in fits:
        GAME.new_game({"players": 2, "options": {"numbers": {name: value}}}, 1)
    for value in doesnt:
        with pytest.raises(BadConfig) as caught:
            GAME.new_game({"players": 2, "options": {"numbers": {name: value}}}, 1)
        assert [refusal.params["name"] for refusal in caught.value.refusals] == [name]


# --- Planning ----------------------------------------------------------------------------------------------


def test_an_area_passed_over_for_want_of_cubes_or_of_its_card_says_so():
    """planning.cubes, favour.play: nobody is asked about an area that they can’t pay or have no card for."""
    state, _ = play(planning(4), "plan forage 2", "plan transmute 1")
    assert refused(state, "plan sell 1") == ("cubes_short", "planning.cubes")
    assert refused(state, "plan forage 1") == ("other_asked", "planning.sequence")
    state, _ = play(planning(4), "plan forage 1", "plan transmute 0")
    assert refused(state, "plan custodian 1") == ("favours_short", "favour.play")
    assert refused(state, "plan transmute 1") == ("other_asked", "planning.sequence")


def test_a_plan_is_told_whole_once_it_is_complete():
    """planning.sequence, ruling 99: the table learns the whole plan, not one cube after another."""
    _, events = play(planning(3), "plan forage 2", "plan transmute 0", "plan sell 1", "plan buy_artifact 1")
    (told,) = said(events, "planned")
    assert told == {"seat": 2, "plan": [["forage", 2], ["sell", 1], ["buy_artifact", 1]], "n": 0}


def test_what_was_short_is_told_as_it_was_when_the_area_had_its_turn():
    """planning.cubes: of four cubes one was left for the sale, and none now."""
    state = planning(4, favour="associate")
    state, _ = play(state, "plan forage 2", "plan transmute 1", "plan buy_artifact 1")
    seat = state.agenda[-1].seat
    refusal = GAME.check(state, seat, GAME.parse(state, seat, "plan sell 1"))
    assert (refusal.code, refusal.params) == ("cubes_short", {"area": "sell", "n": 2, "left": 1})


def plan_rest(state, seat):
    """Nothing more is placed."""
    while asked(state) == (seat, "Planning"):
        zero = [text for text in legal(state) if text.endswith((" 0", " none"))]
        state, _ = play(state, zero[0])
    return state


def test_later_planners_stand_above_and_an_associate_above_all():
    """associate.row, rulings 17 and 104: a later Associate stands above an earlier one."""
    state = games.favours(planning(4), {3: "associate", 1: "associate"})
    state, _ = play(state, "plan forage 1")
    while state.agenda[-1].area < 10:
        state, _ = play(state, next(text for text in legal(state) if text.endswith(" 0")))
    assert refused(state, "associate sell") == ("associate_nowhere", "associate.row")
    state, events = play(state, "associate forage")
    assert kinds(events)[:2] == ["planned", "associate_helps"]
    state = plan_rest(play(state, "plan forage 1")[0], 2)
    state, _ = play(state, "plan forage 1")
    while state.agenda[-1].area < 10:
        state, _ = play(state, next(text for text in legal(state) if text.endswith(" 0")))
    state, _ = play(state, "associate forage")
    state = plan_rest(play(state, "plan forage 1")[0], 0)
    assert [row.seat for row in state.rows[0]] == [1, 3, 0, 2]


def test_an_associate_who_is_missing_or_comes_too_late_is_refused_for_that():
    """favour.play, planning.sequence, ruling 107: he is asked about without a card, and from the top down."""
    bluff = planning(4, favour="sage")
    bluff, _ = play(bluff, "plan forage 1", "plan transmute 1")
    while bluff.agenda[-1].area < 10:
        bluff, _ = play(bluff, next(text for text in legal(bluff) if text.endswith(" 0")))
    assert refused(bluff, "associate forage") == ("favours_short", "favour.play")
    state = planning(4, favour="associate associate")
    state, _ = play(state, "plan forage 1", "plan transmute 1", "plan sell 1")
    state, _ = play(state, "associate transmute")
    assert refused(state, "associate forage") == ("other_asked", "planning.sequence")
    assert refused(state, "associate drink") == ("associate_nowhere", "associate.row")


def test_a_plan_without_cubes_is_shown_at_once_whatever_is_in_hand():
    """Ruling 107: an Associate helps where cubes stand, so nobody is asked about one."""
    state = planning(4, favour="associate")
    while asked(state) == (3, "Planning") and state.agenda[-1].area < 10:
        state, events = play(state, next(text for text in legal(state) if text.endswith(" 0")))
    assert said(events, "planned")[0]["plan"] == []


def test_an_older_record_lacks_the_answer_of_whoever_has_no_associate():
    """Ruling 107: once only those who had one were asked, so their plans stood without «associate none»."""
    record, step = Record("alchemists", GAME.rules, {"players": 2}, 3), GAME.new_game({"players": 2}, 3)
    digests = []
    while step.state.round == 1:
        seat = min(GAME.to_act(step.state))
        move = GAME.legal_moves(step.state, seat)[-1]
        if move.verb != "associate":
            record = record.with_move(seat, move)
            digests.append(state_digest(GAME, step.state))
        step = GAME.apply(step.state, seat, move)
    assert len(digests) > 10
    assert [state_digest(GAME, each.state) for each in steps_of(GAME, record)][:-1] == digests
