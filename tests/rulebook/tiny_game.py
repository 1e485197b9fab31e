"""A game with nothing but content, as a stranger would write one: a package in a folder of the test."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from tests.plugin import once

ROOT = Path(__file__).resolve().parent.parent.parent

GAME = """
id = "tiny"
title = { ru = "Кроха", en = "Tiny" }
author = { ru = "Никто", en = "Nobody" }
about = { ru = "Две карты и спор о них.", en = "Two cards and a quarrel about them." }
players = [2, 3]
minutes = 5
updated = 2026-07-30

[[chapters]]
id = "play"
ru = "Игра"
en = "Play"

[[kinds]]
id = "red"
name = { ru = "красная", en = "red card" }
plural = { ru = "красные", en = "red cards" }
made_of = { ru = "Картон.", en = "Cardboard." }
"""
RULES = """
[[clause]]
id = "play.card"
chapter = "play"
title = { ru = "Выложите карту", en = "Lay a card" }
ru = "В свой ход выложите {card:w3} или {card:one}."
en = "On your turn lay the {card:w3} or the {card:one}."
source = { kind = "edition", heading = "tiny" }
edition = { ru = "домашняя", en = "homemade" }
decided_by = "table"
"""
CARDS = """
[[card]]
id = "w3"
code = "w3"
kind = "red"
count = 2
name = { ru = "Тройка", en = "Three" }
short = { ru = "тройка", en = "three" }
provenance = "ours"

[[card]]
id = "one"
code = "1-a2"
kind = "red"
count = 1
name = { ru = "Единица", en = "One" }
short = { ru = "единица", en = "one" }
provenance = "ours"
text = { ru = "Бьёт тройку.", en = "Beats the three." }
"""
GLOSSARY = """
[[term]]
id = "quarrel"
name = { ru = "Спор", en = "Quarrel" }
ru = "То, ради чего играют: правило {ref:play.card}."
en = "What the game is played for: rule {ref:play.card}."
"""
RULINGS = """
[[ruling]]
number = 1
title = { ru = "Кто прав?", en = "Who is right?" }
ru = "Тот, у кого тройка."
en = "Whoever has the three."
status = "ours"
clauses = ["play.card"]
cards = ["w3"]
"""
FILES = {
    "game.toml": GAME,
    "rules.toml": RULES,
    "cards.toml": CARDS,
    "glossary.toml": GLOSSARY,
    "rulings.toml": RULINGS,
}

# Whoever takes the last of five stones has lost.
ENGINE = """
from dataclasses import dataclass
from simulator.engine.evolve import evolve
from simulator.engine.game import Move, Step
from simulator.engine.rules import Rules
from simulator.game import Simulator
@dataclass(frozen=True)
class State:
    players: int
    left: int
    turn: int
class Stones(Rules[State, State]):
    def new_game(self, config, seed):
        return Step(State(config["players"], 5, 0), (), frozenset())
    def to_act(self, state):
        return frozenset({state.turn} if state.left else ())
    def candidates(self, state, seat):
        return [Move("take", (n,)) for n in (1, 2)]
    def check(self, state, seat, move):
        return None if move.args[0] <= state.left else self.turn_refusal(state, -1)
    def do(self, state, seat, move):
        left, turn = state.left - move.args[0], (seat + 1) % state.players
        return Step(evolve(state, left=left, turn=turn), (), frozenset())
    def view(self, state: State, seat) -> State:
        return state
class Mine(Simulator):
    engine = Stones()
GAME = Mine()
"""


def write_engine(home: Path, game_id: str, old: str = "", new: str = "") -> None:
    """Gives a package a game to play, with a fault in place of something."""
    assert old in ENGINE
    room = home / game_id / "simulator"
    room.mkdir()
    (room / "game.py").write_text(ENGINE.replace(old, new, 1) if old else ENGINE, encoding="utf-8")


def write(home: Path, game_id: str = "tiny", leave: tuple[str, ...] = ()) -> Path:
    """Writes the package `game_id` into `home` without the files in `leave`; returns its `rulebook`."""
    content = home / game_id / "rulebook" / "content"
    content.mkdir(parents=True)
    for name, text in FILES.items():
        if name not in leave:
            (content / name).write_text(text.replace('id = "tiny"', f'id = "{game_id}"'), encoding="utf-8")
    return content.parent


VISIT = """
import json, sys
import django
from django.apps import apps
from django.conf import settings
django.setup()
settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}  # in one go
from django.core.management import call_command
from django.test.client import Client
from rulebook import finder
from rulebook.management.commands import load_rules
from rulebook.search import indexing, thesaurus
indexing.thesaurus.load = thesaurus.Thesaurus  # without everyday words, which take more than these games
whole = load_rules.build  # only the games from outside are searched: the index of ours takes seconds
guests = {*sys.argv[2:]} - {home.name for home in finder.GAMES.iterdir()}
load_rules.build = lambda path, games, went: whole(path, [game for game in games if game.id in guests])
load_rules.report_of_ours = lambda: ()  # `rules check` says it, and a test of its own
call_command("migrate", run_syncdb=True, verbosity=0)
call_command("load_rules", verbosity=0)
from rulebook import rooms
from simulator.jobs.trial import rehearse_guests
rooms.open_all()
rehearse_guests()
client = Client(HTTP_HOST="localhost", raise_request_exception=False)
pages = {url: client.get(url) for url in json.load(sys.stdin)}
shown = {url: [page.status_code, page.content.decode()] for url, page in pages.items()}
json.dump(shown, open(sys.argv[1], "w"))
"""


class Visited(NamedTuple):
    """`pages`: status and HTML by address; `log`: what was written to stderr."""

    pages: dict[str, tuple[int, str]]
    log: str


def environment(home: Path, *games: str) -> dict[str, str]:
    """That of a process for which these packages of `home` are games."""
    own = {"GRIMOIRE_GAMES": " ".join(games), "GRIMOIRE_DATA_DIR": str(home), "PYTHONPATH": f"{home}:{ROOT}"}
    return {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "tests.settings"}


def visit(home: Path, urls: Iterable[str], *games: str) -> Visited:
    """A site of its own with these games, its rules loaded, and its pages at these addresses."""
    found = home / "pages.json"
    done = subprocess.run(
        [sys.executable, "-c", VISIT, str(found), *games],
        cwd=ROOT,
        env=environment(home, *games),
        input=json.dumps(list(urls)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pages = json.loads(found.read_text(encoding="utf-8"))
    return Visited({url: (status, html) for url, (status, html) in pages.items()}, done.stderr)


def visited_once(place: Path, visit: Callable[[Path], Visited]) -> Visited:
    """What `visit` finds in the folder `place`, for all test processes."""

    def make(draft: Path) -> None:
        draft.mkdir()
        (draft / "visited.json").write_text(json.dumps(visit(draft)), encoding="utf-8")

    pages, log = json.loads((once(place, make) / "visited.json").read_text(encoding="utf-8"))
    return Visited({url: (status, html) for url, (status, html) in pages.items()}, log)
