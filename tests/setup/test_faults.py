"""The seeded faults: a change that moves code takes the patches along (`docs/faults.md`)."""

import re
import subprocess

import pytest

from rulebook import finder
from tests.faults.seeded import AREAS, ON_A_SERVER, ROOT, Fault, every

FAULTS = every((*AREAS, ON_A_SERVER))
LOCK = ".select_for_update("


def test_each_area_has_five_faults() -> None:
    assert [fault.area for fault in every()] == [area for area in AREAS for _ in range(5)]


def test_every_lock_of_a_row_has_a_fault() -> None:
    """Whoever locks one more row plants its loss, too."""
    code = [path for name in ("web", *finder.APPS, finder.GAMES.name) for path in (ROOT / name).rglob("*.py")]
    held = sum(path.read_text(encoding="utf-8").count(LOCK) for path in code if "tests" not in path.parts)
    patches = [fault.patch.read_text(encoding="utf-8") for fault in every([ON_A_SERVER])]
    assert [len(re.findall(rf"^-.*{re.escape(LOCK)}", patch, re.M)) for patch in patches] == [1] * held


def test_no_two_faults_say_the_same() -> None:
    assert len({fault.says for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_test_that_catches_a_fault_is_there(fault: Fault) -> None:
    """Its parameters are for pytest to know."""
    function = re.sub(r"\[.*", "", fault.test).rpartition("::")[2]
    text = (ROOT / fault.test_file).read_text(encoding="utf-8")
    assert re.search(rf"^ *def {re.escape(function)}\(", text, re.M), fault.test


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_be_planted_in_the_tree_as_it_is(fault: Fault) -> None:
    """Where the code has moved on: plant it anew by hand, and `git diff` is the patch."""
    done = subprocess.run(
        ["git", "apply", "--check", str(fault.patch)], cwd=ROOT, capture_output=True, text=True
    )
    assert not done.returncode, done.stderr
