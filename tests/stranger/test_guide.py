"""docs/new-game.md tells the truth: its files make a game, its commands work on it, conformance takes it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from rulebook.finder import APPS
from rulebook.game import Rulebook
from scoring.game import Scoring
from simulator.engine.rules import Rules
from simulator.game import Simulator
from simulator.table.base import Table
from tests.stranger import guide


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the guide calls ~/games."""
    home = tmp_path_factory.mktemp("games")
    guide.write(home)
    return home


def test_the_guide_has_files_and_commands() -> None:
    assert len(guide.FILES) == 9
    assert len(guide.COMMANDS) == 5


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=[pytest.mark.thorough] if "pytest" in command else [])
        for command in guide.COMMANDS
    ],
)
def test_a_command_of_the_guide_works(home: Path, command: str) -> None:
    words = command.replace("~/games", str(home)).split()
    words[0] = sys.executable
    own = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [*words, *(["-q", "-p", "no:cacheprovider"] if "pytest" in words else [])],
        cwd=settings.BASE_DIR,
        env=own | guide.environment(home) | {"FUZZ_TEXTS": "2000"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("base", [Rulebook, Scoring, Simulator, Rules, Table], ids=lambda base: base.__name__)
def test_every_member_of_a_base_object_is_in_the_guide(base: type) -> None:
    tables = guide.GUIDE.partition("## 4.")[2]
    named = set(re.findall(r"\w+", tables))
    members = {name for name in (*vars(base), *base.__annotations__) if not name.startswith("_")}
    assert members - named == set()
    assert all(f"`{app}/" in guide.GUIDE for app in APPS)
