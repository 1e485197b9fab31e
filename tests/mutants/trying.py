"""Mutants under test, each in a process forked for it.

What functions do is changed in a warm process, where pytest has collected and the database is there: their
code is replaced. What runs as a module is imported, and functions called by that, change before anything is.
"""

import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import shutil
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

import pytest
from django.conf import settings
from django.db import connections

from tests.mutants.children import in_child
from tests.mutants.covering import QUIET, Covering, file_of
from tests.mutants.mutating import AT_IMPORT, ROOT, Mutant

WARM = str(Path(__file__).with_name("warm.py").relative_to(ROOT))
CONTENT = "rulebook/"  # whose changes an index made before would hide
LIBRARIES = ("django.test", "django.db.models", "django.contrib.admin")  # none that pytest takes for plugins
BEFORE_TESTS = 10.0  # seconds a child may take before its first test


class Tried(NamedTuple):
    """How a mutant fared: `killed` by a test, `survived`, out of `time`, or `uncovered` by any."""

    mutant: Mutant
    fate: str
    by: str
    seconds: float


class Plan:
    """Which tests are run for which mutant, those first that killed others of its module."""

    def __init__(self, covering: Covering, most: float) -> None:
        self.covering, self.most = covering, most
        self.killers: dict[str, Counter[str]] = defaultdict(Counter)

    def is_cold(self, mutant: Mutant) -> bool:
        return (
            mutant.function == AT_IMPORT
            or f"{mutant.path} {mutant.function}" in self.covering.at_import
            or replaced(mutant) is None
        )

    def tests(self, mutant: Mutant) -> list[str]:
        chosen = self.covering.chosen(mutant.path, mutant.function, self.most)
        first = [test for test, _ in self.killers[mutant.path].most_common(10) if test in chosen]
        return list(dict.fromkeys([*first, *chosen]))

    def tried(self, mutant: Mutant, tests: Sequence[str], work: Callable[[], str]) -> Tried:
        """A loop without an end is one that takes three times as long as its tests without the change."""
        seconds = min(BEFORE_TESTS + 3 * sum(map(self.covering.seconds.__getitem__, tests)), 1.5 * self.most)
        answer = in_child(work, seconds) if tests else None
        if answer is None:
            return Tried(mutant, "uncovered", "", 0.0)
        fate, _, by = (answer.text or "time ").partition(" ")
        if fate == "killed":
            self.killers[mutant.path][by] += 1
        return Tried(mutant, fate, by, answer.seconds)


class Outcome:
    """A plugin of pytest that remembers the first test that failed."""

    fell = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.fell:
            self.fell = report.nodeid

    @property
    def said(self) -> str:
        return f"killed {self.fell}" if self.fell else "survived"


