"""docs/new-game.md tells the truth: its files make a game, its commands work on it, conformance takes it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings

from rulebook.content import checking, reading
from rulebook.finder import APPS
from rulebook.game import Rulebook
from scoring.game import Scoring
from simulator.engine.chance import Chance
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
        pytest.param(command, marks=[pytest.mark.thorough] if re.search("pytest|rules", command) else [])
        for command in dict.fromkeys(guide.COMMANDS)  # whoever follows it checks the rules twice
    ],  # every day the next test checks them, and conformance runs on the stranger
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


def test_the_card_of_the_guide_is_one_of_its_content(home: Path, tmp_path: Path) -> None:
    """Keys that a card needs, and no other: the content of Nim with it is as free of faults as without."""
    assert guide.CARD is not None
    content = tmp_path / "nim"
    shutil.copytree(home / "nim" / "rulebook" / "content", content)
    (content / "cards.toml").write_text(guide.CARD[1], encoding="utf-8")
    read = reading.read_from("nim", content)
    assert [card.code for card in read.content.cards] == ["7"]
    assert checking.faults_of(read) == ()


def hidden_hands() -> dict[str, Any]:
    """What the snippet of hidden hands defines, after the imports of Nim's engine, with a box of its own."""
    assert guide.HIDDEN is not None
    imports = guide.FILES["nim/simulator/engine.py"].partition("GAME =")[0]
    box = [SimpleNamespace(code=code, count=count) for code, count in (("7", 1), ("8", 2), ("9", 3))]
    names: dict[str, Any] = {"GAME": SimpleNamespace(cards=box), "Chance": Chance, "__name__": __name__}
    exec(imports + guide.HIDDEN[1], names)
    return names


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_world_of_hidden_hands_looks_the_same_and_moves_what_is_unseen(seat: int | None) -> None:
    """A whole position that the view can't tell from the real one, with another generator."""
    names = hidden_hands()
    game = names["HighCard"]()
    state = names["State"](2, ("9",), (("7", "8"), ("9", "8")), ("9",), Chance(1))
    seen = game.view(state, seat)
    worlds = [game.world(seen, number) for number in range(9)]
    assert {game.view(world, seat) for world in worlds} == {seen}
    assert len({world.hands for world in worlds}) > 1
    assert state.chance not in {world.chance for world in worlds}
    for world in worlds:
        held = [card for hand in (*world.hands, world.deck, world.played) for card in hand]
        assert sorted(held) == sorted(names["CARDS"])


@pytest.mark.parametrize("base", [Rulebook, Scoring, Simulator, Rules, Table], ids=lambda base: base.__name__)
def test_every_member_of_a_base_object_is_in_the_guide(base: type) -> None:
    tables = guide.GUIDE.partition("## 4.")[2]
    named = set(re.findall(r"\w+", tables))
    members = {name for name in (*vars(base), *base.__annotations__) if not name.startswith("_")}
    assert members - named == set()
    assert all(f"`{app}/" in guide.GUIDE for app in APPS)
