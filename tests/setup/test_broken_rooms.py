"""A stranger's broken room doesn't break the site: its game is left out, whatever of it can't be loaded."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin import shared_folder
from tests.rulebook import tiny_game

# Every day test_finder has a room that raises, among games that are left out.
pytestmark = [pytest.mark.long, pytest.mark.thorough]

ZERO = "1 / 0\n"
CONFIG = """
from django.apps import AppConfig
class Hall(AppConfig):
    name, label = "{game}.simulator.hall", "{label}"
    def ready(self):
        {ready}
"""
MODELS = """
from django.db import models
class Chair(models.Model):
    place = models.IntegerField()
class Table(models.Model):
    chair = models.ForeignKey(Chair, models.CASCADE, related_name={relation})
"""
SCORING = """
from scoring.game import Scoring
class Mine(Scoring):
    @property
    def board(self):
        from {game}.scoring import carpentry
"""
SIMULATOR = """
from functools import cached_property
from simulator.game import Simulator
class Mine(Simulator):
    @cached_property
    def engine(self):
        return 1 / 0
GAME = Mine()
"""


def hall(
    label: str = "{game}_hall", ready: str = "pass", models: str = "", migration: str = ""
) -> dict[str, str]:
    """The files of a Django app in a room."""
    return {
        "simulator/hall/__init__.py": "",
        "simulator/hall/apps.py": CONFIG.replace("{label}", label).replace("{ready}", ready),
        "simulator/hall/models.py": models,
        "simulator/hall/migrations/__init__.py": "",
        "simulator/hall/migrations/0001_initial.py": migration,
    }


# What each game has besides sound content, and what is said of it.
BROKEN: dict[str, tuple[dict[str, str], str]] = {
    "addresses": ({"simulator/urls.py": ZERO}, r"addresses\.simulator\.urls: ZeroDivisionError"),
    "routes": ({"scoring/urls.py": "urlpatterns = 5\n"}, r"routes\.scoring\.urls: ImproperlyConfigured"),
    "deaf": ({"rulebook/urls.py": "urlpatterns = [5]\n"}, r"deaf\.rulebook\.urls: "),
    "app": (hall() | {"simulator/hall/apps.py": ZERO}, r"app\.simulator\.hall\.apps: ZeroDivisionError"),
    "label": (hall(label="web"), r"label\.simulator\.hall\.apps: ValueError: its label must be label_hall"),
    "unready": (hall(ready=ZERO), r"unready\.simulator\.hall\.apps: ZeroDivisionError"),
    "tables": (
        hall(models=MODELS.format(relation=ZERO)),
        r"tables\.simulator\.hall\.models: ZeroDivisionError",
    ),
    "moving": (
        hall(models=MODELS.format(relation="None"), migration=ZERO),
        r"moving\.simulator\.hall\.migrations\.0001_initial: ZeroDivisionError",
    ),
    "tags": (
        {"rulebook/templatetags/signs.py": ZERO},
        r"tags\.rulebook\.templatetags\.signs: ZeroDivisionError",
    ),
    "bare_tags": ({"scoring/templatetags/bare.py": ""}, r"bare_tags\.scoring\.templatetags\.bare: Invalid"),
    "our_tags": (
        {"rulebook/templatetags/look.py": "from rulebook.templatetags.look import register\n"},
        r"our_tags\.rulebook\.templatetags\.look: ValueError: there is a tag library look already",
    ),
    "board": (
        {"scoring/game.py": SCORING + "GAME = Mine('board')\n"},
        r"board\.scoring\.game: board: ImportError",
    ),
    "press": ({"scoring/printing.py": "def print(:\n"}, r"press\.scoring\.printing: SyntaxError"),
    "engine": ({"simulator/game.py": SIMULATOR}, r"engine\.simulator\.game: engine: ZeroDivisionError"),
    "bots": ({"simulator/bots.py": "raise SystemExit('no')\n"}, r"bots\.simulator\.bots: SystemExit: no"),
    "kind": (
        {"scoring/game.py": "from scoring.game import Scoring\nGAME = Scoring\n"},
        r"kind\.scoring\.game: TypeError: GAME must be an object",
    ),
    "models_loose": (
        {"simulator/models.py": MODELS.format(relation="None")},
        r"models_loose\.simulator\.models: RuntimeError",
    ),
}
SOUND = "tiny"
GAMES = (*BROKEN, SOUND)
PAGES = {
    **dict.fromkeys(("/", "/search?q=котёл", "/search?q=quarrel", "/score/recent", "/play/recent"), 200),
    **dict.fromkeys(("/rules/poison", "/play/poison", "/score/potions", "/rules/tiny", "/score/tiny"), 200),
    **{f"/{door}/{game}": 404 for door in ("rules", "score", "play") for game in BROKEN},
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a sound game, and one for each way to be broken."""
    home = tmp_path_factory.mktemp("home")
    tiny_game.write(home, SOUND)
    for game, (files, _) in BROKEN.items():
        tiny_game.write(home, game)
        for name, text in files.items():
            (home / game / name).parent.mkdir(parents=True, exist_ok=True)
            (home / game / name).write_text(text.replace("{game}", game), encoding="utf-8")
    return home


@pytest.fixture(scope="module")
def visited(home: Path, tmp_path_factory: pytest.TempPathFactory) -> tiny_game.Visited:
    place = shared_folder(tmp_path_factory) / "broken-rooms"
    return tiny_game.visited_once(place, lambda _: tiny_game.visit(home, PAGES, *GAMES))


def test_a_broken_room_costs_its_game_and_nothing_else(visited: tiny_game.Visited) -> None:
    """DESIGN §1: a game that can't be loaded is left out, and everything else works."""
    assert {url: status for url, (status, _) in visited.pages.items()} == PAGES
    found = visited.pages["/search?q=quarrel"][1]
    assert "/rules/tiny/term/quarrel" in found
    for game in BROKEN:
        assert f"/rules/{game}" not in visited.pages["/"][1] + found


def test_the_log_says_once_what_is_broken(visited: tiny_game.Visited) -> None:
    lines = [line for line in visited.log.splitlines() if "Not Found" not in line]
    for game, (_, why) in BROKEN.items():
        of_game = [line for line in lines if re.search(rf"\b{game}: the game can’t be loaded: ", line)]
        assert len(of_game) == 1, (game, of_game)
        assert re.search(rf"loaded: {why}", of_game[0]), of_game
    assert len(lines) == len(BROKEN), visited.log


def test_the_check_of_the_rules_says_it_too(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "rules", "check", "--lang", "en"],
        cwd=tiny_game.ROOT,
        env=tiny_game.environment(home, *GAMES),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    for game, (_, why) in BROKEN.items():
        assert re.search(rf"^{game}: the game can’t be loaded: {why}", done.stderr, re.MULTILINE), game
    assert f"{SOUND}:" not in done.stderr
