"""The tool that measures tests: it finds what no test notices, and nothing else."""

import re
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from itertools import repeat
from types import FunctionType

import pytest
from django.conf import settings

from tests.mutants import test_toy
from tests.mutants.children import in_child
from tests.mutants.mutating import AT_IMPORT, Mutant, mutants_of
from tests.mutants.survivors import reasons
from tests.mutants.toy import paid
from tests.mutants.trying import change, functions_of

TOY = "tests/mutants/toy.py"
UNNOTICED = ["free = n > 10", "free = n >= 11"]  # nobody asks for ten
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


def noticed(mutant: Mutant, functions: Sequence[FunctionType]) -> str:
    change(mutant, functions)
    try:
        test_toy.test_every_thing_has_its_price()
        test_toy.test_of_ten_and_more_one_is_free()
    except (AssertionError, TypeError):
        return "noticed"
    return "not noticed"


def test_a_change_that_no_test_notices_is_told_from_all_others() -> None:
    """Of ten and more one is free: nobody asks for ten. The process that forks is left as it was."""
    inside = [mutant for mutant in mutants_of(TOY) if mutant.function != AT_IMPORT]
    functions = functions_of([TOY])[TOY]
    said = [in_child(partial(noticed, mutant, functions), 10).text for mutant in inside]
    left = [mutant.becomes for mutant, word in zip(inside, said, strict=True) if word == "not noticed"]
    assert left == UNNOTICED
    assert said.count("noticed") == 5
    assert paid(12) == 33


def test_work_without_an_end_is_ended() -> None:
    answer = in_child(lambda: str(sum(repeat(1))), 0.1)
    assert answer.text is None
    assert answer.seconds < 5


@pytest.mark.thorough
def test_the_command_says_where_a_change_was_not_noticed() -> None:
    """What runs as the module is imported is tried, too: PRICE."""
    words = ["-m", "tests.mutants", "--module", TOY, "--tests", "tests/mutants/test_toy.py"]
    done = subprocess.run(
        [sys.executable, *words], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
    )
    survivors = re.findall(r"^SURVIVED (\S+):8 paid\n- free = n >= 10\n\+ (.*?) ?$", done.stdout, re.M)
    assert survivors == [(TOY, line) for line in UNNOTICED]
    every = len(mutants_of(TOY))
    assert f"{every} of {every} mutants" in done.stdout
    assert done.stdout.count("SURVIVED") == len(UNNOTICED)
    assert "UNCOVERED" not in done.stdout
    assert "not green" not in done.stdout


def test_every_reason_belongs_to_a_mutant_that_is_still_there() -> None:
    known = reasons()
    there = {mutant.key for path in {key[0] for key in known} for mutant in mutants_of(path)}
    assert not known.keys() - there
    assert all(known.values())
