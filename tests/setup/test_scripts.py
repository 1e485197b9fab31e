"""The scripts' own logic that can be seen without installing anything."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.daily import daily

pytestmark = pytest.mark.whole

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPTS = ["script/bootstrap", "script/server", "script/test", "script/messages", ".ci/run"]
SCRIPTS += ["script/soak", "script/with_postgres"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_executable_and_parses(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
    subprocess.run(["bash", "-n", ROOT / name], check=True)


LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def put_programs(folder: Path, programs: Mapping[str, str]) -> None:
    """Shell scripts, each by its name and what it does."""
    for name, body in programs.items():
        program = folder / name
        write(program, f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)


def bootstrap_on_a_bare_machine(folder: Path, user: int) -> subprocess.CompletedProcess[str]:
    """Runs script/bootstrap where the linker knows no library; apt-get says what it was told, and fails."""
    programs = {
        "id": f"echo {user}",
        "ldconfig": "echo none",
        "apt-get": 'echo "apt-get $*"; test "$1" = update',
    }
    put_programs(folder, programs)
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


def test_development_packages_are_installed_again_when_those_of_the_site_change(tmp_path: Path) -> None:
    """requirements-dev.txt builds on requirements.txt, so a change of either is a change for script/test."""
    for name in ("script/bootstrap", "requirements.txt", "requirements-dev.txt"):
        write(tmp_path / name, (ROOT / name).read_text(encoding="utf-8"))
    libraries = "libpango-1.0.so.0 libpangoft2-1.0.so.0 libharfbuzz-subset.so.0"
    present = dict.fromkeys(("chromium-headless-shell", "pdftoppm", "msgfmt"), "")
    put_programs(tmp_path / "bin", {"ldconfig": f"echo {libraries}", **present})
    put_programs(tmp_path / ".venv/bin", {"python": 'echo "$@"'})

    def installs() -> bool:
        environment = os.environ | {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
        command = ["bash", tmp_path / "script/bootstrap", "--dev"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return "-m pip install" in done.stdout

    assert [installs(), installs()] == [True, False]
    write(tmp_path / "requirements.txt", "django==99\n")
    assert [installs(), installs()] == [True, False]


def stamp(step: str, folder: Path, games: str = "") -> str:
    """What script/server compares: one hash for a step, with packages of games that lie in `folder`."""
    environment = os.environ | {"PYTHONPATH": str(folder), "GRIMOIRE_GAMES": games}
    command = [sys.executable, ROOT / "script/stamp.py", step]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def write(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("step", "file"),
    [
        ("rules", "rulebook/content/rules.toml"),
        *daily(
            [
                ("static", "scoring/static/guest/sheet.css"),
                ("migrations", "simulator/room/migrations/0001_initial.py"),
                ("reading", "rulebook/templates/guest/card.html"),
            ],
            [("migrations", "simulator/room/migrations/0001_initial.py")],
        ),
    ],
)
def test_a_step_is_done_again_when_a_game_from_outside_comes_changes_or_goes(
    tmp_path: Path, step: str, file: str
) -> None:
    """DESIGN §1: a stranger's game plugs in; the server notices by the stamps of its steps."""
    home = tmp_path / "guest"
    write(home / "rulebook/content/game.toml")
    without = stamp(step, tmp_path)
    write(home / file, "first")
    assert stamp(step, tmp_path) == without, "nobody asked for it"
    added = stamp(step, tmp_path, "guest")
    write(home / file, "second")
    changed = stamp(step, tmp_path, "guest")
    assert len({without, added, changed}) == 3
    assert stamp(step, tmp_path) == without


def test_migrations_inside_a_room_are_part_of_their_stamp(tmp_path: Path) -> None:
    """A copy of the script stands in a house of its own: a sub-app of one of our games changes."""
    for name in ("script/stamp.py", "rulebook/finder.py", "requirements.txt"):
        write(tmp_path / name, (ROOT / name).read_text(encoding="utf-8"))
    write(tmp_path / "simulator/games/ours/__init__.py")
    migration = tmp_path / "simulator/games/ours/room/migrations/0001_initial.py"
    write(migration, "first")
    command = [sys.executable, tmp_path / "script/stamp.py", "migrations"]
    before = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    write(migration, "second")
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout != before


SERVED = "-m config.server"
# Says the stamps that stand in a folder, and writes down whatever else it is asked to run.
PYTHON = """
case "$1" in
    script/stamp.py) cat "$STAMPS/$2" ;;
    *) echo "$*" >>"$STAMPS/run"; mkdir -p "$GRIMOIRE_DATA_DIR/static" ;;
esac
"""


def site_of_stubs(folder: Path) -> Path:
    """script/server with everything ready around it, and nothing behind it; the folder of the stamps."""
    write(folder / "script/server", (ROOT / "script/server").read_text(encoding="utf-8"))
    for name in ("script", ".venv/bin", "stamps", "var/static", "var/offline"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    put_programs(folder / "script", {"bootstrap": ""})
    put_programs(folder / ".venv/bin", {"python": PYTHON})
    for name in ("db.sqlite3", "search.db"):
        write(folder / "var" / name, "")
    for step in ("migrations", "rules", "static", "reading"):
        write(folder / "stamps" / step, "1")
        write(folder / f"var/{step}.stamp", "1")
    return folder / "stamps"


def steps_of_server(folder: Path) -> list[str]:
    """What script/server runs there before it serves."""
    stamps = folder / "stamps"
    (stamps / "run").unlink(missing_ok=True)
    data = {"STAMPS": str(stamps), "GRIMOIRE_DATA_DIR": str(folder / "var"), "DATABASE_URL": ""}
    subprocess.run(["bash", folder / "script/server"], env=os.environ | data, capture_output=True, check=True)
    *steps, served = (stamps / "run").read_text(encoding="utf-8").splitlines()
    assert served == SERVED
    return [step.split()[1] for step in steps]


@pytest.mark.parametrize(
    ("changed", "steps"),
    [
        ("", []),
        ("migrations", ["migrate", "load_rules"]),  # a migration may have emptied what the rules filled
        ("rules", ["load_rules"]),
        ("static", ["collectstatic"]),
        ("reading", ["bundle"]),
    ],
)
def test_a_start_does_again_what_is_made_from_what_has_changed_and_only_once(
    tmp_path: Path, changed: str, steps: list[str]
) -> None:
    stamps = site_of_stubs(tmp_path)
    if changed:
        write(stamps / changed, "2")
    assert steps_of_server(tmp_path) == steps
    assert steps_of_server(tmp_path) == []
