"""The scripts' own logic that can be seen without installing anything."""

import fcntl
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
SCRIPTS += ["script/mutants", "script/night", "script/pocket", "script/soak", "script/with_postgres"]
SCRIPTS += ["script/with_redis"]


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
    """requirements-dev.txt builds on three others, so a change of any is a change for script/test; what comes
    from npm has a list of its own.
    """
    beside = ("requirements-mcp.txt", "requirements-npm.txt", "requirements-redis.txt")
    lists = ("requirements.txt", "requirements-dev.txt", *beside)
    for name in ("script/bootstrap", *lists):
        write(tmp_path / name, (ROOT / name).read_text(encoding="utf-8"))
    libraries = "libpango-1.0.so.0 libpangoft2-1.0.so.0 libharfbuzz-subset.so.0"
    present = dict.fromkeys(("chromium-headless-shell", "pdftoppm", "msgfmt"), "")
    put_programs(tmp_path / "bin", {"ldconfig": f"echo {libraries}", **present})
    put_programs(tmp_path / ".venv/bin", {"python": 'echo "$@"'})

    def installs() -> tuple[bool, bool]:
        environment = os.environ | {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
        command = ["bash", tmp_path / "script/bootstrap", "--dev"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return "-m pip install" in done.stdout, "install --prefix .venv/npm" in done.stdout

    assert [installs(), installs()] == [(True, True), (False, False)]
    for name in ("requirements.txt", "requirements-mcp.txt", "requirements-redis.txt"):
        write(tmp_path / name, "django==99\n")
        assert [installs(), installs()] == [(True, False), (False, False)]
    write(tmp_path / "requirements-npm.txt", "typescript==99 # types\n")
    assert [installs(), installs()] == [(False, True), (False, False)]


def stamps(root: Path, folder: Path, games: str = "") -> dict[str, str]:
    """What script/server compares: one hash for each step, with packages of games that lie in `folder`."""
    environment = os.environ | {"PYTHONPATH": str(folder), "GRIMOIRE_GAMES": games}
    command = [sys.executable, root / "script/stamp.py"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return dict(line.split() for line in done.stdout.splitlines())


def write(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


OF_GUEST = {
    "rules": "rulebook/content/rules.toml",
    "static": "scoring/static/guest/sheet.css",
    "migrations": "simulator/room/migrations/0001_initial.py",
    "reading": "rulebook/templates/guest/card.html",
    "coverage": "simulator/cases/turn.toml",
}


def test_a_step_is_done_again_when_a_game_from_outside_comes_changes_or_goes(tmp_path: Path) -> None:
    """DESIGN §1: a stranger's game plugs in; the server notices by the stamps of its steps."""
    house, home = tmp_path / "house", tmp_path / "guest"
    copy_of_house(house, "script/stamp.py", *READ_BY_STAMP)
    without = stamps(house, tmp_path)
    for file in ("rulebook/content/game.toml", *OF_GUEST.values()):
        write(home / file, "first")
    assert stamps(house, tmp_path) == without, "nobody asked for it"
    before = stamps(house, tmp_path, "guest")
    assert without.items().isdisjoint(before.items())
    for step, file in OF_GUEST.items():
        write(home / file, "second")
        changed = stamps(house, tmp_path, "guest")
        assert changed[step] != before[step], step
        before = changed


def test_migrations_inside_a_room_are_part_of_their_stamp(tmp_path: Path) -> None:
    """A copy of the script stands in a house of its own: a sub-app of one of our games changes. «One hash
    over the names and contents»: a file that is only renamed changes it, too.
    """
    copy_of_house(tmp_path, "script/stamp.py", *READ_BY_STAMP)
    write(tmp_path / "games/ours/__init__.py")
    migration = tmp_path / "games/ours/simulator/room/migrations/0001_initial.py"
    write(migration, "first")
    before = stamps(tmp_path, tmp_path)["migrations"]
    write(migration, "second")
    changed = stamps(tmp_path, tmp_path)["migrations"]
    migration.rename(migration.with_name("0001_first.py"))
    renamed = stamps(tmp_path, tmp_path)["migrations"]
    assert len({before, changed, renamed}) == 3


# Writes down what it is asked for, and leaves behind what the command of this name does. Static files are
# those of the house, under names that say what is in them.
MANAGE = """
import json, os, shutil, sys
from pathlib import Path

data, step = Path(os.environ["GRIMOIRE_DATA_DIR"]), sys.argv[1]
with open("run", "a") as run:
    print(step, file=run)
if step == os.environ.get("FAILS"):
    sys.exit(f"{step} has said why")
data.mkdir(exist_ok=True)
if step == "collectstatic":
    (data / "static").mkdir()
    paths = {path.name: path.read_text() + path.suffix for path in Path("static").iterdir()}
    for plain, hashed in paths.items():
        shutil.copyfile(f"static/{plain}", data / "static" / hashed)
        shutil.copyfile(f"static/{plain}", data / "static" / f"{hashed}.br")
    (data / "static/staticfiles.json").write_text(json.dumps({"paths": paths}))
elif step == "load_rules":
    sys.path.insert(0, "script")
    import stamp
    (data / "search.db").touch()
    (data / "rules.stamp").write_text(f"{stamp.stamps()['rules']}\\n0\\n")
else:
    (data / "db.sqlite3").touch()
    if os.environ.get("OTHER_RULES"):  # in the tables
        (data / "rules.stamp").unlink(missing_ok=True)
"""
SERVED = "with open('run', 'a') as run: print('served', file=run)"
STEPS = {"migrate", "load_rules", "collectstatic"}
OF_WEB = ("web/keeping.py", "web/whole_files.py")
READ_BY_STAMP = (
    *("rulebook/finder.py", "rulebook/fingerprint.py", "requirements.txt"),
    *("rulebook/content/faults.py", "rulebook/content/entries.py"),  # how the finder says what is missing
)
AFTERWARDS = {  # the folder that each leaves, and what a start says of it
    "reading": ("offline", "Правила для чтения без сети соберу, когда сайт откроется"),
    "coverage": ("coverage", "Случаи из правил сыграю, когда сайт откроется"),
}
SOURCES = {
    "migrations": "web/migrations/0001_initial.py",
    "rules": "rulebook/content/shared/words.toml",
    "static": "static/page.css",
    "reading": "locale/django.po",
    "coverage": "simulator/engine/game.py",
}


def copy_of_house(folder: Path, *names: str) -> None:
    for name in names:
        write(folder / name, (ROOT / name).read_text(encoding="utf-8"))


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """script/server and what prepares, with a file for each step and nothing behind them."""
    copy_of_house(tmp_path, "script/server", "script/prepare.py", "script/stamp.py", *OF_WEB, *READ_BY_STAMP)
    put_programs(tmp_path / "script", {"bootstrap": ""})
    (tmp_path / ".venv/bin").mkdir(parents=True)
    put_programs(tmp_path / ".venv/bin", {"python": f'exec {sys.executable} "$@"'})
    write(tmp_path / "manage.py", MANAGE)
    write(tmp_path / "config/server.py", SERVED)
    for source in SOURCES.values():
        write(tmp_path / source, "first")
    return tmp_path


def start(house: Path, **variables: str) -> subprocess.Popen[str]:
    data = {"GRIMOIRE_DATA_DIR": str(house / "var"), "DATABASE_URL": "", "DEBUG": "0"}
    (house / "run").unlink(missing_ok=True)
    command = ["bash", house / "script/server"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=os.environ | data | variables, stdout=pipe, stderr=pipe, text=True)


def started(house: Path, **variables: str) -> tuple[list[str], str]:
    """The steps that a start ran before it served, and what it said."""
    process = start(house, **variables)
    said, complaint = process.communicate()
    assert process.returncode == 0, complaint
    *steps, last = (house / "run").read_text(encoding="utf-8").splitlines()
    assert last == "served"
    return steps, said


def kept(house: Path, name: str) -> str:
    return (house / "var" / name).read_text(encoding="utf-8")


def test_a_first_start_makes_everything_but_what_nobody_waits_for(house: Path) -> None:
    """Editions took half a minute before the first page; now they are made when the site answers."""
    steps, said = started(house)
    assert set(steps) == STEPS
    assert steps.index("migrate") < steps.index("load_rules")
    for line in ("Готовлю базу данных", "Загружаю правила", "Собираю статические файлы"):
        assert f"{line}\n" in said
    for name, (_, announced) in AFTERWARDS.items():
        assert announced in said
        assert len(kept(house, f"{name}.wanted").strip()) == 64
        assert not (house / f"var/{name}.stamp").exists()


CHANGED = {
    "migrations": ["migrate"],
    "rules": ["load_rules"],
    "static": ["collectstatic"],
    "reading": [],
    "coverage": [],
}


def test_a_start_does_again_what_is_made_from_what_has_changed_and_only_once(house: Path) -> None:
    """Each start does what has changed since the one before and nothing of what changed earlier."""
    started(house)
    for changed, steps in CHANGED.items():
        beside = changed if changed in AFTERWARDS else "reading"
        before = kept(house, f"{beside}.wanted")
        write(house / SOURCES[changed], "second")
        assert started(house)[0] == steps, changed
        assert kept(house, f"{beside}.wanted") != before, "all may change what is read without a network"
    wanted = {name: kept(house, f"{name}.wanted") for name in AFTERWARDS}
    assert started(house)[0] == []
    assert {name: kept(house, f"{name}.wanted") for name in AFTERWARDS} == wanted


def test_on_a_server_of_databases_each_start_migrates_and_loads_rules_only_if_others_are_there(
    house: Path,
) -> None:
    """Whether that one has its tables only it can say; both steps ran at each start."""
    server = "postgres://olya@db/grimoire"
    assert set(started(house, DATABASE_URL=server)[0]) == STEPS
    assert started(house, DATABASE_URL=server)[0] == ["migrate"]
    assert started(house, DATABASE_URL=server, OTHER_RULES="1")[0] == ["migrate", "load_rules"]


@pytest.mark.parametrize(("name", "made"), daily(AFTERWARDS.items(), [*AFTERWARDS.items()][:1]))
def test_what_is_made_afterwards_is_not_wished_for_again_until_it_is_gone(
    house: Path, name: str, made: tuple[str, str]
) -> None:
    folder, announced = made
    started(house)
    write(house / f"var/{name}.stamp", kept(house, f"{name}.wanted"))
    (house / "var" / folder).mkdir()
    assert announced not in started(house)[1]
    (house / "var" / folder).rmdir()
    assert announced in started(house)[1]
    assert not (house / f"var/{name}.stamp").exists()


@pytest.mark.parametrize(
    ("name", "done"),
    daily(
        [
            ("migrate", {"static"}),
            ("load_rules", {"migrations", "static"}),
            ("collectstatic", {"migrations", "rules"}),
        ],
        [("load_rules", {"migrations", "static"})],
    ),
)
def test_a_step_that_fails_stops_the_start_and_what_was_done_beside_it_stays(
    house: Path, name: str, done: set[str]
) -> None:
    process = start(house, FAILS=name)
    _, complaint = process.communicate()
    assert process.returncode == 1
    assert f"{name} has said why" in complaint
    assert "не получилось, сайт не запущен" in complaint
    assert "served" not in (house / "run").read_text(encoding="utf-8")
    assert {path.stem for path in (house / "var").glob("*.stamp")} == done
    assert name in started(house)[0]


BROKEN = [
    ("rules.stamp", "0123abc", "Загружаю правила: отметка rules.stamp испорчена", "load_rules"),
    ("rules.stamp", "a" * 64, "Загружаю правила", "load_rules"),  # of another version
    ("search.db", None, "Загружаю правила: search.db нет на месте", "load_rules"),
    (
        "static/staticfiles.json",
        None,
        "Собираю статические файлы: static/staticfiles.json нет на месте",
        "collectstatic",
    ),
]


def test_what_was_cut_off_or_taken_away_is_made_again_and_the_start_says_so(house: Path) -> None:
    started(house)
    for name, content, line, step in BROKEN:
        if content is None:
            (house / "var" / name).unlink()
        else:
            write(house / "var" / name, content)
        done, said = started(house)
        assert f"{line}\n" in said, name
        assert done == [step], name
    assert started(house)[0] == []


def test_static_files_of_the_start_before_stay_for_pages_that_are_open(house: Path) -> None:
    """A site that still runs, too, names them; what is older goes, and what was cut off never arrives."""
    static = house / "var/static"
    write(static / "page.css", "as the version before laid it there, with no hash")
    names = []
    for content in ("first", "second", "third"):
        write(house / "static/page.css", content)
        write(house / "var/static.draft/static/half.css", "of a start that was killed")
        started(house)
        names.append({path.name for path in static.iterdir()} - {"staticfiles.json"})
    assert names[0] == {"first.css", "first.css.br"}
    assert names[1] == names[0] | {"second.css", "second.css.br"}
    assert names[2] == {"second.css", "second.css.br", "third.css", "third.css.br"}
    assert not (house / "var/static.draft").exists()


def test_two_starts_in_one_folder_prepare_it_one_after_the_other(house: Path) -> None:
    """The second says that it waits, and then finds done what the first, this test, did meanwhile."""
    started(house)
    write(house / SOURCES["rules"], "second")
    with (house / "var/start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = start(house)
        assert process.stdout is not None
        assert "уже готовит другой запуск: жду" in process.stdout.readline()
        write(house / "var/rules.stamp", stamps(house, house)["rules"])
        assert not (house / "run").exists()
    process.communicate()
    assert (house / "run").read_text(encoding="utf-8") == "served\n"


def test_with_debug_static_files_are_taken_from_where_they_lie(house: Path) -> None:
    """A start without it afterwards found no list of hashed names, and no page could be drawn."""
    assert "collectstatic" not in started(house, DEBUG="1")[0]
    assert started(house)[0] == ["collectstatic"]
