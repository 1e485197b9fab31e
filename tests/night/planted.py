"""Plants each fault of tests/night/faults in a copy of the tree; says after how many evenings it is found.

python -m tests.night.planted [--only NAME …] [--evenings 300] [--jobs 1]
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import django

django.setup()

from tests.faults.__main__ import DoesNotApply, copied, planted  # noqa: E402
from tests.faults.seeded import Fault, read  # noqa: E402
from tests.night.world import DATABASE  # noqa: E402
from tests.plugin import filled  # noqa: E402

FOLDER = Path(__file__).parent / "faults"
FOUND = re.compile(r"^seed (\d+), [^:]+: (.+)$", re.M)
FIRST = 1  # seed


class Verdict(NamedTuple):
    """How a fault fared; `evenings` 0: it wasn't found."""

    fault: Fault
    evenings: int
    why: str

    def __str__(self) -> str:
        found = f"evening {self.evenings:3}" if self.evenings else "NOT FOUND  "
        return f"{found}  {self.fault.patch.stem:24} {self.why}"


def tried(trees: "SimpleQueue[Path]", fault: Fault, evenings: int) -> Verdict:
    """A fault planted in the next tree that is free."""
    tree = trees.get()
    kind = ["--kind", *fault.test.split()]
    words = [*kind, "--seed", str(FIRST), "--evenings", str(evenings), "--whole"]
    try:
        with planted(tree, fault):
            done = subprocess.run(
                [sys.executable, "-m", "tests.night", *words], cwd=tree, capture_output=True, text=True
            )
        found = FOUND.search(done.stdout)
        where, why = (int(found[1]) - FIRST + 1, found[2]) if found else (0, done.stderr[-200:])
    except DoesNotApply as error:
        where, why = 0, f"the patch does not apply: {error}"
    finally:
        trees.put(tree)
    verdict = Verdict(fault, where, why[:90])
    print(verdict, flush=True)
    return verdict


def every(only: Iterable[str]) -> list[Fault]:
    return [read(patch) for patch in sorted(FOLDER.glob("*.patch")) if not only or patch.stem in only]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.night.planted")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--evenings", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    faults, begun = every(asked.only), time.monotonic()
    os.environ[DATABASE] = str(filled())
    with (
        tempfile.TemporaryDirectory(prefix="grimoire-night-") as home,
        ThreadPoolExecutor(asked.jobs) as threads,
    ):
        trees: SimpleQueue[Path] = SimpleQueue()
        for n in range(asked.jobs):
            trees.put(copied(Path(home) / str(n)))
        verdicts = list(threads.map(lambda fault: tried(trees, fault, asked.evenings), faults))
    found = sum(bool(verdict.evenings) for verdict in verdicts)
    print(f"{found} of {len(faults)} found in {time.monotonic() - begun:.0f} s")
    return 0 if found == len(faults) else 1


if __name__ == "__main__":
    sys.exit(main())
