"""The house keeps its arrows: config → simulator → scoring → rulebook, pure code, lines that fit."""

import ast
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from rulebook.finder import APPS

pytestmark = pytest.mark.whole

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = ROOT / "games"
ROOM = re.compile(r"^games\.\w+\.")
ROOMS = tuple(f"games/*/{app}" for app in APPS)
# What each storey may import of the others.
BELOW = {
    "web": set(),
    "rulebook": {"web"},
    "scoring": {"rulebook", "web"},
    "simulator": {"rulebook", "scoring", "web"},
    "config": {"rulebook", "scoring", "simulator", "web"},
}
if (ROOT / "pocket").is_dir():  # the site goes on without
    BELOW["pocket"] = {"config", "rulebook", "scoring", "simulator", "web"}
# Code that tests, searches and bulk runs use without a site: no Django, no database.
PURE = (
    "web/names.py",
    "web/refusal.py",
    "web/shares.py",
    "web/strict_json.py",
    "web/whole_files.py",
    "rulebook/finder.py",
    "rulebook/failures.py",
    "rulebook/setup.py",
    "*/game.py",
    "games/*/*/game.py",
    "games/*/*/boxes/*/game.py",
    "games/*/simulator/puzzle_themes.py",
    "games/*/rulebook/numbers.py",
    "games/*/rulebook/words.py",
    "games/*/rulebook/card_sets.py",
    "games/*/rulebook/set_content.py",
    "rulebook/fingerprint.py",
    "rulebook/content",
    "rulebook/wording",
    "rulebook/search",
    "rulebook/drawing",
    "rulebook/printing/cards",
    "rulebook/printing/drawable.py",
    "rulebook/printing/emoji.py",
    "rulebook/printing/layout",
    "rulebook/printing/posters",
    "rulebook/printing/paper.py",
    "games/*/rulebook/drawing",
    "games/*/rulebook/printing",
    "games/*/rulebook/boxes/*/drawing",
    "games/*/rulebook/boxes/*/printing",
    "games/*/rulebook/boxes/*/sequences.py",
    "games/*/rulebook/reference*",
    "scoring/sheets",
    "games/*/scoring/points.py",
    "games/*/scoring/finish.py",
    "games/*/scoring/seating.py",
    "games/*/scoring/sheet*",
    "games/*/scoring/boxes/*/points.py",
    "games/*/scoring/boxes/*/sheet.py",
    "simulator/game.py",
    "simulator/engine",
    "simulator/table",
    "simulator/cases",
    "simulator/lessons",
    "simulator/bulk",
    "simulator/jobs",
    "simulator/review",
    "games/*/simulator/engine",
    "games/*/simulator/table",
    "games/*/simulator/deduction",
    "games/*/simulator/presenting",
)
SITE_LIBRARIES = {
    "django",
    "django_htmx",
    "template_partials",
    "segno",
    "weasyprint",
    "whitenoise",
    "resvg_py",
}
LONGEST_TEMPLATE_LINE = 160  # tags of Django can't be broken
# How an engine could get at the clock, files or chance that isn't its own.
OUTSIDE = {"datetime", "os", "pathlib", "secrets", "socket", "sqlite3", "subprocess", "time"}
# What every game fills in, and what Django calls so; any other name of a class is to mean one thing.
ROLES = {
    *("State", "View", "Options", "Rules", "Table", "Sheet", "Points", "Bot", "Result"),
    *("Command", "Meta", "Migration"),
}
MOST_DOUBLE_NAMES = 15  # tables of the rulebook mirror its content, and rows of two apps are called alike
# Distributions whose modules have another name.
MODULES = {
    "django-htmx": "django_htmx",
    "django-template-partials": "template_partials",
    "pymorphy3-dicts-ru": "pymorphy3",
    "resvg-py": "resvg_py",
}


def python_files(place: str) -> list[Path]:
    """The modules at a path or at all that a pattern names, in folders and below them."""
    found = sorted(ROOT.glob(place))
    return [file for path in found for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]


