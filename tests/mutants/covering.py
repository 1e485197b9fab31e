"""Which tests run which functions, seen once and kept by the digest of the code."""

import hashlib
import json
import os
import re
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from tests.mutants.children import in_child
from tests.mutants.mutating import AT_IMPORT, ROOT

KEPT = ROOT / ".cache" / "mutants"
QUICK = "not thorough and not browser and not pdf and not alone"
# No output, nothing kept of one run for the next.
QUIET = (
    "-p",
    "no:terminal",
    "-p",
    "tests.mutants.silent",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-s",
    "-m",
    QUICK,
)
TOOL = Path(__file__).parent.relative_to(ROOT)  # what it is made of changes nothing
LONGEST = 3600.0  # seconds for a run of all tests that are chosen from
INSIDE = re.compile(r"\.<locals>\.<.*")  # lambdas and comprehensions belong to the function around them


class Covering:
    """`seconds` by test that is green; `tests` by function; the functions called `at_import` of a module."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.tests: dict[str, list[str]] = defaultdict(list)
        self.at_import: set[str] = set()
        self.red: list[str] = []

    def add(self, seen: dict[str, Any]) -> None:
        self.seconds |= seen["seconds"]
        self.at_import |= set(seen["at_import"])
        self.red += seen["red"]
        for function, tests in seen["tests"].items():
            self.tests[function] += [test for test in tests if test in seen["seconds"]]

    def chosen(self, path: str, function: str, most: float) -> list[str]:
        """The tests of a function, then the others of their files, as a file's first test makes what others
        look at, too; the quickest first, no more than `most` seconds of them.
        """
        if function == AT_IMPORT or f"{path} {function}" in self.at_import:
            own = {test for name, tests in self.tests.items() if name.split()[0] == path for test in tests}
        else:
            own = {*self.tests.get(f"{path} {function}", ())}
        files = {file_of(test) for test in own}
        beside = {test for test in self.seconds if file_of(test) in files} - own
        return list(self._within([*self._quickest(own), *self._quickest(beside)], most))

    def _quickest(self, tests: Iterable[str]) -> list[str]:
        """File by file, so that what a file's tests share is made once."""
        files: dict[str, list[str]] = defaultdict(list)
        for test in tests:
            files[file_of(test)].append(test)
        took = {file: sum(map(self.seconds.__getitem__, its)) for file, its in files.items()}
        return [
            test
            for file in sorted(files, key=lambda file: (took[file], file))
            for test in sorted(files[file], key=lambda test: (self.seconds[test], test))
        ]

    def _within(self, tests: Iterable[str], most: float) -> Iterator[str]:
        for test in tests:
            most -= self.seconds[test]
            if most >= 0:
                yield test


def file_of(test: str) -> str:
    return test.partition("::")[0]


def covering(files: Sequence[str]) -> Covering:
    """By these files of tests. Those that weren't seen since the code changed are run in a child."""
    code, found = _digest_of_code(), Covering()
    places = {file: KEPT / f"{_digest(code, (ROOT / file).read_bytes())}.json" for file in files}
    KEPT.mkdir(parents=True, exist_ok=True)
    missing = [file for file, place in places.items() if not place.exists()]
    if missing:
        answer = in_child(lambda: _see(missing, places), LONGEST)
        if answer.text != "seen":
            sys.exit(f"the tests could not be run: {answer.text}")
        print(f"{len(missing)} files of tests were run in {answer.seconds:.0f} s", flush=True)
    for place in places.values():
        found.add(json.loads(place.read_text(encoding="utf-8")))
    return found


def _digest_of_code() -> str:
    """Of all code but tests: what a test calls depends on it, and on the test's own file."""
    found = sorted(path.relative_to(ROOT) for path in ROOT.glob("[!.]*/**/*.py"))
    code = (path for path in found if path.parent != TOOL and not path.name.startswith("test_"))
    return _digest(*((ROOT / path).read_bytes() for path in code))


def _digest(*parts: str | bytes) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(part.encode() if isinstance(part, str) else part)
    return found.hexdigest()


def _see(files: Sequence[str], places: dict[str, Path]) -> str:
    watch = Watch()
    sys.settrace(watch.call)
    threading.settrace(watch.call)
    code = pytest.main([*QUIET, *files], plugins=[watch])
    sys.settrace(None)
    threading.settrace(None)
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
        return f"pytest ended with {code!r}"
    called = watch.called_by()
    for file in files:
        draft = places[file].with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(watch.seen_by(file, called[file]), ensure_ascii=False), encoding="utf-8")
        draft.rename(places[file])
    return "seen"


class Watch:
    """A plugin of pytest that sees which functions of the house each test calls."""

    def __init__(self) -> None:
        self.codes: dict[int, CodeType] = {}  # by id: to hash one takes long
        self.called: set[int] = set()  # by the test that runs
        self.importing = 0
        self.at_import: set[int] = set()
        self.seconds: dict[str, float] = {}
        self.red: set[str] = set()
        self.tests: dict[int, list[str]] = defaultdict(list)

    def call(self, frame: FrameType, event: str, arg: object) -> Any:
        code = id(frame.f_code)
        if code not in self.called:
            self.called.add(code)
            self.codes[code] = frame.f_code  # and it stays, so that nothing else gets its id
            if frame.f_code.co_name == AT_IMPORT:
                self.importing += 1
                frame.f_trace_lines = False
                return self._module
        if self.importing:
            self.at_import.add(code)
        return None

    def _module(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "return":
            self.importing -= 1
        return self._module

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.called.clear()
        begun = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - begun
            for code in [*self.called]:
                self.tests[code].append(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.red.add(report.nodeid)

    @cached_property
    def called_at_import(self) -> list[str]:
        return sorted({_name(self.codes[code]) for code in self.at_import} - {""})

    def called_by(self) -> dict[str, dict[str, set[str]]]:
        """By file of tests, by function: the tests that call it."""
        found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for code, tests in self.tests.items():
            if name := _name(self.codes[code]):
                for test in tests:
                    found[file_of(test)][name].add(test)
        return found

    def seen_by(self, file: str, called: Mapping[str, Iterable[str]]) -> dict[str, Any]:
        mine = {test: round(took, 4) for test, took in self.seconds.items() if file_of(test) == file}
        return {
            "seconds": {test: took for test, took in mine.items() if test not in self.red},
            "red": sorted(self.red & mine.keys()),
            "at_import": self.called_at_import,
            "tests": {name: sorted(tests) for name, tests in called.items()},
        }


def _name(code: CodeType) -> str:
    """«path function» of what is the house's; else empty."""
    path = Path(code.co_filename)
    if not path.is_relative_to(ROOT) or path.name.startswith("test_"):
        return ""
    return f"{path.relative_to(ROOT)} {INSIDE.sub('', code.co_qualname)}"
