"""Golden games: what whole games of each version of the rules led to, ply by ply, in readable files."""

import io
import itertools
import json

import pytest
from django.core.management import call_command

from rulebook import finder
from simulator.cases import golden
from simulator.engine.record import steps_of
from simulator.game import engine_of, played_games
from simulator.management.commands import golden as command
from tests.daily import daily

FILES = [path for folder in finder.folders("golden") for path in sorted(folder.glob("*.json"))]


@pytest.mark.parametrize("path", daily(FILES, FILES[::2]), ids=lambda path: path.stem)
def test_a_golden_game_goes_as_it_was_written_down(path):
    written = golden.read(path)
    record = golden.record_of(written)
    game = engine_of(record.game)
    played = json.loads(json.dumps(golden.describe(game, record)))
    for ply, (there, now) in enumerate(zip(written["plies"], played["plies"], strict=True)):
        assert now == there, f"ply {ply}"
    assert played["result"] == written["result"]


@pytest.mark.parametrize("path", daily(FILES, FILES[1::2]), ids=lambda path: path.stem)
def test_a_golden_file_has_a_line_for_each_ply_and_says_what_happened(path):
    text = path.read_text(encoding="utf-8")
    written = json.loads(text)
    assert golden.to_text(written) == text
    assert len(text.splitlines()) == len(written["plies"]) + 6
    record = golden.record_of(written)
    game = engine_of(record.game)
    states = [step.state for step in steps_of(game, record)]
    for ply, ((seat, _, happened, *_), (following, *_)) in enumerate(itertools.pairwise(written["plies"])):
        sealed = ply and len(game.to_act(states[ply - 1])) > 1  # nobody hears of it until all have chosen
        assert happened or seat == following or sealed, "an unfinished or a sealed move alone may be silent"
    assert written["plies"][-1][2]


@pytest.mark.parametrize("game_id", played_games())
def test_every_configuration_has_a_golden_game(game_id):
    game = engine_of(game_id)
    names = {path.stem for path in FILES if game_id in path.parts}
    for config in game.configs:
        assert any(name.startswith(f"rules-{game.rules}-{config}-") for name in names), config


def test_the_command_keeps_what_is_there_and_writes_the_same_game_again(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "folder_of", lambda game_id, box="": tmp_path / game_id)
    out = io.StringIO()
    call_command("golden", "poison", stdout=out)
    written = {path.name: path.read_bytes() for path in tmp_path.glob("*/*.json")}
    assert written == {path.name: path.read_bytes() for path in FILES if path.parents[2].name == "poison"}
    call_command("golden", "poison", stdout=out)
    assert out.getvalue().count("kept") == len(written)
