"""docs/bots.md, «Characters»: of five each has a fault, which shows three times as often as elsewhere."""

import re

import pytest

from simulator.bulk import characters
from simulator.game import engine_of, get, played_games
from simulator.matches import forms

FIVE = {"careful", "greedy", "hasty", "forgetful", "scholarly"}
# Players and games in which the faults are counted every day; in other games only where time doesn't count.
QUICK = {"poison": (4, 20)}
THOROUGH = (0, 40)  # the fewest players that it has
GAMES = [game_id for game_id in played_games() if get(game_id).characters]
COUNTED = [
    pytest.param(
        game_id, *QUICK.get(game_id, THOROUGH), marks=() if game_id in QUICK else pytest.mark.thorough
    )
    for game_id in GAMES
]


@pytest.mark.parametrize("game_id", GAMES)
def test_five_characters_tell_each_its_own_fault_in_a_line(game_id):
    game = get(game_id)
    assert set(game.characters) == FIVE <= set(engine_of(game_id).bots)
    assert len({character.habit for character in game.characters.values()}) == len(FIVE)
    told = [character.fault.in_(lang) for character in game.characters.values() for lang in ("ru", "en")]
    assert len(set(told)) == 2 * len(FIVE)
    assert all(re.fullmatch(r"[^\n]{20,140}[.!?…]", words) for words in told), told
    assert [bool(re.search("[а-яё]", words)) for words in told] == [True, False] * len(FIVE)
    assert {kind.value for kind in forms.bots(game_id)[: len(FIVE)]} == FIVE


@pytest.mark.parametrize(("game_id", "players", "games"), COUNTED)
def test_the_fault_of_each_shows_three_times_as_often_as_in_any_other(game_id, players, games):
    """Where the game doesn't know the habit, or nobody had an occasion, it never shows."""
    players = players or engine_of(game_id).seats[0]
    config = {"players": players, "options": dict(engine_of(game_id).bulk_options)}
    bots = list(get(game_id).characters)
    tables = characters.mixed(bots, players, 1, games)
    tallies = characters.summed(list(map(characters.run, characters.jobs(game_id, config, tables, bots, 1))))
    shown = characters.faults(game_id, tallies)
    assert [bot for bot, fault in shown.items() if not fault.holds] == [], shown
    assert all(tally.wins for tally in tallies.values()), "none loses always"
