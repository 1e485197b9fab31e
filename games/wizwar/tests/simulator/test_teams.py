"""Teams and variants of «Маго-бой»: what a mate knows, how the quick player plays, what the table says."""

import itertools

import pytest
from django.test import Client

from games.wizwar.scoring import points
from games.wizwar.simulator.engine import bots, guarding
from games.wizwar.simulator.engine.board import home
from games.wizwar.simulator.engine.evaluating import standing
from games.wizwar.simulator.engine.places import SEAT_OF, square_text
from games.wizwar.simulator.table import boxes, deal, maze
from games.wizwar.simulator.table.faces import Drawer
from games.wizwar.tests.simulator.test_pages import begin, page_of, plain
from rulebook.content import reading
from scoring.models import Sheet
from simulator.bulk import play
from simulator.engine.chance import substream
from simulator.engine.game import Move
from simulator.engine.record import steps_of
from simulator.engine.refusal import BadConfig, BadPosition
from simulator.game import engine_of
from tests.daily import daily
from tests.simulator.test_pages_table import lay, send

GAME, CONTENT = engine_of("wizwar"), reading.whole("wizwar")
SEED = 7
NAMES = ["А", "Б", "В", "Г"]
TEAMS = {"players": NAMES, "options": {"teams": "on"}}


def games(players, n, **options):
    config = {"players": players, "options": {**GAME.bulk_options, "teams": "on", **options}}
    return [
        play.play("wizwar", config, ("greedy",) * players, substream(SEED, number)) for number in range(n)
    ]


@pytest.mark.parametrize(
    ("players", "teams"), [(4, [{0, 2}, {1, 3}]), (6, [{0, 3}, {1, 4}, {2, 5}])], ids=["four", "six"]
)
def test_team_mates_sit_opposite_each_other(players, teams):
    """teams.four: the first and third; teams.six: the first and fourth, second and fifth, third and sixth."""
    assert all({*points.mates(points.teams_of(players), seat)} in teams for seat in range(players))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_teams_take_four_players_or_six(players):
    """teams.four: four or six players may play in teams; a game, a state and a short form agree."""
    config = {"players": players, "options": {"teams": "on"}}
    with pytest.raises(BadConfig) as refused:
        GAME.new_game(config, 1)
    encoded = GAME.encode(GAME.new_game({"players": players}, 1).state)
    encoded["options"] = {**encoded["options"], "teams": "on"}
    with pytest.raises(BadPosition) as state:
        GAME.decode(encoded)
    with pytest.raises(BadPosition) as short:
        GAME.decode({"players": players, "options": {"teams": "on"}})
    for error in (refused, state, short):
        assert [(refusal.code, refusal.params) for refusal in error.value.refusals] == [
            ("teams_players", {"n": players})
        ]


def test_what_is_new_stands_in_a_state_only_where_it_is_chosen():
    """The wire: a game without teams is encoded as before there were any."""
    plain_state = GAME.encode(GAME.new_game({"players": 4}, 1).state)
    assert not {"teams", "own_doors", "relocate"} & plain_state["options"].keys()
    chosen = GAME.new_game({"players": 4, "options": {"teams": "on", "own_doors": "on"}}, 1).state
    assert GAME.encode(chosen)["options"].items() >= {"teams": "on", "own_doors": "on"}.items()
    assert GAME.decode(GAME.encode(chosen)) == chosen
    assert GAME.decode(GAME.short(chosen, NAMES)).options == chosen.options


def test_a_card_shown_is_in_the_hand_of_every_world_that_the_mate_imagines():
    """teams.show: what is shown is seen by the team mate alone."""
    state = GAME.decode({**TEAMS, "hands": {"А": "fireball absorb", "Б": 3}, "at": {"В": "1c4", "Б": "1c3"}})
    shown = GAME.apply(state, 0, Move("reveal", ("fireball", "w3")))
    assert all("fireball" in GAME.resample(shown.state, 2, seed).wizards[0].hand for seed in range(20))
    rival = [GAME.resample(shown.state, 1, seed).wizards[0].hand for seed in range(20)]
    assert not all("fireball" in hand for hand in rival)
    told = [event for event in shown.events if "fireball" in event.params.values()]
    assert [event.audience for event in told] == [(0, 2)]


# How quick players share the work


def goal(position, seat, goals=bots.goals):
    """The squares that a seat goes for, as texts."""
    return {square_text(square) for square in goals(GAME.decode({**TEAMS, **position}), seat)}


TOGETHER = {
    "at": {"А": "2c2", "В": "2c2"},
    "treasures": {"T2a": "2c2", "T2b": "2c4", "T4a": "4c1", "T4b": "4c5"},
}


