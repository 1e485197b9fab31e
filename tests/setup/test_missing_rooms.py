"""The house without a game: its folders are taken out of a copy, and nothing else is touched."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest

from rulebook.content.reading import game_ids
from rulebook.finder import APPS, GAMES, ROOT

# Every day test_rooms has that shared code knows no game, and test_finder that a lost game is left out.
pytestmark = [pytest.mark.long, pytest.mark.thorough]

TREES = ("config", "web", *APPS, GAMES.name, "templates", "static", "locale")
OTHERS = ("tests/__init__.py", "tests/settings.py", "tests/markup.py", "requirements.txt")
# Argument: the games that have to be there. Input: those that haven't, with a sheet and a match of each.
LIVE = """
import json, sys
import config.wsgi
from rulebook import finder
told = {"at_start": sorted(problem.game for problem in finder.problems())}
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test.client import Client
from django.utils import translation
settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}  # in one go
from rulebook.management.commands import load_rules
whole = load_rules.build  # of one game: the index of all takes seconds
load_rules.build = lambda path, games, went: whole(path, [game for game in games if game.id == sys.argv[1]])
load_rules.report_of_ours = lambda: ()  # `rules check` says it below
call_command("check", fail_level="WARNING")
call_command("migrate", run_syncdb=True, verbosity=0)
call_command("load_rules", verbosity=0)
try:
    call_command("rules", "check", lang="en")
    wrong = 0
except SystemExit as end:
    wrong = end.code
from scoring.models import Sheet
from simulator.models import Match
client = Client(HTTP_HOST="localhost", raise_request_exception=False)
told["check"] = wrong
def get(url):
    page = client.get(url, follow=True)
    told[url] = [page.status_code, page.content.decode()]
for game in json.load(sys.stdin):
    sheet = Sheet.objects.create(game=game)
    match = Match.objects.create(game=game, rules=1, config={}, seed="1")
    get(f"/score/l/{sheet.owner_token}")
    get(f"/play/l/{match.viewer_token}")
    for door in ("rules", "score", "play", "print"):
        get(f"/{door}/{game}")
for game in sys.argv[1:]:
    for door in ("rules", "score", "print"):
        get(f"/{door}/{game}")
for url in ("/", "/en/", "/search?q=карта", "/score/recent", "/play/recent"):
    get(url)
print(json.dumps(told))
"""


def house(folder: Path, without: Collection[str]) -> Path:
    """A copy of the house without some of its folders."""
    taken_out = {str(ROOT / name) for name in without}

    def left_behind(parent: str, names: list[str]) -> set[str]:
        return {name for name in names if str(Path(parent, name)) in taken_out}

    for tree in TREES:
        shutil.copytree(ROOT / tree, folder / tree, ignore=left_behind)
    (folder / "tests").mkdir()
    for name in OTHERS:
        shutil.copy2(ROOT / name, folder / name)
    return folder


def live(folder: Path, here: Collection[str], gone: Collection[str]) -> tuple[Mapping[str, list], int, str]:
    """What the site in `folder` shows, by address; what `rules check` ends with; the log.

    Whichever of `gone` still has folders is missed when the server starts, before anybody asks.
    """
    own = {name: value for name, value in os.environ.items() if name != "GRIMOIRE_GAMES"}
    done = subprocess.run(
        [sys.executable, "-c", LIVE, *here],
        cwd=folder,
        env=own | {"PYTHONPATH": str(folder), "DJANGO_SETTINGS_MODULE": "tests.settings"},
        input=json.dumps(list(gone)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told.pop("at_start") == [game for game in gone if (folder / "games" / game).is_dir()]
    return told, told.pop("check"), done.stderr


def they_are_gone(told: Mapping[str, list], here: Collection[str], gone: Collection[str]) -> None:
    """Every page of those that are gone says so, every other page opens and doesn't name them."""
    lost = {url for url in told if url.split("/")[-1] in gone or "/l/" in url}
    assert {url for url, (status, _) in told.items() if status == 404} == lost
    assert {url for url, (status, _) in told.items() if status == 200} == told.keys() - lost
    assert all(f"/rules/{game}" in told["/"][1] for game in here)
    for url in told.keys() - lost:
        assert not [game for game in gone if f"/{game}" in told[url][1]], url


@pytest.mark.parametrize("game", game_ids())
def test_the_house_stands_without_a_game(tmp_path: Path, game: str) -> None:
    """DESIGN §1: a game's folder is the whole of it; the rest knows none of them."""
    here = [each for each in game_ids() if each != game]
    told, wrong, log = live(house(tmp_path, [f"games/{game}"]), here, [game])
    they_are_gone(told, here, [game])
    assert (wrong, [line for line in log.splitlines() if "Not Found" not in line]) == (0, [])


@pytest.mark.parametrize(
    ("game", "app", "why"),
    [
        ("poison", "rulebook", "there is no package games.poison"),
        ("potions", "scoring", "the game can’t be loaded"),
        ("wizwar", "simulator", ""),
    ],
)
def test_a_game_lacks_one_of_its_folders(tmp_path: Path, game: str, app: str, why: str) -> None:
    """A game does with the defaults where it lacks a folder, but not without the content or the points that
    its other folders stand on: then it is left out, with one line.
    """
    gone = [game] if why else []
    here = [each for each in game_ids() if each not in gone]
    told, wrong, log = live(house(tmp_path, [f"games/{game}/{app}"]), here, gone)
    they_are_gone(told, here, gone)
    assert wrong == len(gone)
    assert len([line for line in log.splitlines() if f"finder: {game}: " in line]) == len(gone), log
    assert not gone or f"finder: {game}: {why}" in log