def _module(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


# --- What was kept ------------------------------------------------------------------------------------------


class Shelf:
    """Stands in for what tests keep for the next run: nothing that a mutant makes may get there."""

    def __init__(self, searched: bool) -> None:
        from tests import plugin

        self.kept, self.place = plugin.KEPT, Path(tempfile.mkdtemp(prefix="kept-"))
        self.shared = ("filled-*",) if searched else ("filled-*", "search-*")
        plugin.KEPT = self.place
        self.clear()

    def clear(self) -> None:
        for path in self.place.iterdir():
            if path.name.startswith("print-") and path.is_dir():
                shutil.rmtree(path)
                path.mkdir()
            elif not path.is_symlink():
                path.unlink()
        for pattern in self.shared:
            for path in self.kept.glob(pattern):
                if not (self.place / path.name).exists():
                    (self.place / path.name).symlink_to(path)


# --- In a process of its own --------------------------------------------------------------------------------


class Changed(importlib.abc.MetaPathFinder, importlib.machinery.SourceFileLoader):
    """Imports a mutant in the place of its module."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(_module(mutant.path), str(ROOT / mutant.path))
        self.mutant = mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.mutant.text, self.path, "exec")


class Selected(Outcome):
    """Of the tests of some files those that were chosen, in their order, and new ones that weren't there."""

    def __init__(self, tests: Sequence[str], known: Mapping[str, float]) -> None:
        self.order = {test: place for place, test in enumerate(tests)}
        self.known = known

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.fell:
            self.fell = report.nodeid

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        wanted = [item for item in items if item.nodeid in self.order or item.nodeid not in self.known]
        items[:] = sorted(wanted, key=lambda item: self.order.get(item.nodeid, -1))


def cold(plan: Plan, mutants: Sequence[Mutant]) -> Iterator[Tried]:
    """Tried one by one before this process has imported anything of the house."""
    if mutants:
        _prepare(any(mutant.path.startswith(CONTENT) for mutant in mutants))
    for mutant in mutants:
        tests = plan.tests(mutant)
        yield plan.tried(mutant, tests, partial(_cold, mutant, tests, plan.covering.seconds))


def _prepare(of_content: bool) -> None:
    """What all children would do alike: other people's modules, and the content."""
    for name in LIBRARIES:
        importlib.import_module(name)
    if not of_content:
        from rulebook.content import reading

        for game in reading.game_ids():
            reading.load(game)


def _cold(mutant: Mutant, tests: Sequence[str], known: Mapping[str, float]) -> str:
    if _module(mutant.path) in sys.modules:
        return "broken: imported before it was changed"
    sys.meta_path.insert(0, Changed(mutant))
    selected = Selected(tests, known)
    shelf = Shelving(mutant.path.startswith(CONTENT))
    files = list(dict.fromkeys(map(file_of, tests)))
    code = pytest.main([*QUIET, "-x", *files], plugins=[selected, shelf])
    return selected.said if code == pytest.ExitCode.OK or selected.fell else f"killed {code!r}"


class Shelving:
    """A plugin of pytest that puts up a shelf before anything is kept."""

    def __init__(self, searched: bool) -> None:
        self.searched = searched

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        self.shelf = Shelf(self.searched)


# --- In a warm process --------------------------------------------------------------------------------------


def warm(plan: Plan, mutants: Sequence[Mutant], tell: Callable[[Tried], None]) -> None:
    """Tried in children of this process, once pytest has collected and begun in it."""
    if mutants:
        files = {file_of(test): None for mutant in mutants for test in plan.tests(mutant)}
        code = pytest.main([*QUIET, WARM, *files], plugins=[Warm(plan, mutants, tell)])
        if code != pytest.ExitCode.OK:
            sys.exit(f"pytest ended with {code!r}")


class Warm(Shelving):
    """A plugin of pytest that tries mutants where the tests would run."""

    def __init__(self, plan: Plan, mutants: Sequence[Mutant], tell: Callable[[Tried], None]) -> None:
        super().__init__(any(mutant.path.startswith(CONTENT) for mutant in mutants))
        self.plan, self.mutants, self.tell = plan, mutants, tell

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Failed("tests can't be collected")
        first, *others = session.items
        if any("django_db_setup" in getattr(item, "fixturenames", ()) for item in others):
            first.config.hook.pytest_runtest_protocol(item=first, nextitem=others[0])
        items = {item.nodeid: item for item in others}
        # What no test calls may be what can't be imported here: the admin.
        paths = {mutant.path for mutant in self.mutants if self.plan.tests(mutant)}
        for path in paths:
            importlib.import_module(_module(path))
        functions = functions_of(paths)
        before = Before()
        for mutant in self.mutants:
            before.restore()
            self.shelf.clear()
            tests = [test for test in self.plan.tests(mutant) if test in items]
            work = partial(_warm, mutant, functions.get(mutant.path, ()), [items[test] for test in tests])
            self.tell(self.plan.tried(mutant, tests, work))
        return True


class Before:
    """The data folder, and the database that tests write to, as they were before the first of them."""

    def __init__(self) -> None:
        connections.close_all()
        self.folder = Path(settings.DATA_DIR)
        self.names = {path.name for path in self.folder.iterdir()}
        self.database = Path(str(connections["default"].settings_dict["NAME"]))
        self.whole = self.database.read_bytes() if self.database.exists() else None

    def restore(self) -> None:
        for path in self.folder.iterdir():
            if path.name not in self.names:
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        if self.whole is not None:
            self.database.write_bytes(self.whole)


def functions_of(paths: Collection[str]) -> dict[str, list[FunctionType]]:
    """By path, the functions that are there."""
    found: dict[str, list[FunctionType]] = {path: [] for path in paths}
    by_file = {str(ROOT / path): path for path in paths}
    gc.unfreeze()  # what tests/plugin.py has frozen isn't listed
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename in by_file:
            found[by_file[each.__code__.co_filename]].append(each)
    return found


def change(mutant: Mutant, functions: Iterable[FunctionType]) -> None:
    """Puts the mutant's code in the place of these functions' and forgets what they returned."""
    codes = replaced(mutant) or {}
    for function in functions:
        if code := codes.get(_place(function.__code__)):
            function.__code__ = code
    for each in vars(sys.modules[_module(mutant.path)]).values():
        if hasattr(each, "cache_clear"):
            each.cache_clear()


def _warm(mutant: Mutant, functions: Iterable[FunctionType], items: Sequence[pytest.Item]) -> str:
    change(mutant, functions)
    outcome = Outcome()
    items[0].config.pluginmanager.register(outcome)
    for item, following in zip(items, [*items[1:], items[0]], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if outcome.fell:
            break
    return outcome.said


def _place(code: CodeType) -> tuple[str, int, tuple[str, ...]]:
    return code.co_qualname, code.co_firstlineno, code.co_freevars


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Those of functions with a name: lambdas and comprehensions are made anew by the functions around."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and not inner.co_name.startswith("<"):
            yield inner
            yield from _codes(inner)


def replaced(mutant: Mutant) -> dict[tuple[str, int, tuple[str, ...]], CodeType] | None:
    """The codes that differ, by their place; None if they can't take one another's place."""
    path = str(ROOT / mutant.path)
    was = [*_codes(compile((ROOT / mutant.path).read_text(encoding="utf-8"), path, "exec"))]
    now = [*_codes(compile(mutant.text, path, "exec"))]
    new = {_place(code): code for code in now}
    if len(new) < len(now) or {*map(_place, was)} - new.keys():
        return None
    return new
