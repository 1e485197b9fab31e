"""What every test may use."""

import fcntl
import os
import shutil
from collections.abc import Iterator

import hypothesis
import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import translation
from pytest_django import DjangoDbBlocker

from rulebook.content.reading import game_ids, load
from rulebook.loading import load_games
from rulebook.search import finding

# The same examples in every run, and no stop-watch: a busy computer is no failure.
hypothesis.settings.register_profile("steady", derandomize=True, deadline=None)
hypothesis.settings.load_profile("steady")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what makes PDFs, and deals the long tests to the test processes, which begin with them.

    Each process is given a part of the list from one end to the other, and takes from others when it is done.
    """
    for item in items:
        if item.path.name.startswith("test_print_"):
            item.add_marker(pytest.mark.pdf)
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    long = [item for item in items if item.get_closest_marker("long")]
    short = [item for item in items if not item.get_closest_marker("long")]
    share = -(-len(short) // processes)
    items[:] = [
        item for n in range(processes) for item in (*long[n::processes], *short[n * share : (n + 1) * share])
    ]


@pytest.fixture(autouse=True)
def russian() -> Iterator[None]:
    """A test starts in the site's own language, whatever page the one before it visited."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session")
def rules_loaded(django_db_setup: None) -> None:
    """The content of all games in the test database, and the search index beside it."""


@pytest.fixture(scope="session")
def search_wanted() -> bool:
    """Whether the index of the search is built; a folder of tests may do without."""
    return True


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
    search_wanted: bool,
) -> None:
    """Every test that has a database has the rules in it; the first process builds the index for all."""
    base = tmp_path_factory.getbasetemp()
    built = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / finding.FILE_NAME
    own = settings.DATA_DIR / finding.FILE_NAME
    with django_db_blocker.unblock(), built.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not search_wanted:
            load_games(map(load, game_ids()))
        elif built.exists():
            shutil.copyfile(built, own)
            load_games(map(load, game_ids()))
        else:
            call_command("load_rules", verbosity=0)
            shutil.copyfile(own, built)
