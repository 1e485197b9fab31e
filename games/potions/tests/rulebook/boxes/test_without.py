"""With the folders of both boxes deleted the base game is what it was: an expansion is an addition."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from rulebook.content import boxes
from rulebook.content.reading import ROOT, load, read_from, whole
from rulebook.search.findable import entries_of
from tests.rulebook.tiny_game import environment

TREE = ROOT.parent
APPS = ("rulebook", "scoring", "simulator")
PARTS = (
    *(*APPS, "games", "config", "web", "templates", "static", "locale", "docs"),
    *("manage.py", "requirements.txt", "pyproject.toml", "conftest.py"),
)
PAGES = (
    "/rules/potions",
    "/rules/potions/turn",
    "/rules/potions/turn.draw",
    "/rules/potions/cards",
    "/rules/potions/cards/love_potion",
    "/rules/potions/element/mandrake",
    "/rules/potions/graph",
    "/rules/potions/glossary",
    "/rules/potions/rulings",
    "/rules/potions/all",
    "/rules/potions/reference",
    "/rules/potions/setup?players=4",
)
# The tests of the base game: a few of each app every day, and all of them.
FEW = (
    "games/potions/tests/rulebook/test_content.py",
    "games/potions/tests/scoring/test_calculator.py",
    "games/potions/tests/scoring/test_sheet.py",
    "games/potions/tests/simulator/test_assembling.py",
    "games/potions/tests/simulator/test_staging.py",
    "games/potions/tests/simulator/test_text.py",
)
ALL = ("games/potions/tests", "tests/conformance", "-k", "potions")
VISIT = """
import json, sys
import django
from django.conf import settings
django.setup()
from django.apps import apps
settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
from django.core.management import call_command
from django.test.client import Client
from rulebook import loading
from rulebook.content.reading import load
call_command("migrate", run_syncdb=True, verbosity=0)
loading.load_games([load("potions")])
client = Client(HTTP_HOST="localhost")
shown = {url: client.get(url).content.decode() for url in json.load(sys.stdin)}
json.dump(shown, open(sys.argv[1], "w"))
"""
# What the tree with boxes has besides: the chooser, colours of boxes, tokens, hashes of files.
BESIDES = (
    r'<form class="boxes".*?</form>\s*',
    r'<link rel="stylesheet" href="[^"]*potions-\w+/game[^"]*">\s*',
    r'"x-csrftoken":"[^"]*"',
    r'(?<=\w)\.[0-9a-f]{12}(?=\.\w+["#])',
)


def plain(page: str) -> str:
    for pattern in BESIDES:
        page = re.sub(pattern, "", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", page)


@pytest.fixture(scope="module")
def base_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree without the boxes of Potions in any app."""
    copy = tmp_path_factory.mktemp("base")
    for part in PARTS:
        if (TREE / part).is_dir():
            shutil.copytree(TREE / part, copy / part)  # compiled as it is: nobody compiles it again
        else:
            shutil.copy(TREE / part, copy / part)
    for app in APPS:
        shutil.rmtree(copy / "games/potions" / app / "boxes")
    shutil.copytree(TREE / "tests", copy / "tests", ignore=shutil.ignore_patterns("wire"))
    for app in APPS:
        shutil.rmtree(copy / "games/potions/tests" / app / "boxes", ignore_errors=True)
    return copy


def passed(base_tree: Path, data: Path, *tests: str) -> str:
    """What pytest says of these tests in the tree without boxes, in a process of its own."""
    data.mkdir()
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    own = {"PYTHONPATH": str(base_tree), "GRIMOIRE_DATA_DIR": str(data), "GRIMOIRE_GAMES": ""}
    # What this run of pytest tells its processes would have the other share its folders.
    around = {name: value for name, value in environment(data).items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [*asked, f"--basetemp={data / 'made'}", *tests],
        cwd=base_tree,
        env=around | own,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, done.stdout[-6000:]
    return done.stdout


@pytest.mark.long
def test_the_content_of_the_base_game_is_the_same(base_tree: Path) -> None:
    without = read_from("potions", base_tree / "games/potions/rulebook/content").content
    base = load("potions")
    for name in boxes.FolderEntries.__dataclass_fields__:
        assert getattr(without, name) == getattr(base, name), name
    assert (without.digest, without.words, without.constants) == (base.digest, base.words, base.constants)


def test_what_can_be_found_of_the_base_game_is_the_same() -> None:
    base, every = list(entries_of(load("potions"))), list(entries_of(whole("potions")))
    assert every[: len(base)] == base
    assert all(found.needs for found in every[len(base) :])


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.usefixtures("rules_loaded")
@pytest.mark.thorough  # every day the content that they show and what is found, above
def test_pages_of_the_base_game_are_the_same(base_tree: Path, tmp_path: Path, client: Client) -> None:
    """But for the chooser, while nobody has put a box on the table."""
    found, data = tmp_path / "pages.json", tmp_path / "data"
    data.mkdir()
    own = {"PYTHONPATH": str(base_tree), "GRIMOIRE_DATA_DIR": str(data), "GRIMOIRE_GAMES": ""}
    subprocess.run(
        [sys.executable, "-c", VISIT, str(found)],
        input=json.dumps(PAGES),
        cwd=base_tree,
        env=environment(data) | own,
        check=True,
        text=True,
    )
    before = json.loads(found.read_text(encoding="utf-8"))
    assert settings.LANGUAGE_CODE == "ru"
    for url in PAGES:
        page = client.get(url, headers={"host": "localhost"}).content.decode()
        assert plain(page) == plain(before[url]), url


@pytest.mark.long
@pytest.mark.thorough  # every day its content and its search are the same, above
def test_the_base_game_passes_its_tests(base_tree: Path, tmp_path: Path) -> None:
    """With the folders of both boxes deleted; here a few tests of each app."""
    assert re.search(r"^\d{3,} passed in", passed(base_tree, tmp_path / "data", *FEW), re.MULTILINE)


@pytest.mark.long
@pytest.mark.thorough
def test_the_base_game_passes_all_its_tests(base_tree: Path, tmp_path: Path) -> None:
    """The same with every test that the base game has, pages, prints and conformance among them."""
    told = passed(base_tree, tmp_path / "data", *ALL)
    found = re.search(r"^(\d+) passed, \d+ deselected in", told, re.MULTILINE)
    assert found, told[-6000:]
    assert int(found[1]) > 1000
