"""Teams and variants of «Маго-бой»: what a mate knows, how the quick player plays, what the table says."""

import itertools

import pytest
from django.test import Client

from rulebook.content import reading
from scoring.games.wizwar import points
from scoring.models import Sheet
from simulator import engines
from simulator.bulk import play
from simulator.engine.chance import substream
from simulator.engine.game import Move
from simulator.engine.record import replay
from simulator.engine.refusal import BadConfig, BadPosition
from simulator.games.wizwar.engine.board import home
from simulator.games.wizwar.engine.bots import standing
from simulator.games.wizwar.engine.places import SEAT_OF
from simulator.games.wizwar.table import boxes, deal, maze
from simulator.games.wizwar.table.faces import Drawer
from tests.simulator.games.wizwar.test_pages import begin, page_of, plain
from tests.simulator.test_pages_table import send

GAME, CONTENT = engines.get("wizwar"), reading.whole("wizwar")
SEED = 7
NAMES = ["А", "Б", "В", "Г"]
TEAMS = {"players": NAMES, "options": {"teams": "on"}}


def games(players, n):
    config = {"players": players, "options": {**GAME.bulk_options, "teams": "on"}}
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


@pytest.mark.parametrize("players", [4, 6])
def test_the_quick_player_attacks_rivals_and_wins_with_its_team(players):
    """teams.attack, teams.win: no attack on a mate; a win is that of a whole team."""
    teams, won = points.teams_of(players), 0
    for game in games(players, 4):
        won += not game.limited
        assert game.limited or game.winners == points.mates(teams, game.winners[0])
        assert [score > 0 for score in game.scores] == [
            not game.limited and seat in game.winners for seat in range(players)
        ]
        for step in replay(GAME, game.record):
            for event in step.events:
                if event.kind in ("attacked", "attacked_n", "kicked"):
                    assert SEAT_OF[event.params["target"]] not in points.mates(teams, event.params["seat"])
    assert won >= 2


def test_the_quick_player_leaves_what_lies_at_a_mates_home():
    """teams.win: treasures at any home of the team count already, and its own count for nobody."""
    taken = 0
    for game in games(4, 3):
        steps = list(replay(GAME, game.record))
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
    match.start = GAME.encode(GAME.decode(position))
    match.save(update_fields=["start"])
    send(client, match, 0, "drop T4a")
    page = plain(page_of(client, match))
    assert "Побеждает команда ▲:" in page
    assert "Победу делят" not in page


@pytest.mark.django_db
def test_a_finished_team_game_goes_into_a_life_sheet_that_tells_who_won(client: Client):
    """score.record, teams.win: lives and treasures as they stand, judged by the rules of teams."""
    match = begin(client, "here", "greedy", "greedy", "greedy")
    position = {**TEAMS, "life": {"Б": 4}, "treasures": {"T2a": "3c3", "T4b": "3c3", "T4a": "А"}}
    match.start = GAME.encode(GAME.decode(position))
    match.save(update_fields=["start"])
    send(client, match, 0, "drop T4a")
    answer = client.post(f"{match.get_absolute_url()}/pour")
    assert answer.status_code == 302
    sheet = Sheet.objects.get()
    tally = sheet.fold()
    assert (sheet.finished, tally.winners, tally.team_won) == (True, (0, 2), True)
    assert tally.totals == (15, 4, 15, 15)
    assert all(line.clause for score in tally.scores for line in score.lines)
    assert "Побеждает команда 1" in plain(client.get(answer.url).content.decode())
