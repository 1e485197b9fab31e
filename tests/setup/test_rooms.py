"""Shared code knows no game, by name or by shape: DESIGN §1, and no list of games to extend."""

import ast
import re
import subprocess
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import pytest

from rulebook import finder
from rulebook.content import entries
from rulebook.content.entries import Text
from rulebook.content.reading import game_ids, load

pytestmark = pytest.mark.whole

ROOT = finder.ROOT
CODE = (
    *("config", "web", "rulebook", "scoring", "simulator", "pocket"),
    *("templates", "static/js", "static/css"),
)
GAMES = finder.GAMES.name
# Words of one game that mean something else where shared code says them: at most twelve.
EXCEPTIONS: Mapping[str, str] = {
    "level": "the level of a log",
    "a4": "paper",
    "missing": "why a case can't be read, in the answers of `referee`",
    "again": "how a case differs, in the answers of `referee`",
    "none": "no colour; in cases, no way on foot",
    "from": "where a number of a card is known from; the page that a reader comes from",
    "ingredient": "the filter of recipes by what they need, a part of addresses",
    "add": "the button that adds a player, a part of forms",
    "base": "the option's value for a table without boxes",
    "object": "a type of JSON, in the description of the API",
    "answers": "what others do in a step of a lesson, a key of its file",
}


@cache
def shared_files() -> tuple[Path, ...]:
    """Tracked code and templates outside of games' folders; what was migrated once stays as it was."""
    listed = subprocess.run(["git", "ls-files", *CODE], cwd=ROOT, capture_output=True, text=True, check=True)
    names = [name for name in listed.stdout.splitlines() if "/migrations/" not in name]
    return tuple(ROOT / name for name in names if Path(name).suffix in (".py", ".html", ".js", ".css"))


def python(files: tuple[Path, ...]) -> Iterator[tuple[Path, ast.Module]]:
    for path in files:
        if path.suffix == ".py":
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def games_in(path: Path) -> set[str]:
    """The games into whose rooms a file's imports reach: `games.x.scoring.points` is x's."""
    return set(re.findall(rf"(?m)^\s*(?:from|import)\s+{GAMES}\b\.?(\w*)", path.read_text(encoding="utf-8")))


def test_shared_code_imports_no_game() -> None:
    assert [path for path in shared_files() if path.suffix == ".py" and games_in(path)] == []


@pytest.mark.parametrize("app", finder.APPS)
def test_a_game_imports_no_other(app: str) -> None:
    for room in finder.rooms(app).values():
        for path in room.path.rglob("*.py"):
            assert games_in(path) <= {room.game}, path.relative_to(ROOT)


def test_shared_code_names_no_game() -> None:
    """Not in a comment either: what holds for one game is said in its room."""
    name = re.compile(rf"(?<![a-z])({'|'.join(game_ids())})(?![a-z])")
    assert [path for path in shared_files() if name.search(path.read_text(encoding="utf-8"))] == []


def words_of(game_id: str) -> set[str]:
    """What only knowledge of a game says: cards, kinds, colours, elements, options, codes, parameters."""
    game = load(game_id)
    listed = (game.cards, game.kinds, game.colours, game.elements, game.options)
    found = {entry.id for entries in listed for entry in entries}
    found |= {card.code for card in game.cards} | {card.kind for card in game.cards}
    return found | said_in(game.words)


def said_in(words: Mapping[str, Mapping[str, Text]]) -> set[str]:
    """The codes of catalogues, and the parameters of their sentences."""
    tables = words.values()
    texts = [text for table in tables for text in table.values()]
    params = {name for text in texts for name in re.findall(r"{(\w+)", f"{text.ru} {text.en}")}
    return params | {code for table in tables for code in table}


# How the readers of content files ask for a key.
ASKED_BY = re.compile("word|words|text|maybe_text|need|has|each|entries|entries_of|within|rows|one_of")


def keys_of_content() -> Iterator[str]:
    """The keys that content files may have: they are every game's."""
    for kind in vars(entries).values():
        if is_dataclass(kind):
            yield from (field.name for field in fields(kind))
    for path in (ROOT / "rulebook/content").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ASKED_BY.fullmatch(getattr(node.func, "attr", "")):
                yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant))


@cache
def words_of_one_game() -> dict[str, str]:
    """Words that exactly one game says, but for keys of content files and what shared catalogues say."""
    shared = tomllib.loads((ROOT / "rulebook/content/shared/words.toml").read_text(encoding="utf-8"))
    catalogues = {
        kind: {code: Text(text["ru"], text["en"]) for code, text in table.items()}
        for kind, table in shared.items()
    }
    owners = defaultdict(set)
    for game_id in game_ids():
        for word in words_of(game_id):
            owners[word].add(game_id)
    everybodys = {*keys_of_content(), *said_in(catalogues)}
    return {
        word: next(iter(games))
        for word, games in owners.items()
        if len(games) == 1 and word not in everybodys
    }


@cache
def literals_of_shared_code() -> tuple[tuple[Path, str], ...]:
    return tuple((path, text) for path, tree in python(shared_files()) for text in literals(tree))


def literals(tree: ast.Module) -> Iterator[str]:
    """Every text in code but docstrings."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def test_shared_code_says_no_word_of_exactly_one_game() -> None:
    """Card, kind, colour, element, option, code or parameter: knowledge by shape is knowledge, too."""
    said = Counter(
        f"{path.relative_to(ROOT)}: {text} ({words_of_one_game()[text]})"
        for path, text in literals_of_shared_code()
        if text in words_of_one_game() and text not in EXCEPTIONS
    )
    assert not said


def words_by_owner() -> dict[str, set[str]]:
    """Who says a word in code or templates: ids of games, or «» for what all share."""
    asked = ["git", "ls-files", *CODE, GAMES]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    said = defaultdict(set)
    for name in listed.stdout.splitlines():
        owner = re.match(rf"{GAMES}/(\w+)/(?!tests/)", name)
        read = owner or not name.startswith(f"{GAMES}/")
        if read and Path(name).suffix in (".py", ".html", ".js") and "/migrations/" not in name:
            for word in re.findall(r"[A-Za-z][\w-]*", (ROOT / name).read_text(encoding="utf-8")):
                said[word].add(owner[1] if owner else "")
    return said


def classes_of(path: Path) -> set[str]:
    """The classes that a style sheet's selectors name."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return set(re.findall(r"\.([A-Za-z][\w-]*)", re.sub(r"{[^{}]*}", "{}", text)))


def test_shared_style_sheets_have_no_class_of_exactly_one_game() -> None:
    """What one game's pages alone are made of stands in `static/<id>/`, in its room."""
    said = words_by_owner()
    sheets = [path for path in shared_files() if path.suffix == ".css"]
    assert len(sheets) > 10
    alone = {
        f"{path.relative_to(ROOT)}: .{name} ({', '.join(said[name])})"
        for path in sheets
        for name in classes_of(path)
        if len(said[name]) == 1 and "" not in said[name]
    }
    assert not alone


def test_the_exceptions_are_few_and_needed() -> None:
    assert len(EXCEPTIONS) <= 12
    said = {text for _, text in literals_of_shared_code()}
    assert set(EXCEPTIONS) <= said & set(words_of_one_game())