class Source(NamedTuple):
    """What tests ask of a file: its imports, functions included, but of the object of a game, which imports
    in them what pages need, only those done as it is imported; all but those for its types; the names of its
    classes; whether it has anything besides its docstring, as the `__init__` of most packages has not.
    """

    imports: tuple[ast.Import | ast.ImportFrom, ...]
    taken: tuple[ast.Import | ast.ImportFrom, ...]
    classes: frozenset[str]
    says_more: bool


@cache  # reading all code takes seconds, and many tests ask
def source(path: Path) -> Source:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    for_types = {
        id(each)
        for node in nodes
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for part in node.body
        for each in ast.walk(part)
    }
    found = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    objects = path.name == "game.py" and (
        path.parent.parent == ROOT or path.parent.parent.parent == GAMES or path.parent.parent.name == "boxes"
    )
    return Source(
        tuple(node for node in found if not objects or node in tree.body),
        tuple(node for node in found if id(node) not in for_types),
        frozenset(node.name for node in nodes if isinstance(node, ast.ClassDef)),
        not all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in tree.body),
    )


def imports(path: Path) -> Iterator[str]:
    """The dotted modules that a file imports."""
    for node in source(path).imports:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            yield node.module or ""


@cache
def roots(path: Path) -> frozenset[str]:
    """The packages that a file imports from; of a game that is the app whose room it is."""
    return frozenset(ROOM.sub("", module).partition(".")[0] for module in imports(path))


@pytest.mark.parametrize("storey", BELOW)
def test_a_storey_imports_only_those_below_it(storey: str) -> None:
    files = [*python_files(storey), *python_files(f"games/*/{storey}")]
    assert files
    for path in files:
        above = roots(path) & BELOW.keys() - BELOW[storey] - {storey}
        assert not above, f"{path.relative_to(ROOT)} imports {', '.join(above)}"


@pytest.mark.parametrize("place", PURE)
def test_pure_code_does_without_the_site(place: str) -> None:
    files = python_files(place)
    assert files
    for path in files:
        assert not roots(path) & SITE_LIBRARIES, path.relative_to(ROOT)


