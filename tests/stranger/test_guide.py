"""docs/new-game.md, nim.md and the reference tell the truth: files make a game, commands and members work."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import tomli
from django.conf import settings

from rulebook.content import checking, reading
from rulebook.finder import APPS
from rulebook.game import Rulebook
from scoring.game import Scoring
from scoring.pages import SheetPage
from scoring.printing import SheetPrinting
from scoring.sheets.finish import Finish
from scoring.sheets.ledger import Ledger
from scoring.sheets.seating import Seating
from simulator.engine.chance import Chance
from simulator.engine.game import WithPlaces
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
    assert [card.code for card in read.content.cards] == ["n7"]
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


# The base objects by the headings that their members stand under, as first column of a table.
SECTIONS: dict[str, tuple[Any, ...]] = {
    "Rules": (Rules, WithPlaces),
    "Table": (Table,),
    "Simulator": (Simulator,),
    "Scoring": (Scoring,),
    "Ledger": (Ledger,),
    "Seating and Finish": (Seating, Finish),
    "Page, board and paper of a sheet": (SheetPage, SheetPrinting),
    "Rulebook": (Rulebook,),
}


def rows_of(section: str) -> set[str]:
    """The members that the tables of a section have a row for."""
    begins = re.search(rf"^#+ {re.escape(section)}$", guide.REFERENCE, re.MULTILINE)
    assert begins is not None, section
    text = re.split(r"^#", guide.REFERENCE[begins.end() :], maxsplit=1, flags=re.MULTILINE)[0]
    firsts = " ".join(row.split("|")[1] for row in text.splitlines() if row.startswith("|"))
    return {name.rpartition(".")[2] for name in re.findall(r"`([\w.]+)`", firsts)}


@pytest.mark.parametrize("section", SECTIONS)
def test_every_member_of_a_base_object_has_a_row_in_the_reference(section: str) -> None:
    bases = SECTIONS[section]
    own = (name for base in bases for name in (*vars(base), *getattr(base, "__annotations__", {})))
    assert {name for name in own if not name.startswith("_")} - rows_of(section) == set()


def test_every_row_of_the_reference_says_type_default_and_when() -> None:
    for section in SECTIONS:
        text = re.split(rf"^#+ {re.escape(section)}$", guide.REFERENCE, flags=re.MULTILINE)[1]
        rows = re.findall(r"^\|.*$", re.split(r"^#", text, maxsplit=1, flags=re.MULTILINE)[0], re.MULTILINE)
        assert {len(re.split(r"(?<!\\)\|", row)) for row in rows if row.count("|") > 3} == {6}, section


QUOTED = re.findall(r"^`(examples/\S+)`\n```python\n(.*?)^```", guide.REFERENCE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("name", "text"), QUOTED)
def test_what_the_reference_quotes_stands_in_an_example(name: str, text: str) -> None:
    """A bot, frames, a sheet: of games that tests play."""
    assert text in (Path(settings.BASE_DIR) / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 12


def test_there_is_a_bot_and_a_compound_move_among_them() -> None:
    names = [name for name, _ in QUOTED]
    assert len(names) == 5
    assert {"examples/fireflies/simulator/bot.py", "examples/fireflies/simulator/engine.py"} <= set(names)


OTHERS = re.findall(r"(?<!`\n)^```python\n(.*?)^```", guide.REFERENCE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", OTHERS, ids=lambda text: text.split("\n")[0])
def test_a_snippet_overrides_members_that_there_are(text: str) -> None:
    names: dict[str, Any] = {"Table": Table}
    exec(text, names)
    made = [each for each in names.values() if isinstance(each, type) and each.__base__ is Table]
    for each in made:
        assert all(hasattr(Table, name) for name in vars(each) if not name.startswith("_")), each
    assert len(text.splitlines()) <= 12


def test_the_texts_of_the_guide_are_those_of_nim() -> None:
    """The rule and the case that new-game.md shows are a game's that runs."""
    blocks = re.findall(r"^```toml\n(.*?)^```", guide.GUIDE, re.DOTALL | re.MULTILINE)
    clause, _, case = map(tomli.loads, blocks)
    (real,) = tomli.loads(guide.FILES["nim/rulebook/content/rules.toml"])["clause"]
    assert clause["clause"][0].keys() == real.keys()
    (played,) = tomli.loads(guide.FILES["nim/simulator/cases/nim.toml"])["case"]
    del played["rulings"]
    assert case["case"] == [played]


def test_links_of_the_guide_lead_somewhere() -> None:
    docs = Path(settings.BASE_DIR) / "docs"
    for name in ("new-game.md", "new-game-reference.md", "nim.md", "cases.md"):
        text = (docs / name).read_text(encoding="utf-8")
        for target, _, anchor in (link.partition("#") for link in re.findall(r"\]\(([^)]*)\)", text)):
            path = docs / target if target else docs / name
            assert path.exists(), (name, target)
            heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE) if anchor else []
            made = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}
            assert not anchor or anchor in made, (name, anchor)


def test_the_first_evening_is_one_page() -> None:
    assert len(guide.GUIDE.splitlines()) <= 230
    assert all(f"`{app}/" in guide.REFERENCE for app in APPS)
