"""What every test may use."""

import ctypes
import fcntl
import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from inspect import isfunction
from itertools import islice
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.utils import translation
from hypothesis.internal.conjecture import providers
from pytest_django import DjangoDbBlocker

from rulebook import finder, fingerprint
from rulebook.content.reading import game_ids, whole
from rulebook.loading import load_games
from rulebook.search import finding
from rulebook.search.indexing import build
from simulator.jobs import jobs
from tests.daily import Run, examples

# The same examples in every run, and no stop-watch: a busy computer is no failure.
hypothesis.settings.register_profile("steady", derandomize=True, deadline=None, max_examples=examples(100))
hypothesis.settings.load_profile("steady")
# Nor are they to hang on what constants are read out of whichever modules a process has loaded by then: each
# took half a second for it.
providers._get_local_constants = lambda: providers._local_constants
# Engines make frozen values by the million and no cycles; looking for cycles took a twelfth of the time.
gc.set_threshold(100_000, 50, 100)


A_BUSY_MACHINE = 60.0  # seconds; how fast a helper or a bot is is tested by figures, not here
SWEEPS = ("conformance", "wire")  # folders
NOTHING = "alone and not alone"  # of script/test, on a new clone
PAGES = "pages"  # in the name of a file whose tests ask for whole pages, as do all that have a client


def pytest_configure(config: pytest.Config) -> None:
    Run.is_daily = "not thorough" in config.option.markexpr


def pytest_pycollect_makeitem(
    collector: pytest.Collector, name: str, obj: object
) -> list[pytest.Item] | None:
    """Makes nothing of a thorough test that isn't chosen: every process would make it and throw it away.
    Where nothing can be chosen, no test is made at all: that only prepares their files.
    """
    if isfunction(obj) and collector.config.option.markexpr == NOTHING:
        return []
    if not Run.is_daily or not isfunction(obj):
        return None
    marks = (*collector.iter_markers(), *getattr(obj, "pytestmark", ()))
    return [] if any(mark.name == "thorough" for mark in marks) else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Marks what makes PDFs, goes over everything or asks for pages, before marks choose what runs."""
    if item.path.name.startswith("test_print_"):
        item.add_marker(pytest.mark.pdf)
    if item.path.parent.name in SWEEPS:
        item.add_marker(pytest.mark.long)
    if PAGES in item.path.stem or "client" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.whole)


# What pytest-django does before and after each test for marks and a framework that no test of ours has.
UNASKED = {
    "_django_clear_site_cache",
    "_django_isolate_apps",
    "_django_set_urlconf",
    "_live_server_helper",
    "_template_string_if_invalid_marker",
}


@pytest.hookimpl(trylast=True)  # after all plugins have told of their fixtures
def pytest_sessionstart(session: pytest.Session) -> None:
    """Leaves out what isn't asked for: eleven thousand times, it cost a third of what a small test costs."""
    for names in session._fixturemanager._node_autousenames.values():
        names[:] = [name for name in names if name not in UNASKED]


@pytest.hookimpl(trylast=True)  # after what isn't wanted is gone
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deals the tests out in parts, one for each process, which takes from other parts when its own is done.

    Those of the browser come early, the long ones first: a browser waits now and then. The first process
    prepares what pages need, and starts neither a browser nor a site for it; meanwhile the others begin with
    engines, which need nothing.
    """
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    if processes == 1:
        return
    browser = [item for item in items if item.get_closest_marker("browser")]
    browser.sort(key=lambda item: item.get_closest_marker("long") is None)
    engines = sorted((item for item in items if item.path.parent.name == "conformance"), key=table_of)
    games = list(dict.fromkeys(map(game_of, engines)))
    early = {*browser, *engines}
    others = iter([item for item in items if item not in early])
    size, parts = -(-len(items) // processes), []
    for n in range(processes):
        mine, looking = (each[n - 1 :: processes - 1] if n else [] for each in (games, browser))
        part = [*(item for item in engines if game_of(item) in mine), *looking]
        parts += [*part, *islice(others, max(0, size - len(part)))]
    items[:] = [*parts, *others]


def pytest_collection_finish() -> None:
    """What is loaded by now stays until the end; each look for garbage went through all of it."""
    gc.freeze()


def table_of(item: pytest.Item) -> str:
    """The table that a test of conformance is about, or its game, by which they share plays."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return str(params.get("table", params.get("game_id", "")))


