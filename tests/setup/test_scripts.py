"""The scripts' own logic that can be seen without installing anything."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPTS = ["script/bootstrap", "script/server", "script/test", "script/messages", ".ci/run"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_executable_and_parses(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
    subprocess.run(["bash", "-n", ROOT / name], check=True)


LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def bootstrap_on_a_bare_machine(folder: Path, user: int) -> subprocess.CompletedProcess[str]:
    """Runs script/bootstrap where the linker knows no library; apt-get says what it was told, and fails."""
    programs = {
        "id": f"echo {user}",
        "ldconfig": "echo none",
        "apt-get": 'echo "apt-get $*"; test "$1" = update',
    }
    for name, body in programs.items():
        program = folder / name
        program.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        program.chmod(0o755)
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}
    command = [ROOT / "script/bootstrap"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_without_root_the_exact_line_is_printed_and_the_script_stops(tmp_path: Path) -> None:
    done = bootstrap_on_a_bare_machine(tmp_path, user=1000)
    assert done.returncode == 1
    assert f"sudo apt-get install --no-install-recommends {LIBRARIES}" in done.stderr
    assert "apt-get update" not in done.stdout


def test_root_installs_what_is_missing_and_a_failure_stops_the_script(tmp_path: Path) -> None:
    done = bootstrap_on_a_bare_machine(tmp_path, user=0)
    assert done.returncode != 0
    assert f"apt-get install -q -y --no-install-recommends {LIBRARIES}" in done.stdout
    assert ".venv" not in done.stdout
