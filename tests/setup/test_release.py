"""`manage.py release` by several machines that share one PostgreSQL."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.setup.site import ROOT

pytestmark = pytest.mark.thorough  # starts a PostgreSQL of its own; every day test_scripts holds the steps
RELEASES = """
export DATABASE_URL=$TEST_DATABASE_URL
for machine in a b; do
    GRIMOIRE_DATA_DIR=$1/$machine "$0" manage.py release &
done
for job in $(jobs -p); do
    wait "$job" || exit 1
done
echo again
GRIMOIRE_DATA_DIR=$1/a exec "$0" manage.py release
"""


def test_two_at_once_prepare_an_empty_database_and_later_ones_load_nothing(tmp_path: Path) -> None:
    """«Any number of machines at once, once done.» One of two `migrate` failed with «scoring_sheet already
    exists», one of two `load_rules` with «Key (alchemists) already exists».
    """
    pytest.importorskip("psycopg")
    command = [ROOT / "script/with_postgres", "bash", "-c", RELEASES, sys.executable, tmp_path]
    known = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(command, cwd=ROOT, env=known, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    first, _, again = done.stdout.partition("again\n")
    assert first.count("Загружаю правила\n") == 2
    assert "Загружаю" not in again
    assert {path.name for path in tmp_path.glob("*/search.db")} == {"search.db"}
