"""Tries mutants of modules and says which no test notices: see script/mutants."""

import argparse
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence

from tests.mutants.covering import covering
from tests.mutants.mutating import ROOT, Mutant, mutants_of
from tests.mutants.survivors import reasons
from tests.mutants.trying import Plan, Tried, cold, warm

FATES = ("killed", "timed out", "equivalent", "survived", "uncovered", "broken")
NO_TEST = ("browser", "faults", "mutants", "night", "soak", "stranger", "wire")  # folders of tests/


class Table:
    """What has become of mutants, told as it happens and by module at the end."""

    def __init__(self) -> None:
        self.reasons = reasons()
        self.counts: dict[str, Counter[str]] = {}
        self.seconds: Counter[str] = Counter()

    def add(self, tried: Tried) -> None:
        mutant, fate = tried.mutant, "timed out" if tried.fate == "time" else tried.fate
        if fate not in ("killed", "timed out") and mutant.key in self.reasons:
            fate = "equivalent"
        self.counts.setdefault(mutant.path, Counter())[fate] += 1
        self.seconds[mutant.path] += tried.seconds
        if fate in ("survived", "uncovered", "broken"):
            print(f"\n{fate.upper()} {mutant} {tried.by}", flush=True)
        else:
            print(".", end="", flush=True)

    def __str__(self) -> str:
        rows = [f"\n{'':7}{'  '.join(FATES)}  noticed  CPU s  module"]
        total: Counter[str] = Counter()
        for path, count in sorted(self.counts.items()):
            rows.append(self._row(count, self.seconds[path], path))
            total += count
        return "\n".join([*rows, self._row(total, self.seconds.total(), "all")])

    def _row(self, count: Counter[str], seconds: float, name: str) -> str:
        noticed = count["killed"] + count["timed out"]
        share = noticed / max(1, count.total() - count["equivalent"])
        numbers = "  ".join(f"{count[fate]:{len(fate)}}" for fate in FATES)
        return f"{count.total():5}  {numbers}  {share:7.1%}  {seconds:5.0f}  {name}"


def main() -> int:
    asked = arguments()
    paths = [path for given in asked.module for path in modules(given)]
    every = [mutant for path in paths for mutant in mutants_of(path)]
    chosen = random.Random(asked.seed).sample(every, min(asked.sample or len(every), len(every)))
    chosen.sort(key=lambda mutant: (mutant.path, mutant.line))
    print(f"{len(chosen)} of {len(every)} mutants", flush=True)
    with tempfile.TemporaryDirectory(prefix="grimoire-mutants-") as folder:
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        table = tried(chosen, asked.tests or tests_of(paths), asked.seconds)
    print(table)
    return 0


def tried(mutants: Sequence[Mutant], tests: Sequence[str], seconds: float) -> Table:
    table, seen = Table(), covering([file for given in tests for file in files(given)])
    for name in seen.red:
        print(f"not green without a change: {name}", flush=True)
    plan = Plan(seen, seconds)
    apart = [mutant for mutant in mutants if plan.is_cold(mutant)]
    for each in cold(plan, apart):
        table.add(each)
    warm(plan, [mutant for mutant in mutants if mutant not in apart], table.add)
    return table


def modules(given: str) -> list[str]:
    """The modules at a path, in a folder or of a dotted name, but tests and migrations."""
    place = ROOT / (given if "/" in given or given.endswith(".py") else given.replace(".", "/"))
    place = place if place.exists() else place.with_suffix(".py")
    found = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    paths = [path.relative_to(ROOT) for path in found]
    return [str(path) for path in paths if len(paths) == 1 or not {"tests", "migrations"} & {*path.parts}]


def tests_of(paths: Sequence[str]) -> list[str]:
    """A game's tests for what is in its folder, and those of what games share; the latter for all else."""
    own = sorted({f"games/{parts[1]}/tests" for path in paths if (parts := path.split("/"))[0] == "games"})
    shared = [path for path in sorted((ROOT / "tests").iterdir()) if path.is_dir()]
    return own + [f"tests/{path.name}" for path in shared if path.name not in (*NO_TEST, "__pycache__")]


def files(given: str) -> list[str]:
    place = ROOT / given
    found = sorted(place.rglob("test_*.py")) if place.is_dir() else [place]
    return [str(path.relative_to(ROOT)) for path in found]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/mutants")
    parser.add_argument("--module", nargs="+", required=True, help="files, folders, dotted names")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="so many; all, unless given")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="choose from these alone")
    parser.add_argument("--seconds", type=float, default=120, help="of tests for a mutant, at most")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
