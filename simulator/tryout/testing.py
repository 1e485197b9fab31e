"""Conformance and an author's own tests, run in this process; what fails is said in a line or two."""

import time
from pathlib import Path

import pytest

from rulebook.finder import ROOT
from simulator.tryout.looking import Failure

CONFORMANCE = ROOT / "tests" / "conformance"
QUIET = ("-p", "no:terminal", "-p", "no:cacheprovider")
OURS = {"-m": "not thorough", "-c": str(ROOT / "pyproject.toml"), "--rootdir": str(ROOT)}
OF_ALL = "test_determinism.py"  # asks all games at once, here one
MORE = "Use -v to get more diff"  # pytest's advice, which helps nobody here


class Listener:
    """Chooses the tests that are about a game, and hears how they end; `collecting` is what that took."""

    def __init__(self, own: Path):
        self.own, self.passed, self.collecting = own, 0, 0.0
        self.failures: list[Failure] = []
        self._docs: dict[str, str] = {}
        self._begun = time.process_time()

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        kept = [item for item in items if self._is_about_it(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept
        self._docs = {item.nodeid: _first_line(item) for item in kept}

    def _is_about_it(self, item: pytest.Item) -> bool:
        params = item.callspec.params if hasattr(item, "callspec") else {}
        about = not {"table", "game_id"}.isdisjoint(params)
        return about or item.path.name == OF_ALL or self.own in item.path.parents

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.collecting = time.process_time() - self._begun

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failures.append(Failure(report.nodeid, "", _last_line(str(report.longrepr)), ""))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failures.append(_failure(report, self._docs.get(report.nodeid, "")))
        elif report.when == "call":
            self.passed += 1


def run(own: Path) -> Listener:
    """Conformance, and the tests in a folder if there are any."""
    listener = Listener(own)
    words = [word for pair in OURS.items() for word in pair]
    places = [str(CONFORMANCE), *([str(own)] if own.is_dir() else [])]
    pytest.main([*QUIET, *words, *places], plugins=[listener])
    return listener


def _first_line(item: pytest.Item) -> str:
    words = getattr(getattr(item, "function", None), "__doc__", None) or ""
    return " ".join(words.split("\n\n")[0].split())


def _failure(report: pytest.TestReport, about: str) -> Failure:
    crash = getattr(report.longrepr, "reprcrash", None)
    what = str(crash.message) if crash else str(report.longrepr)
    place = f"{Path(crash.path).name}:{crash.lineno}" if crash else ""
    name = report.nodeid.rpartition("::")[2].partition("[")[0]
    return Failure(name, about, " ".join(what.replace(MORE, "").split()), place)


def _last_line(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip()), "")
