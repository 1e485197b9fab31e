"""A seeded fault: a patch, what is wrong with it in a sentence, and the test that catches it."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
AREAS = (
    *("points", "rules", "view", "sheet", "store", "table"),
    *("search", "print", "access", "web", "cases", "scripts"),
)
ON_A_SERVER = "locks"  # what SQLite hides: tried where it is asked for, under script/with_postgres
HEADERS = re.compile(r"Fault: (?P<says>.+)\nCaught by: (?P<test>\S.*)\n\n(?=diff --git )")
CHANGED = re.compile(r"^\+\+\+ b/(.+)$", re.M)


class Fault(NamedTuple):
    """`test` is the node of the test that catches it, `files` what the patch changes."""

    name: str
    patch: Path
    says: str
    test: str
    files: tuple[str, ...]

    @property
    def area(self) -> str:
        return self.name.partition("/")[0]

    @property
    def test_file(self) -> str:
        return self.test.partition("::")[0]


def read(patch: Path) -> Fault:
    """The fault of a patch. Raises ValueError for one without its headers."""
    text = patch.read_text(encoding="utf-8")
    headers = HEADERS.match(text)
    if not headers:
        raise ValueError(f"{patch}: no «Fault:» and «Caught by:» before the change")
    name = f"{patch.parent.name}/{patch.stem}"
    return Fault(name, patch, headers["says"], headers["test"], tuple(CHANGED.findall(text)))


def every(wanted: Sequence[str] = ()) -> list[Fault]:
    """All faults in the order of areas, or those of the areas and names that are wanted."""
    areas = (*AREAS, ON_A_SERVER) if wanted else AREAS
    found = [read(patch) for area in areas for patch in sorted((HERE / area).glob("*.patch"))]
    return [
        fault
        for fault in found
        if not wanted or {fault.area, fault.name, fault.patch.stem}.intersection(wanted)
    ]
