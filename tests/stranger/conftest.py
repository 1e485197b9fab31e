"""The stranger's tests are a run of their own: `pytest --ds=tests.stranger.settings tests/stranger`."""

from pathlib import Path

import pytest

from rulebook import finder
from tests.browser.conftest import axe, browser, idle_phones, live_data, live_site, new_phone, page, prepared

__all__ = ["axe", "browser", "idle_phones", "live_data", "live_site", "new_phone", "page", "prepared"]

collect_ignore_glob = [] if finder.room("rulebook", "stranger") else ["test_*.py"]


@pytest.fixture(scope="session")
def search_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty one: it takes long to build, and is not asked here."""
    empty = tmp_path_factory.mktemp("search") / "empty.db"
    empty.touch()
    return empty
