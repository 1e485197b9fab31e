"""What every test may use."""

import fcntl
import gc
import os
import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.utils import translation
from pytest_django import DjangoDbBlocker

from rulebook.content.reading import game_ids, whole
from rulebook.loading import load_games
from rulebook.search import finding
from rulebook.search.indexing import build
from tests.daily import examples

# The same examples in every run, and no stop-watch: a busy computer is no failure.
hypothesis.settings.register_profile("steady", derandomize=True, deadline=None, max_examples=examples(100))
hypothesis.settings.load_profile("steady")
# Engines make frozen values by the million and no cycles; looking for cycles took a twelfth of the time.
gc.set_threshold(100_000, 50, 100)


SWEEPS = ("conformance", "wire")  # folders
PAGES = "pages"  # in the name of a file whose tests ask for whole pages, as do all that have a client


def pytest_itemcollected(item: pytest.Item) -> None:
    """Marks what makes PDFs, goes over everything or asks for pages, before marks choose what runs."""
    if item.path.name.startswith("test_print_"):
        item.add_marker(pytest.mark.pdf)
    if item.path.parent.name in SWEEPS:
        item.add_marker(pytest.mark.long)
    if PAGES in item.path.stem or "client" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.whole)


@pytest.hookimpl(trylast=True)  # after what isn't wanted is gone
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deals the tests out in parts, one for each process, which takes from other parts when its own is done.

    Those of the browser come early, the long ones first: a browser waits now and then. The first process
    prepares what pages need; meanwhile the others begin with engines, which need nothing.
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
        mine = games[n - 1 :: processes - 1] if n else []
        meanwhile = [item for item in engines if game_of(item) in mine]
        part = [*meanwhile, *browser[n::processes]]
        parts += [*part, *islice(others, max(0, size - len(part)))]
    items[:] = [*parts, *others]


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
            make(draft)
            draft.rename(place)
    return place


@pytest.fixture(scope="session", autouse=True)
def prints_shared(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A PDF that one test process has made is there for all of them."""
    prints = shared_folder(tmp_path_factory) / "print"
    prints.mkdir(exist_ok=True)
    (settings.DATA_DIR / "print").symlink_to(prints)


@pytest.fixture(autouse=True)
def russian() -> Iterator[None]:
    """A test starts in the site's own language, whatever page the one before it visited."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session")
def rules_loaded(django_db_setup: None) -> None:
    """The content of all games in the test database, and the search index beside it."""


@pytest.fixture(scope="session")
def search_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of all games."""
    place = shared_folder(tmp_path_factory) / finding.FILE_NAME
    return once(place, lambda draft: build(draft, map(whole, game_ids())))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker, search_index: Path) -> None:
    """Every test that has a database has the rules in it, as `load_rules` leaves them."""
    shutil.copyfile(search_index, settings.DATA_DIR / finding.FILE_NAME)
    with django_db_blocker.unblock():
        load_games(map(whole, game_ids()))
