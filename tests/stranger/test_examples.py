"""The games of examples/: small, sound, played, and each with a page that says what to look at."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from rulebook.content import checking, reading
from simulator.bulk import play
from simulator.engine.game import Move
from simulator.game import engine_of, played_games

HOME = Path(settings.BASE_DIR) / "examples"
IDS = sorted(path.parent.name for path in HOME.glob("*/README.md"))
MOST_LINES, MOST_BYTES, LONGEST = 300, 45_000, 200


def files_of(game: str, ending: str) -> list[Path]:
    return [path for path in sorted((HOME / game).rglob(f"*.{ending}")) if path.is_file()]


def test_all_are_installed() -> None:
    assert sorted(game for game in reading.game_ids() if game in IDS) == IDS
    assert len(IDS) == 3


@pytest.mark.parametrize("game", IDS)
def test_an_example_is_small(game: str) -> None:
    """300 lines of Python as ruff formats them, 45 KB of content with its cases, 200 characters a line."""
    code, content = files_of(game, "py"), files_of(game, "toml")
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in code) <= MOST_LINES
    assert sum(path.stat().st_size for path in content) <= MOST_BYTES
    for path in (*code, *content):
        longest = max(map(len, path.read_text(encoding="utf-8").splitlines()), default=0)
        assert longest <= LONGEST, path


@pytest.mark.parametrize("game", IDS)
def test_it_is_nothing_but_code_content_and_sentences(game: str) -> None:
    """No template, style, drawing or script: all of that has a default."""
    written = (path for path in (HOME / game).rglob("*") if path.parent.name != "__pycache__")
    assert {path.suffix for path in written if path.is_file()} == {".py", ".toml", ".md"}


@pytest.mark.parametrize("game", IDS)
def test_its_files_are_free_of_faults(game: str) -> None:
    """What `manage.py rules check` says of it: nothing."""
    assert checking.faults_of(reading.read(game)) == ()


@pytest.mark.django_db
@pytest.mark.parametrize("prefix", ["", "/en"])
@pytest.mark.parametrize("game", ["fireflies", "tales"])  # test_pages opens all pages of the third
def test_its_doors_open(client: Client, game: str, prefix: str) -> None:
    for door in ("rules", "score", "print", *(["play"] if game in played_games() else [])):
        answer = client.get(f"{prefix}/{door}/{game}")
        assert answer.status_code == 200, door
        assert reading.load(game).title.in_(prefix[1:] or "ru") in answer.content.decode()


def test_a_bot_that_stops_in_time_beats_those_that_move_at_random() -> None:
    """By luck alone one of four wins 32 of 80 games or more once in four hundred times."""
    bots = ("careful", "random", "random", "random")
    ends = [play.play("fireflies", {"players": 4}, bots, seed) for seed in range(80)]
    assert sum(0 in end.winners for end in ends) >= 32


def test_a_turn_asks_one_frame_after_another() -> None:
    """docs/new-game-reference.md: `roll` lays Keep on Decide, the answer takes it off."""
    engine = engine_of("fireflies")
    state = engine.new_game({"players": 2, "script": [5, 4, 0, 0, 0]}, 1).state
    asked = []
    for verb, *args in (("roll",), ("keep", 6), ("keep", 5), ("stop",)):
        asked.append([type(frame).__name__ for frame in state.agenda])
        state = engine.apply(state, 0, Move(verb, tuple(args))).state
    assert asked == [["Begin"], ["Decide", "Keep"], ["Decide"], ["Decide"]]
    assert state.agenda[-1] == type(state.agenda[-1])(1)


def test_a_hint_compares_every_legal_move_of_dice() -> None:
    """Nothing is hidden but the luck to come: the default `world` and `hint` do."""
    engine = engine_of("fireflies")
    state = engine.new_game({"players": 2, "script": [5, 5, 4, 0, 0]}, 1).state
    state = engine.apply(state, 0, Move("roll")).state
    found = engine.hint(engine.view(state, 0), 1, 40)
    assert {estimate.move for estimate in found.estimates} == set(engine.legal_moves(state, 0))
    assert len(found.estimates) == 2


COMMANDS = [
    (game, command)
    for game in IDS
    for command in re.findall(
        rf"^GRIMOIRE_GAMES=examples\.{game} \.venv/bin/python (.*)$",
        (HOME / game / "README.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
]


@pytest.mark.thorough  # every day the tests above say the same of its files, cases and bot
@pytest.mark.parametrize(("game", "command"), COMMANDS)
def test_a_command_of_its_page_works(game: str, command: str) -> None:
    own = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, *command.split()],
        cwd=settings.BASE_DIR,
        env=own | {"GRIMOIRE_GAMES": f"examples.{game}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
