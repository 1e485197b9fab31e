"""The tool that measures tests: it finds what no test notices, and nothing else."""

import re
import subprocess
import sys

from django.conf import settings

from tests.mutants.mutating import AT_IMPORT, mutants_of
from tests.mutants.survivors import reasons
from tests.mutants.toy import PRICE

TOY = "tests/mutants/toy.py"
CODE = '''
"""A module."""
LIMIT: int = 7

@cache(maxsize=8)
def holds(values: tuple[int, ...] = ()) -> bool:
    """Whether they do."""
    if not values and LIMIT is None:
        raise ValueError(f"{1 + 1}")
    return any(value < LIMIT for value in zip(values, strict=True))
'''


def changes(code: str) -> set[tuple[str, str]]:
    return {(mutant.function, mutant.becomes) for mutant in mutants_of("a.py", code)}


def test_every_kind_of_change_and_nothing_that_is_for_people() -> None:
    """Constants, operators, conditions and statements; not docstrings, types, caches or messages."""
    assert changes(CODE) == {
        (AT_IMPORT, "LIMIT: int = 8"),
        (AT_IMPORT, "LIMIT: int = 6"),
        ("holds", "if not values or LIMIT is None:"),
        ("holds", "if not (not values and LIMIT is None):"),
        ("holds", "if values and LIMIT is None:"),
        ("holds", "if not values and LIMIT is not None:"),
        ("holds", "pass"),
        ("holds", "return None"),
        ("holds", "return all((value < LIMIT for value in zip(values, strict=True)))"),
        ("holds", "return any(value <= LIMIT for value in zip(values, strict=True))"),
        ("holds", "return any(value >= LIMIT for value in zip(values, strict=True))"),
    }


def test_functions_keep_their_lines() -> None:
    """By them the code that is changed is found among the living."""
    code = "def f(a):\n    return (a +\n        1)\n\ndef g():\n    return 2\n"
    for mutant in mutants_of("a.py", code):
        assert mutant.text.splitlines().index("def g():") == 4


def test_a_change_that_no_test_notices_survives_and_all_others_are_killed() -> None:
    """Of ten and more: nobody asks for ten. What runs at import is tried, too."""
    words = ["-m", "tests.mutants", "--module", TOY, "--tests", "tests/mutants/test_toy.py"]
    done = subprocess.run(
        [sys.executable, *words], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
    )
    survivors = re.findall(r"^SURVIVED \S+ (\S+)\n- .*\n\+ (.*?) ?$", done.stdout, re.M)
    assert survivors == [("paid", "free = n > 10"), ("paid", "free = n >= 11")]
    every = mutants_of(TOY)
    assert f"{len(every)} of {len(every)} mutants" in done.stdout
    assert [mutant.becomes for mutant in every if mutant.function == AT_IMPORT] == [
        f"PRICE = {PRICE + 1}",
        f"PRICE = {PRICE - 1}",
        "def paid(n: int, discount: int = 1) -> int:",
        "def paid(n: int, discount: int = -1) -> int:",
    ]


def test_every_reason_belongs_to_a_mutant_that_is_still_there() -> None:
    known = reasons()
    there = {mutant.key for path in {key[0] for key in known} for mutant in mutants_of(path)}
    assert not known.keys() - there
    assert all(known.values())
