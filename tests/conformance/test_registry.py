"""Every engine is registered, and every registered game has all that belongs to one."""

import json

import pytest

from rulebook import finder
from rulebook.content import reading
from rulebook.content.reading import game_ids
from scoring import sheets
from simulator.game import engine_of, get, played_games, table_of
from tests.conformance.tables import names_a_seat


def test_the_registry_names_exactly_the_folders_of_engines():
    """A game that is played elsewhere, such as Alchemists, has no folder `engine`."""
    rooms = finder.rooms("simulator").values()
    written = {room.game for room in rooms if any(room.path.glob("engine*"))}
    assert set(played_games()) == written


@pytest.mark.parametrize("game_id", played_games())
def test_a_registered_game_has_content_a_sheet_configurations_and_bots(game_id):
    game, rules = engine_of(game_id), reading.load(game_id)
    assert game.id == rules.id == game_id
    assert sheets.get(game_id).game == game_id
    assert game.bots
    played = {seats for config in game.configs.values() for seats in config.seats}
    assert played == set(game.seats)
    house = [set(config.options) - set(game.bulk_options) for config in game.configs.values()]
    assert set() in house, "the rules without house rules"


@pytest.mark.parametrize("game_id", played_games())
def test_every_choice_of_every_option_is_played_in_some_configuration(game_id):
    """Seats are alike, and what only ends a game is for bulk play: one choice of those is enough."""
    rules, game = reading.load(game_id), engine_of(game_id)
    configs = game.configs.values()
    for option in rules.options:
        if names_a_seat(option) or option.id in game.bulk_options:
            continue
        played = {config.options.get(option.id, option.default) for config in configs}
        assert {choice.value for choice in option.choices} <= played, option.id


@pytest.mark.parametrize("game_id", played_games())
def test_a_registered_game_has_golden_games_of_its_rules(game_id):
    """A game from outside may do without; where it has some, they are of its rules like those of ours."""
    room = finder.rooms("simulator")[game_id]
    files = sorted([*room.path.glob("golden/*.json"), *room.path.glob("boxes/*/golden/*.json")])
    if not files and not finder.is_ours(room):
        return
    versions = [json.loads(path.read_text(encoding="utf-8"))["record"]["rules"] for path in files]
    assert versions.count(engine_of(game_id).rules) >= len(engine_of(game_id).configs)


def test_a_game_stands_in_every_registry() -> None:
    """docs/new-game.md: rules, sheet, reference and figures of every game; what has an engine has a table."""
    assert [sheets.get(game_id).game for game_id in game_ids()] == game_ids()
    for game_id in played_games():
        assert table_of(game_id).DEFAULT_BOT in engine_of(game_id).bots
        assert None not in get(game_id).promises, game_id
