"""Damage, victory and elimination in «Маго-бой»: each test paraphrases the clause it holds to."""

from itertools import permutations

import pytest

from games.wizwar.scoring.points import (
    ABSORB,
    AWAY,
    IN,
    KILLED,
    LOST,
    PLAYS,
    ROBBED,
    STONE,
    Coming,
    Verdict,
    at_home,
    coming_turn,
    half,
    is_truce,
    judge,
    least,
    life_after,
    may_team_up,
    robbed,
    score,
    succeeds,
    taken,
    teams_of,
    turns_left,
    under_soulstone,
    victor,
)

NOWHERE = (None, None)  # two treasures that rest on no home


def worked_through(points, order):
    """The damage behind reducers in one given order."""
    for reducer in order:
        points = half(points) if reducer == "blunt" else max(0, points - TAKES[reducer])
    return points


TAKES = {"absorb": ABSORB, "stone": STONE}


# --- Damage -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "left"), [(5, 3), (4, 2), (1, 1), (0, 0)])
def test_half_of_the_damage_is_rounded_up(points, left):
    """counter.half: of 5 points 3 remain."""
    assert half(points) == left


def test_the_victim_softens_first_and_absorbs_then():
    """counter.half: 5 → 3 → 0 in this order, 5 → 2 → 1 in the other."""
    assert worked_through(5, ("blunt", "absorb")) == 0
    assert worked_through(5, ("absorb", "blunt")) == 1
    assert least(5, absorbs=1, blunts=1) == 0


def test_what_a_stone_takes_off_and_what_is_left_without_any_help():
    """card.text: a Bloodstone or a Shieldstone takes one point, Absorb three."""
    assert least(5) == 5
    assert least(5, stones=1) == 4
    assert least(5, absorbs=1) == 2


@pytest.mark.parametrize("reducers", [(1, 1, 0), (2, 1, 2), (0, 2, 1), (1, 2, 1)])
def test_no_order_does_better_than_the_one_that_is_taken(reducers):
    """counter.half: with several reducers the victim chooses the order, so the best one is his."""
    hand = [name for name, n in zip(("absorb", "blunt", "stone"), reducers, strict=True) for _ in range(n)]
    for points in range(1, 16):
        assert least(points, *reducers) == min(worked_through(points, order) for order in permutations(hand))


@pytest.mark.parametrize(("life", "left"), [(15, 7), (8, 5), (4, 1), (3, 0), (2, 0)])
def test_the_soulstone_stops_magic_at_three_lives(life, left):
    """card.text: with the Soulstone magic brings nobody below three."""
    assert under_soulstone(7, life) == left


@pytest.mark.parametrize(("life", "points", "after"), [(15, 5, 10), (3, 5, 0), (0, 1, 0)])
def test_lives_end_at_nothing(life, points, after):
    """fight.life: never below zero."""
    assert life_after(life, points) == after


def test_damage_takes_no_more_than_there_is():
    """Ruling wizwar-149: with one life left a blow of three takes one."""
    assert [taken(life, 3) for life in (1, 3, 15)] == [1, 3, 3]


def test_the_upper_half_of_the_die_succeeds():
    """die.half: 1 and 2 fail, 3 and 4 succeed."""
    assert [succeeds(rolled) for rolled in (1, 2, 3, 4)] == [False, False, True, True]


# --- Whose turn comes ---------------------------------------------------------------------------------------


def test_nobody_attacks_in_the_first_round():
    """fight.first_round"""
    assert [is_truce(number) for number in (1, 2, 3)] == [True, False, False]


@pytest.mark.parametrize(
    ("seat", "outs", "lost", "again", "coming"),
    [
        # turn.order: clockwise from the first player, with whom a round begins.
        (0, (IN,) * 3, (0, 0, 0), 0, Coming(1, PLAYS)),
        (2, (IN,) * 3, (0, 0, 0), 0, Coming(0, PLAYS)),
        (0, (IN,) * 3, (0, 1, 0), 0, Coming(1, LOST)),
        (1, (IN,) * 3, (0, 0, 1), 0, Coming(2, LOST, new_round=True)),
        # Those who are out are passed over, whatever they were to lose.
        (0, (IN, KILLED, IN), (0, 2, 0), 0, Coming(1, AWAY)),
        (1, (IN, IN, ROBBED), (0, 0, 0), 0, Coming(2, AWAY, new_round=True)),
        # By Speed one's own turn comes again; ruling wizwar-150: that may be the one that is lost.
        (0, (IN,) * 3, (0, 0, 0), 2, Coming(0, PLAYS, again=1, extra=True)),
        (0, (IN,) * 3, (1, 0, 0), 1, Coming(0, LOST, extra=True)),
        # Whoever is out has no more of them.
        (0, (KILLED, IN, IN), (0, 0, 0), 1, Coming(1, PLAYS)),
    ],
)
def test_whose_turn_comes(seat, outs, lost, again, coming):
    assert coming_turn(seat, 2, outs, lost, again) == coming


