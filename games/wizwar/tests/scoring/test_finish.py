"""What the end of a game of «Маго-бой» tells; a game may end without points, and without a winner."""

from games.wizwar.scoring.sheet.tracker import TEAMS
from scoring.boards import board_of
from scoring.models import new_sheet
from scoring.results import bg_stats
from tests.scoring.endings import End
from tests.scoring.people import NAMES, opened

WON = ("chest 2a home 1", "chest 3a home 1")


def end(*events: str, seats: int = 3) -> End:
    return End("wizwar", seats, [(f"log.m{n}", text) for n, text in enumerate(events, start=1)])


def test_the_hardest_blow_rests_on_its_entry() -> None:
    fact = end("turn", "hit magical 5 2 by 1", "hit physical 3 3 by 1", *WON).facts["hardest"]
    assert (fact.params, fact.entries, fact.clause) == ({"seat": 1, "n": 5}, (2,), "fight.life")
    assert "hardest" not in end("hit magical 5 2", "hit magical 5 3", *WON).facts


def test_who_lost_and_regained_the_most() -> None:
    facts = end("life 2 -4", "life 3 -3", "life 3 -2", "life 2 +2", *WON).facts
    assert facts["lost_most"].params == {"seat": 2, "n": 5}
    assert facts["gained_most"].params == {"seat": 1, "n": 2}
    assert facts["untouched"].params == {"seat": 0}
    assert "lost_most" not in end("life 2 -4", "life 3 -4", *WON).facts


def test_who_was_out_first_and_in_which_round() -> None:
    facts = end(*["turn"] * 3, "hit physical 20 2 by 1", *["turn"] * 2, "hit physical 20 3 by 1").facts
    assert facts["first_out"].params == {"seat": 1, "n": 2}
    assert "first_out" not in end("hit physical 20 2 by 1", seats=2).facts  # a duel has one who could be


def test_who_attacked_the_most_and_who_brought_the_chests() -> None:
    facts = end("hit physical 1 2 by 1", "hit physical 1 3 by 1", "hit physical 1 1 by 3", *WON).facts
    assert facts["attacks_most"].params == {"seat": 0, "n": 2}
    assert facts["chests_most"].params == {"seat": 0, "n": 2}
    assert facts["chests_most"].entries == (4, 5)


def test_a_narrow_win_is_told_and_a_comfortable_one_is_not() -> None:
    assert end("set 1 2", *WON).facts["close_win"].params == {"seat": 0, "n": 2}
    assert "close_win" not in end(*WON).facts


def test_only_the_winner_has_a_place_and_nobody_has_points() -> None:
    places = end("hit physical 20 2 by 1", *WON[1:], "chest 3b home 1").places
    assert [(place.rank, place.seats, place.won) for place in places][:1] == [(1, (0,), True)]
    assert {place.rank for place in places[1:]} == {0}
    assert all(place.points is None for place in places)
    assert places[0].line.code == "won_treasures"


def test_a_game_that_nobody_won_crowns_nobody() -> None:
    places = end("life 2 -4").places
    assert [place.won for place in places] == [False] * 3
    assert all(place.line is None for place in places)


def test_lives_are_no_lead() -> None:
    facts = end("life 2 -4", "life 3 -3", *WON).facts
    assert not facts.keys() & {"margin", "led_until_round", "lead_changes", "round_most"}


def test_a_game_brought_from_elsewhere_tells_how_it_stands_and_not_how_it_came_to_that() -> None:
    """score.record: who fell first, and in which round, nobody wrote down here."""
    told = end("table 2,9,3r 0,0,h1,0,h1,h2 15 1")
    assert {*told.facts} == {"close_win"}
    course = told.finish.course(told.tally)
    assert course
    assert [step.n for step in course.steps] == [15]


def test_bg_stats_is_told_who_played_together(db: None) -> None:
    """teams.four: 1 and 3 against 2 and 4, and a team wins with both of its wizards."""
    person = opened(new_sheet("wizwar", NAMES, settings=[TEAMS]))
    for n, text in enumerate(("life 2 -15", "life 4 -15")):
        assert person.write(f"log.m{n}", text).status_code == 200
    assert person.finish().status_code == 302
    person.sheet.refresh_from_db()
    players = bg_stats(board_of(person.sheet, "ru"))["players"]
    assert [(each["team"], each["winner"]) for each in players] == [("1", True), ("2", False)] * 2
    assert person.page("bg_stats").replace("\u00a0", " ").count("команда 1") == 2
