"""Plants each fault in a copy of the tree and runs the test that is to catch it.

python -m tests.faults [--only AREA_OR_NAME …] [--jobs 2] [--find]
script/with_postgres python -m tests.faults --only locks
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import cache_from_source
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests.faults.seeded import ON_A_SERVER, ROOT, Fault, every

PYTEST = (sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider")
TOO_LONG = 900  # seconds for one run: a fault may leave its test without an end
FELL = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.M)
DAILY = ("not thorough and not browser", "not thorough and browser")  # what `--find` runs, the slow ones last
OWN_TEST = "tests/setup/test_faults.py"  # falls for every fault: its patch is in the tree already


class Verdict(NamedTuple):
    """How a fault fared: `test` is the one that caught it, `why` says what happened instead."""

    fault: Fault
    test: str = ""
    why: str = ""

    def __str__(self) -> str:
        if self.test:
            return f"caught  {self.fault.name}  by {self.test}"
        return f"MISSED  {self.fault.name}  by {self.fault.test}: {self.why}"


class DoesNotApply(Exception):
    """The tree has moved on since the patch was made."""


# --- Copies of the tree -------------------------------------------------------------------------------------


def copied(home: Path) -> Path:
    """A copy of the tree as it stands, committed or not, with what tests look for around it."""
    tree = home / "tree"
    for name in git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")[:-1]:
        if (ROOT / name).exists():  # else it was deleted and not committed
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    for beside, there in (
        (ROOT / ".venv", tree / ".venv"),
        (ROOT / ".cache", tree / ".cache"),  # what is kept there is called by the digest of the code
        (ROOT.parent / "shared", home / "shared"),
    ):
        if beside.exists():
            there.symlink_to(beside.resolve())
    git(tree, "init", "--quiet")
    git(tree, "add", "--all")
    return tree


def git(tree: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=tree, capture_output=True, text=True, check=True).stdout


@contextmanager
def planted(tree: Path, fault: Fault) -> Iterator[None]:
    """The tree with a fault in it. Raises DoesNotApply."""
    try:
        git(tree, "apply", str(fault.patch))
    except subprocess.CalledProcessError as error:
        raise DoesNotApply(error.stderr.strip().partition("\n")[0]) from error
    forget(tree, fault)
    try:
        yield
    finally:
        git(tree, "apply", "--reverse", str(fault.patch))
        forget(tree, fault)


def forget(tree: Path, fault: Fault) -> None:
    """Leaves no byte-code of what a patch changes. Python takes it for that of any text of the same size and
    second; all other byte-code stays, so that a run doesn't begin by compiling the whole site.
    """
    for name in fault.files:
        if name.endswith(".py"):
            Path(cache_from_source(str(tree / name))).unlink(missing_ok=True)


# --- Runs of tests ------------------------------------------------------------------------------------------


class Run(NamedTuple):
    """What pytest said: its exit code, None where it didn't come to an end, and its output."""

    code: int | None
    output: str

    @property
    def fell(self) -> list[str]:
        """The tests that failed, or whose fixtures did."""
        return FELL.findall(self.output)

    @property
    def in_short(self) -> str:
        """Its complaint, else its last line."""
        lines = self.output.strip().splitlines() or ["no output"]
        return next((line for line in lines if line.startswith("ERROR")), lines[-1])


def run(tree: Path, *words: str, seconds: int | None = TOO_LONG) -> Run:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    try:
        done = subprocess.run(
            [*PYTEST, *words], cwd=tree, env=environment, capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return Run(None, f"no end in {seconds} s")
    return Run(done.returncode, done.stdout + done.stderr)


def not_green(tree: Path, faults: Sequence[Fault]) -> list[str]:
    """The named tests that fail without any fault; what they import is compiled by the way."""
    found = run(tree, *sorted({fault.test for fault in faults}), seconds=None)
    return [] if found.code == 0 else found.fell or [found.in_short]


def caught(tree: Path, fault: Fault) -> Verdict:
    """Whether the named test fails on the fault. No such test, or one that can't be read, catches nothing."""
    found = run(tree, "-x", fault.test)
    if found.code == 1 and "\nFAILED " in found.output:  # a fixture that fails is an ERROR
        return Verdict(fault, found.fell[0])
    return Verdict(fault, why="the test is green" if found.code == 0 else found.in_short)


def searched(tree: Path, fault: Fault) -> Verdict:
    """The first of the daily tests that fails on the fault."""
    for chosen in DAILY:
        found = run(tree, "-x", "-m", chosen, "--ignore", OWN_TEST, seconds=None)
        if found.fell:
            return Verdict(fault, found.fell[0])
    return Verdict(fault, why="no daily test fails")


def tried(trees: "SimpleQueue[Path]", fault: Fault, find: bool, red: Sequence[str]) -> Verdict:
    """A fault planted in the next tree that is free. A test that is `red` by itself catches nothing."""
    tree = trees.get()
    try:
        with planted(tree, fault):
            verdict = searched(tree, fault) if find else caught(tree, fault)
    except DoesNotApply as error:
        verdict = Verdict(fault, why=f"the patch does not apply: {error}")
    finally:
        trees.put(tree)
    if any(name == fault.test or name.startswith(f"{fault.test}[") for name in red):
        verdict = Verdict(fault, why="it fails without the fault, too")
    print(verdict, flush=True)
    return verdict


def main() -> int:
    asked = arguments()
    faults, begun = every(asked.only), time.monotonic()
    if not faults:
        sys.exit("no fault is called so")
    # On a server all would make their databases under the same names.
    jobs = 1 if any(fault.area == ON_A_SERVER for fault in faults) else min(asked.jobs, len(faults))
    with tempfile.TemporaryDirectory(prefix="grimoire-faults-") as home, ThreadPoolExecutor(jobs) as threads:
        trees = list(threads.map(copied, [Path(home) / str(n) for n in range(jobs)]))
        parts = [faults[n::jobs] for n in range(jobs)]
        red = list(chain.from_iterable(() if asked.find else threads.map(not_green, trees, parts)))
        for name in red:
            print(f"not green without a fault: {name}", flush=True)
        free: SimpleQueue[Path] = SimpleQueue()
        for tree in trees:
            free.put(tree)
        verdicts = list(threads.map(lambda fault: tried(free, fault, asked.find, red), faults))
    areas = Counter(verdict.fault.area for verdict in verdicts if verdict.test)
    print(", ".join(f"{area} {areas[area]}" for area in dict.fromkeys(fault.area for fault in faults)))
    print(f"{areas.total()} of {len(faults)} caught in {time.monotonic() - begun:.0f} s")
    return 0 if areas.total() == len(faults) else 1


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("--only", nargs="+", default=[], metavar="AREA_OR_NAME")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--find", action="store_true", help="by which of the daily tests each is caught first"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
