"""The stranger's tests are a run of their own: `pytest --ds=tests.stranger.settings tests/stranger`."""

from rulebook import finder
from tests.browser.conftest import axe, browser, live_site, new_phone, page

__all__ = ["axe", "browser", "live_site", "new_phone", "page"]

collect_ignore_glob = [] if finder.room("rulebook", "stranger") else ["test_*.py"]