def game_of(item: pytest.Item) -> str:
    return table_of(item).partition("-")[0]


def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of this run, the same for all test processes."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


def once(place: Path, make: Callable[[Path], object]) -> Path:
    """The file or folder `place`, made by the first test process that needs it, whole or not at all."""
    draft = place.with_name(f"{place.name}.draft")
    with place.with_name(f"{place.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            _remove(draft)  # of a run that was ended
            make(draft)
            draft.rename(place)
    return place


# What takes long to make and is the same in the next run; removing the folder costs nothing but time.
KEPT = Path(settings.BASE_DIR) / ".cache" / "tests"
MOST_KEPT = 6  # of a kind: those of other branches, of seeded faults and of the run with a game from outside


def kept(kind: str, ending: str, digest: str, make: Callable[[Path], object]) -> Path:
    """What was made of sources and code with this digest, in this run or an earlier one."""
    KEPT.mkdir(parents=True, exist_ok=True)
    place = once(KEPT / f"{kind}-{digest[:32]}{ending}", make)
    os.utime(place)
    for old in sorted(KEPT.glob(f"{kind}-*{ending}"), key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]:
        _remove(old)
        _remove(old.with_name(f"{old.name}.lock"))
    return place


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


@pytest.fixture(scope="session", autouse=True)
def prints_kept() -> Path:
    """A PDF that was made once is there for all tests, as long as what makes it stays.

    Its name tells what it is made of; the folder's tells by which code and versions.
    """
    pango = ctypes.CDLL("libpango-1.0.so.0").pango_version()
    place = kept("print", "", fingerprint.of([finder.ROOT / "rulebook/printing"], str(pango)), Path.mkdir)
    (settings.DATA_DIR / "print").symlink_to(place)
    return place


@pytest.fixture(scope="session", autouse=True)
def patient_jobs() -> None:
    """What a hint or a bot may take is tested by the processor's time: a busy computer is no failure."""
    jobs.JOB_SECONDS = A_BUSY_MACHINE


@pytest.fixture(autouse=True)
def russian() -> Iterator[None]:
    """A test starts in the site's own language, whatever page the one before it visited."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session")
def rules_loaded(django_db_setup: None) -> None:
    """The content of all games in the test database."""


@pytest.fixture(scope="session")
def search_index() -> Path:
    """The index of all games."""
    return kept("search", ".db", fingerprint.of_rules(), lambda draft: build(draft, map(whole, game_ids())))


@pytest.fixture(scope="session")
def index_of_all(search_index: Path) -> Path:
    """The same where the site looks for it; whoever searches asks for it, and all others do without."""
    place = settings.DATA_DIR / finding.FILE_NAME
    place.symlink_to(search_index)
    return place


FILLED = """
import django
django.setup()
from django.core.management import call_command
from rulebook.content.reading import game_ids, whole
from rulebook.loading import load_games
call_command("migrate", verbosity=0)
load_games(map(whole, game_ids()))
"""


@pytest.fixture(scope="session")
def filled_database() -> Path:
    return filled()


def filled() -> Path:
    """A database with the rules of all games in it, as `load_rules` leaves them."""
    code = (finder.ROOT / name for name in ("config", "web", *finder.APPS, finder.GAMES.name))
    return kept("filled", ".sqlite3", fingerprint.of(code, fingerprint.of_rules()), fill_database)


def fill_database(draft: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"GRIMOIRE_DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        subprocess.run([sys.executable, "-c", FILLED], cwd=finder.ROOT, env=environment, check=True)
        shutil.copyfile(Path(folder, "db.sqlite3"), draft)


def on_a_file() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"))


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """A file is made ready before; of a server's database the tests make one of their own."""
    return on_a_file()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, request: pytest.FixtureRequest
) -> None:
    if on_a_file():
        place = settings.DATABASES["default"]["TEST"]["NAME"]
        shutil.copyfile(request.getfixturevalue("filled_database"), place)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Every test that has a database has the rules in it."""
    if not on_a_file():
        with django_db_blocker.unblock():
            load_games(map(whole, game_ids()))