def test_mates_go_for_different_treasures():
    """teams.talk: plans may be talked over; alone both would go for the nearest."""
    alone = {**TOGETHER, "options": {}}
    assert goal(alone, 0) == goal(alone, 2) == {"2c2"}
    assert {*goal(TOGETHER, 0), *goal(TOGETHER, 2)} == {"2c2", "2c4"}


def test_whose_mate_carries_one_already_goes_for_the_nearest_that_is_left():
    """treasure.one: the mate can take no other one."""
    carried = {**TOGETHER, "treasures": {**TOGETHER["treasures"], "T2b": "В"}}
    assert goal(carried, 0) == {"2c2"}


@pytest.mark.parametrize(("at", "to"), [("3c2", "3c3"), ("1c2", "1c3")])
def test_a_treasure_is_carried_to_the_nearest_home_of_the_team(at, to):
    """teams.win: in any combination of its wizards' homes."""
    carrier = {"at": {"А": at}, "treasures": {"T2a": "А"}}
    assert goal(carrier, 0) == goal(carrier, 0, guarding.goals) == {to}


@pytest.mark.parametrize("goals", [bots.goals, guarding.goals])
def test_a_stolen_treasure_is_fetched_once_the_rivals_have_all_that_they_need(goals):
    """teams.win: with two at home and the third under way; until then it takes as long as it costs them."""
    there = {
        "at": {"А": "2c2"},
        "treasures": {"T1a": "2c3", "T3a": "4c3", "T2a": "2e5", "T2b": "2e5"},
    }
    assert goal(there, 0, goals) == {"2e5"}
    lying = {**there["treasures"], "T3b": "1b2"}
    assert goal({**there, "treasures": lying}, 0, goals) == {"2e5"}
    assert goal({**there, "treasures": {**lying, "T3b": "Г"}}, 0, goals) == {"2c3"}


def test_where_no_treasure_lies_about_the_carriers_are_followed():
    """fight.life: whoever falls drops what they carry."""
    gone = {"T2a": "1c3", "T4a": "3c3", "T2b": "Г", "T4b": "Б"}
    there = {"at": {"А": "1c4", "Б": "4c4", "Г": "1c5"}}
    assert goal({**there, "treasures": gone}, 0) == {"1c5"}


def test_the_guarding_bot_leaves_a_fetched_treasure_on_the_way_once_nobody_is_about_to_win():
    """object.drop: what lies outside of homes counts for nobody."""
    position = {**TEAMS, "at": {"А": "2c4"}, "turn": "А", "treasures": {"T3a": "А", "T1a": "2c3", "T1b": "Б"}}
    state = GAME.decode(position)
    assert str(bots.policy(state, GAME.legal_moves(state, 0), lambda: 0.5, guarding.GUARDING)) == "drop T3a"
    kept = GAME.decode({**position, "treasures": {**position["treasures"], "T3b": "4c3"}})
    assert str(bots.policy(kept, GAME.legal_moves(kept, 0), lambda: 0.5, guarding.GUARDING)) != "drop T3a"


@pytest.mark.thorough  # every day the games below: all of those few are won
@pytest.mark.parametrize(
    ("players", "sets"), [(4, "base"), (4, "artifacts,monsters"), (6, "artifacts,monsters")]
)
def test_at_least_95_games_of_100_between_teams_end_by_a_win(players, sets):
    """series.limit: a draw after the twenty rounds of bulk play is for the few that go on."""
    drawn = sum(game.limited for game in games(players, 200, sets=sets))
    print(f"{players} in teams, {sets}, 200 games, seed {SEED}: {drawn} drawn by the limit")
    assert drawn <= 10


@pytest.mark.parametrize("players", daily([4, 6], [4]))
def test_the_quick_player_attacks_rivals_and_wins_with_its_team(players):
    """teams.attack, teams.win: no attack on a mate; a win is that of a whole team."""
    teams, won = points.teams_of(players), 0
    for game in games(players, 4):
        won += not game.limited
        assert game.limited or game.winners == points.mates(teams, game.winners[0])
        assert [score > 0 for score in game.scores] == [
            not game.limited and seat in game.winners for seat in range(players)
        ]
        for step in steps_of(GAME, game.record):
            for event in step.events:
                if event.kind in ("attacked", "attacked_n", "kicked"):
                    assert SEAT_OF[event.params["target"]] not in points.mates(teams, event.params["seat"])
    assert won == 4


def test_the_quick_player_leaves_what_lies_at_a_mates_home():
    """teams.win: treasures at any home of the team count already, and its own count for nobody."""
    taken = 0
    for game in games(4, 3):
        steps = list(steps_of(GAME, game.record))
        for before, after in itertools.pairwise(steps):
            for event in after.events:
                if event.kind == "took_treasure":
                    seat, taken = event.params["seat"], taken + 1
                    mate = next(each for each in points.mates(points.teams_of(4), seat) if each != seat)
                    wizards = before.state.wizards
                    assert wizards[mate].out or wizards[seat].at != home(mate)
    assert taken


