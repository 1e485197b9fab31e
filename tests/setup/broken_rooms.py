"""Rooms of strangers that can't be loaded, each in a way of its own, and what is said of each."""

from pathlib import Path

from tests.rulebook import tiny_game

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


def write(home: Path) -> None:
    """A package for each way to be broken."""
    for game, (files, _) in BROKEN.items():
        tiny_game.write(home, game)
        for name, text in files.items():
            (home / game / name).parent.mkdir(parents=True, exist_ok=True)
            (home / game / name).write_text(text.replace("{game}", game), encoding="utf-8")