# Imports modules by themselves, each in a child that has imported nothing of the house before but what reads
# content: engines read it as they are imported, and a hundred times is a minute. The parent is clean, so
# whatever of the site a child has, its module brought.
ALONE = """
import importlib, os, sys
from rulebook.content import reading
for game in reading.game_ids():
    reading.load(game)
BANNED = {"django", "weasyprint", "sqlite3"}
if BANNED & set(sys.modules):
    print("content brings", *sorted(BANNED & set(sys.modules)), flush=True)
for name in sys.argv[1:]:
    child = os.fork()
    if not child:
        try:
            importlib.import_module(name)
            found = BANNED & set(sys.modules)
            if found:
                print(name, "brings", *sorted(found), flush=True)
        except BaseException as error:
            print(name, repr(error), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.mark.long
@pytest.mark.thorough  # every day what pure code imports, by its text: above, and the next one
def test_each_pure_module_alone_leaves_the_site_out() -> None:
    """DESIGN §1: `content wording engine cases` and the pure parts of games import no Django."""
    files = sorted({path for place in PURE for path in python_files(place)})
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files if source(path).says_more
    ]
    command = [sys.executable, "-c", ALONE, *(name.removesuffix(".__init__") for name in names)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == ""


@cache
def pure_files() -> frozenset[Path]:
    return frozenset(path for part in PURE for path in python_files(part))


@pytest.mark.parametrize("place", PURE)
def test_pure_code_stands_on_pure_code(place: str) -> None:
    """What pure code imports of this house is pure, too."""
    pure = pure_files()
    for path in python_files(place):
        for module in house_files(path):
            assert module in pure or not source(module).says_more, f"{path.name}: {module}"


def house_files(path: Path) -> Iterator[Path]:
    """The files of this house that a file imports from: modules, or the `__init__` of packages."""
    for node in source(path).imports:
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in {*BELOW, GAMES.name}:
            home = ROOT / str(node.module).replace(".", "/")
            for place in (home, *(home / alias.name for alias in node.names)):
                files = (place.with_suffix(".py"), place / "__init__.py")
                yield from (file for file in files if file.is_file())


def needs(path: Path) -> Iterator[Path]:
    """The modules that a file takes something from, within functions too; not what its types alone name. Of a
    package that is its `__init__`, unless what is taken is a module of it.
    """
    for node in source(path).taken:
        if isinstance(node, ast.Import):
            yield from (file for alias in node.names if (file := file_of(alias.name)))
        else:
            taken = (file_of(f"{node.module}.{alias.name}") or file_of(node.module) for alias in node.names)
            yield from filter(None, taken)


@cache
def file_of(module: str | None) -> Path | None:
    """The file of a module of this house."""
    place = ROOT / (module or "").replace(".", "/")
    files = (place.with_name(f"{place.name}.py"), place / "__init__.py")
    return next((file for file in files if file.is_file()), None)


def test_no_imports_run_in_a_circle() -> None:
    files = [path for place in (*BELOW, *ROOMS) for path in python_files(place)]
    assert files
    arrows = TopologicalSorter({path: set(needs(path)) - {path} for path in files})
    try:
        arrows.prepare()
    except CycleError as error:
        pytest.fail(" ← ".join(str(path.relative_to(ROOT)) for path in error.args[1]))


@pytest.mark.parametrize(
    "place",
    [
        "games/*/scoring/points.py",
        "games/*/scoring/sheet*",
        "games/*/scoring/boxes/*/points.py",
        "games/*/scoring/boxes/*/sheet.py",
        "games/*/simulator/engine",
    ],
)
def test_engines_and_calculators_touch_nothing_outside(place: str) -> None:
    for path in python_files(place):
        assert not roots(path) & OUTSIDE, path.relative_to(ROOT)


def test_a_class_name_means_one_thing() -> None:
    """Twice in the shared code, twice in one game, or once in both: a reader meets two meanings."""
    owners: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in (file for place in (*BELOW, "games") for file in python_files(place)):
        place = path.relative_to(ROOT).parts
        if {"tests", "migrations"}.isdisjoint(place):
            owner = place[1] if place[0] == GAMES.name else "shared"
            for name in source(path).classes - ROLES:
                owners[name][owner] += 1
    doubled = sorted(
        name for name, own in owners.items() if max(own.values()) > 1 or (len(own) > 1 and own["shared"])
    )
    assert len(doubled) <= MOST_DOUBLE_NAMES, doubled


def test_every_dependency_is_used() -> None:
    used = set().union(*(roots(path) for place in (*BELOW, *ROOMS) for path in python_files(place)))
    settings = (ROOT / "config" / "settings.py").read_text(encoding="utf-8")
    server = (ROOT / "script" / "server").read_text(encoding="utf-8")
    listed = re.findall(r"^([\w-]+)==", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.M)
    assert listed
    for name in listed:
        module = MODULES.get(name, name.lower())
        assert module in used or f'"{module}' in settings or module in server, name


def test_the_search_opens_no_database_by_being_imported() -> None:
    """Each of its modules, imported, leaves SQLite and the site out."""
    modules = [f"rulebook.search.{path.stem}" for path in (ROOT / "rulebook/search").glob("*.py")]
    heavy = "{'sqlite3', 'django', 'weasyprint'}"
    code = f"import sys, {', '.join(sorted(modules))}; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_templates_have_lines_that_one_can_read() -> None:
    """What ruff does for Python: a thing a line, and a change shows as what it is."""
    templates = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("games/**/templates/**/*.html")]
    assert len(templates) > 400
    too_long = [
        f"{path.relative_to(ROOT)}:{n}"
        for path in templates
        for n, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if len(line) > LONGEST_TEMPLATE_LINE
    ]
    assert too_long == []