def test_a_hint_values_what_the_team_has():
    """teams.win: three at any of the team's homes, so a mate's treasure is as good as one's own."""
    bare = GAME.decode(TEAMS)
    kept = GAME.decode({**TEAMS, "treasures": {"T2a": "3c3"}})
    lost = GAME.decode({**TEAMS, "treasures": {"T3a": "2c3"}})
    assert standing(kept, 0) > standing(bare, 0) > standing(lost, 0)
    over = GAME.decode(
        {**TEAMS, "treasures": {"T2a": "3c3", "T2b": "3c3", "T4a": "1c3"}, "winners": ["А", "В"]}
    )
    assert standing(over, 2) > 0 > standing(over, 1)


def test_a_position_dealt_at_random_has_no_card_that_was_taken_out():
    """variants.relocate: with two players the card isn't in the deck."""
    position = {"players": ["А", "Б"], "options": {"relocate": "removed"}, "hands": {"А": 5}}
    state = GAME.decode(deal.deal_unknown(position, 3))
    assert "relocate_sector" not in state.deck
    assert "relocate_sector" in GAME.decode(deal.deal_unknown({**position, "options": {}}, 3)).deck


# The table


@pytest.mark.django_db
def test_the_table_shows_each_team_by_its_sign_and_in_words(client: Client):
    """teams.four: who plays with whom is told with a sign and a word beside the colour."""
    page = plain(
        page_of(client, begin(client, "here", "greedy", "greedy", "greedy", **{"option-teams": "on"}))
    )
    assert page.count("Команда ▲</span>") == page.count("Команда ●</span>") >= 2
    alone = plain(page_of(client, begin(client, "here", "here", "here", "here")))
    assert "Команда" not in alone


def drawn(options, **keys):
    """The maze of a position with a troll of А's, drawn for all."""
    position = {**TEAMS, "options": options, "monsters": "m1 troll@1d2 w1", **keys}
    view = GAME.view(GAME.decode(position), None)
    return maze.draw(CONTENT, "ru", NAMES, view.board, boxes.pieces(Drawer(CONTENT, "ru", NAMES), view))


def test_pieces_and_homes_carry_the_sign_of_their_team():
    """teams.four: a sign and words, never the colour alone; nothing of it where everybody plays alone."""
    found = drawn({"teams": "on", "sets": "monsters"})
    homes, wizards, monsters = (4, 4, 1)
    assert found.ground.count('class="mz-team') == homes
    assert found.things.count('class="mz-team') == wizards + monsters
    assert [found.things.count(f">{sign}</text>") for sign in "▲●■"] == [2 + monsters, 2, 0]
    told = {spot.text: plain(" ".join(spot.held)) for spot in found.spots}
    assert told["1c3"] == "Дом: А, команда ▲ Маг: А, команда ▲"
    assert "команда ●" in told["2c3"]
    assert "команда ▲" in told["1d2"]
    alone = drawn({"sets": "monsters"})
    assert "mz-team" not in alone.ground + alone.things
    assert not any("команда" in spot.label for spot in alone.spots)


@pytest.mark.django_db
def test_the_end_names_the_team_that_has_won(client: Client):
    """teams.win: the team wins, and nobody shares a victory."""
    match = begin(client, "here", "greedy", "greedy", "greedy")
    position = {**TEAMS, "treasures": {"T2a": "3c3", "T4b": "3c3", "T4a": "А"}}
    lay(match, GAME.decode(position))
    send(client, match, 0, "drop T4a")
    page = plain(page_of(client, match))
    assert "Побеждает команда ▲:" in page
    assert "Победу делят" not in page


@pytest.mark.django_db
def test_a_finished_team_game_goes_into_a_life_sheet_that_tells_who_won(client: Client):
    """score.record, teams.win: lives and treasures as they stand, judged by the rules of teams."""
    match = begin(client, "here", "greedy", "greedy", "greedy")
    position = {**TEAMS, "life": {"Б": 4}, "treasures": {"T2a": "3c3", "T4b": "3c3", "T4a": "А"}}
    lay(match, GAME.decode(position))
    send(client, match, 0, "drop T4a")
    answer = client.post(f"{match.get_absolute_url()}/pour")
    assert answer.status_code == 302
    sheet = Sheet.objects.get()
    tally = sheet.fold()
    assert (sheet.finished, tally.winners, tally.team_won) == (True, (0, 2), True)
    assert tally.totals == (15, 4, 15, 15)
    assert all(line.clause for score in tally.scores for line in score.lines)
    assert "Побеждает команда 1" in plain(client.get(answer.url).content.decode())