def test_without_speed_the_next_turn_is_an_ordinary_one():
    """turn.order"""
    assert coming_turn(0, 2, (IN,) * 3, (0, 0, 0)) == (1, PLAYS, 0, False, False)


@pytest.mark.parametrize(
    ("left", "own", "after"), [(3, True, 2), (3, False, 3), (1, True, None), (1, False, 1), (0, True, 0)]
)
def test_a_spell_grows_shorter_by_its_casters_turns(left, own, after):
    """turn.length: the caster's turns are counted, not the victim's; some spells have no end."""
    assert turns_left(left, own) == after


# --- Who has won, who is out --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rests", "first"),
    [
        # goal.treasures: two of others at home win, from one rival or from two.
        ((None, None, 0, None, 0, None), 0),
        ((None, None, 0, 0, None, None), 0),
        # treasure.own: one's own doesn't add to the two of others.
        ((0, 0, 0, None), None),
    ],
)
def test_who_has_won_by_treasures(rests, first):
    assert victor((IN,) * (len(rests) // 2), rests) == first


@pytest.mark.parametrize(
    ("outs", "lives", "rests", "winners", "clause", "left"),
    [
        # death.win: deaths are seen to before victory.
        ((IN,) * 3, (0, 15, 15), (None, None, 0, None, 0, None), (), "", (KILLED, IN, IN)),
        # series.winner: deaths, then victory by treasure, then elimination.
        ((IN,) * 2, (9, 15), (None, None, 0, 0), (0,), "goal.treasures", (IN, IN)),
        # goal.last
        ((IN, KILLED, IN), (2, 0, 0), NOWHERE * 3, (0,), "goal.last", (IN, KILLED, KILLED)),
        # series.tie: between those who were still in, when they die at once.
        ((IN, KILLED, IN), (0, 0, 0), NOWHERE * 3, (0, 2), "series.tie", (KILLED,) * 3),
    ],
)
def test_deaths_then_victory_then_elimination(outs, lives, rests, winners, clause, left):
    verdict = judge(outs, lives, rests)
    assert (verdict.winners, verdict.clause, verdict.outs) == (winners, clause, left)


def test_both_treasures_on_homes_of_the_living_put_their_owner_out():
    """goal.robbed: one home or two, however many lives there are."""
    rests = (1, 2, *NOWHERE, *NOWHERE)
    assert robbed((IN,) * 3, rests) == (0,)
    assert judge((IN,) * 3, (15, 15, 15), rests).outs == (ROBBED, IN, IN)


def test_a_treasure_on_a_dead_wizards_home_is_lost_to_nobody():
    """death.home: the home of somebody who is out is a home no more."""
    assert robbed((IN, IN, KILLED), (1, 2, *NOWHERE, *NOWHERE)) == ()


def test_treasures_of_others_count_on_homes_of_the_living():
    """goal.treasures, death.home: not one's own, nor on the home of somebody who is out."""
    rests = (1, 1, 1, None, 1, 2)
    assert at_home((IN,) * 3, rests, (1,)) == 3
    assert at_home((IN,) * 3, rests, (1, 2)) == 2
    assert at_home((IN, KILLED, IN), rests, (1,)) == 0


def test_two_may_be_robbed_at_once_and_the_last_one_wins():
    """goal.robbed, goal.last: each has a treasure on the home of the other."""
    rests = (1, 2, 0, 3, *NOWHERE, *NOWHERE)
    verdict = judge((IN,) * 4, (15,) * 4, rests)
    assert (verdict.outs, verdict.winners) == ((ROBBED, ROBBED, IN, IN), ())
    verdict = judge((IN, IN, IN, KILLED), (15, 15, 15, 0), (1, 2, *NOWHERE * 3))
    assert (verdict.outs, verdict.winners) == ((ROBBED, IN, IN, KILLED), ())
    verdict = judge((IN, IN, KILLED), (15, 15, 0), (1, 1, *NOWHERE * 2))
    assert (verdict.winners, verdict.clause) == ((1,), "goal.treasures")


def test_a_draw_brings_nobody_a_point():
    """series.tie"""
    verdict = judge((IN, IN), (0, 0), NOWHERE * 2)
    assert [each.points for each in score(verdict.outs, (0, 0), verdict)] == [0, 0]


def test_who_is_still_in_and_who_was_robbed_is_told_with_the_lives():
    """goal.game, goal.robbed"""
    verdict = Verdict((IN, ROBBED))
    told = [each.lines[0] for each in score(verdict.outs, (4, 9), verdict)]
    assert [(line.code, line.params, line.points) for line in told] == [
        ("still_in", {"n": 4}, 0),
        ("was_robbed", {"n": 9}, 0),
    ]


def test_the_winner_has_the_one_point_and_everybody_a_reason():
    """series.winner."""
    verdict = judge((IN, KILLED), (2, 0), NOWHERE * 2)
    points = score(verdict.outs, (2, 0), verdict)
    assert [each.points for each in points] == [1, 0]
    assert [(each.lines[0].clause, each.lines[0].points) for each in points] == [
        ("goal.last", 1),
        ("death.out", 0),
    ]


# --- Teams --------------------------------------------------------------------------------------------------


def test_team_mates_sit_opposite_each_other():
    """teams.four: 1 and 3, 2 and 4. teams.six: 1 and 4, 2 and 5, 3 and 6."""
    assert teams_of(4) == (0, 1, 0, 1)
    assert teams_of(6) == (0, 1, 2, 0, 1, 2)
    assert [n for n in range(2, 7) if may_team_up(n)] == [4, 6]


ALIVE, LIVES, NOBODY_MOVED = (IN,) * 4, (15,) * 4, (None,) * 8


def rests_of(**homes):
    """Where treasures rest: `a2=0` is the first treasure of seat 2 on the home of seat 0."""
    rests = list(NOBODY_MOVED)
    for word, home in homes.items():
        rests["ab".index(word[0]) + 2 * int(word[1])] = home
    return rests


def test_three_foreign_treasures_in_homes_of_the_team_win():
    """teams.win: in any combination; two with one wizard aren't enough; those of the team don't count."""
    teams = teams_of(4)
    assert judge(ALIVE, LIVES, rests_of(a1=0, a3=0), teams).winners == ()
    assert judge(ALIVE, LIVES, rests_of(a1=0, a3=0, a2=0), teams).winners == ()
    won = judge(ALIVE, LIVES, rests_of(a1=0, a3=0, b1=2), teams)
    assert (won.winners, won.clause) == ((0, 2), "teams.win")
    assert judge(ALIVE, LIVES, rests_of(a1=0, a3=0)).clause == "goal.treasures"


def test_the_home_of_a_dead_team_mate_is_no_home():
    """teams.win: homes count of the living alone; whoever died wins with the team."""
    teams, outs = teams_of(4), (IN, IN, KILLED, IN)
    assert judge(outs, LIVES, rests_of(a1=0, a3=0, b1=2), teams).winners == ()
    assert judge(outs, LIVES, rests_of(a1=0, a3=0, b3=0), teams).winners == (0, 2)


def test_a_team_without_living_opponents_wins():
    """teams.win: by killing all its opponents."""
    teams = teams_of(4)
    assert judge(ALIVE, (15, 0, 15, 3), NOBODY_MOVED, teams).winners == ()
    won = judge((IN, KILLED, KILLED, IN), (15, 0, 0, 0), NOBODY_MOVED, teams)
    assert (won.winners, won.clause) == ((0, 2), "teams.win")
    tie = judge((IN, KILLED, IN, IN), (0, 0, 0, 0), NOBODY_MOVED, teams)
    assert (tie.winners, tie.clause) == ((0, 1, 2, 3), "series.tie")


def test_a_team_mates_home_is_none_of_the_others():
    """teams.out: out as usual, but the home of your own team isn't one of the others'."""
    rests = rests_of(a0=1, b0=2)
    assert robbed(ALIVE, rests) == (0,)
    assert robbed(ALIVE, rests, teams_of(4)) == ()
    assert robbed(ALIVE, rests_of(a0=1, b0=3), teams_of(4)) == (0,)


def test_each_of_a_team_that_won_has_the_point():
    """teams.win: a team mate who died wins with the team."""
    verdict = judge((IN, KILLED, KILLED, IN), (15, 0, 0, 0), NOBODY_MOVED, teams_of(4))
    scores = score(verdict.outs, (15, 0, 0, 0), verdict)
    assert [each.points for each in scores] == [1, 0, 1, 0]
    assert [each.lines[0].code for each in scores] == [
        "won_in_team",
        "was_killed",
        "won_in_team",
        "was_killed",
    ]
