"""What the page of the setup says lies on the board and everybody gets, the engine lays and gives."""

import pytest

from rulebook import setup
from rulebook.content.reading import load
from simulator.bulk import play
from simulator.engine.chance import substream
from simulator.game import engine_of

WIZWAR = load("wizwar")
GAME = engine_of("wizwar")


@pytest.mark.parametrize("players", range(WIZWAR.players[0], WIZWAR.players[1] + 1))
def test_the_figures_are_those_of_a_new_game(players: int) -> None:
    shown = {count.clause: count.numbers[0] for count in setup.of(WIZWAR, players, "ru").counts}
    state = GAME.new_game({"players": players}, 1).state
    assert len(state.board.sectors) == shown["setup.sectors"]
    assert len(state.chests) == shown["setup.treasures"]
    assert {len(hand) for hand in state.hands} == {shown["setup.deal"]}
    assert {wizard.life for wizard in state.wizards} == {shown["setup.life"]}


@pytest.mark.parametrize("players", range(WIZWAR.players[0], WIZWAR.players[1] + 1))
def test_the_board_is_drawn_with_a_home_for_each(players: int) -> None:
    """setup.sectors: the first player has place 1, the second place 2."""
    drawn = setup.of(WIZWAR, players, "ru").drawing
    numbered = [n for n in range(1, 10) if f">{n}</text>" in drawn]
    assert numbered == list(range(1, players + 1))


@pytest.mark.parametrize("players", [int(players) for players in WIZWAR.constants["even_sectors"]])
def test_the_even_layout_lies_as_the_content_says(players: int) -> None:
    """setup.sectors: the layout «поровну» names a sector for each place and how it is turned."""
    state = GAME.new_game({"players": players, "options": {"sectors": "even"}}, 1).state
    laid = [[sector, quarters] for sector, quarters in state.board.sectors]
    assert laid == WIZWAR.constants["even_sectors"][str(players)]
    assert len({sector for sector, _ in laid}) == players


@pytest.mark.parametrize("layout", ["recommended", "even"])
def test_the_games_of_a_measurement_were_all_won_by_somebody(layout: str) -> None:
    measured = WIZWAR.constants["seat_wins"]
    for players, wins in measured[layout].items():
        assert len(wins) == int(players)
        assert sum(wins) == pytest.approx(measured["games"][players], abs=0.1)


def test_on_the_even_layout_no_place_is_far_from_the_others() -> None:
    """Each place wins its share of the games by 28 % more or less, of four 18 to 32 %."""
    measured = WIZWAR.constants["seat_wins"]
    assert measured["even"].keys() == WIZWAR.constants["even_sectors"].keys()
    for players, wins in measured["even"].items():
        fair = measured["games"][players] / int(players)
        assert all(0.72 * fair <= won <= 1.28 * fair for won in wins)


MEASURED = [
    (layout, players)
    for layout in ("recommended", "even")
    for players in WIZWAR.constants["seat_wins"][layout]
]


@pytest.mark.thorough  # every day the test above reads the figures that this one measures
@pytest.mark.parametrize(("layout", "players"), MEASURED)
def test_the_figures_of_the_places_are_what_games_come_to(layout: str, players: str) -> None:
    measured = WIZWAR.constants["seat_wins"]
    games, wins = measured["games"][players], [0.0] * int(players)
    options = {**GAME.bulk_options, "sectors": layout}
    for number in range(games):
        seed = substream(measured["seed"], number)
        config = {"players": int(players), "options": options}
        winners = play.play("wizwar", config, ["guarding"] * int(players), seed).winners
        for seat in winners:
            wins[seat] += 1 / len(winners)
    print(
        f"{layout}, {players} players, {games} games, seed {measured['seed']}:",
        [round(won, 2) for won in wins],
    )
    assert wins == pytest.approx(measured[layout][players], abs=0.01)
