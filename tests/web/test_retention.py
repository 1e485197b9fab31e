"""Which backups stay, and that what stays brings the site back: a drill of a restore."""

import json
import os
import shutil
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from tests.setup.site import ROOT
from web import retention

DRILL = """
import json, os, sys
from pathlib import Path
import django
django.setup()
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from rulebook import rooms
from scoring.models import LinkRole, Sheet, new_sheet
from web.links import kinds

def seen():
    rows = {kind.__name__: list(kind.objects.order_by("pk").values("pk", "public_id")) for kind in kinds()}
    return rows, [list(sheet.entries.values_list("number", "cell", "text")) for sheet in Sheet.objects.all()]

rooms.open_all(ours=True)
kept, elsewhere = Path(sys.argv[1]), Path(sys.argv[2])
sheet = new_sheet("poison", ["Оля", "Саша", "Коля"], boxes=(), title="Вечер")
sheet.replace_links()
path, before = sheet.link(LinkRole.OWNER).path, seen()
call_command("backup", kept, keep=[7, 4])
connection.close()
settings.DATA_DIR = elsewhere
settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = elsewhere / "db.sqlite3"
[file] = kept.iterdir()
call_command("restore", file)
# The key is the one of the backup: a new one would open no link.
assert (elsewhere / "secret.key").read_text() == settings.SECRET_KEY
opened = Client(SERVER_NAME="127.0.0.1").get(path).status_code
print(json.dumps([before == seen(), len(before[0]["Sheet"]), opened]))
"""


def test_a_restore_in_a_new_folder_brings_the_same_rows_and_links(
    tmp_path: Path, filled_database: Path
) -> None:
    """«a restore drill in CI (a test: backup → restore in a new folder → same rows)»."""
    for name in ("data", "kept", "elsewhere"):
        (tmp_path / name).mkdir()
    shutil.copyfile(filled_database, tmp_path / "data/db.sqlite3")
    variables = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "GRIMOIRE_DATA_DIR": str(tmp_path / "data"),
    }
    variables.pop("DATABASE_URL", None)
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-c",
        DRILL,
        str(tmp_path / "kept"),
        str(tmp_path / "elsewhere"),
    ]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == [True, 1, 302]


def test_seven_days_and_four_weeks_stay() -> None:
    """«keep 7 daily, 4 weekly»: a backup every twelve hours for ten weeks leaves the last of each."""
    last = datetime(2026, 11, 29, 21)  # a Sunday
    made = [last - timedelta(hours=12 * n) for n in range(140)]
    days = {last - timedelta(days=n) for n in range(7)}
    weeks = {last - timedelta(weeks=n) for n in range(4)}
    assert retention.staying_of(made, 7, 4) == days | weeks


def test_where_few_were_made_days_without_any_count_for_nothing() -> None:
    """A computer that slept for a month doesn't lose its only backups."""
    made = [datetime(2026, 1, 5), datetime(2026, 3, 9), datetime(2026, 11, 29)]
    assert retention.staying_of(made, 7, 4) == set(made)


def test_only_backups_are_deleted(tmp_path: Path) -> None:
    names = [
        "grimoire-20261129-210000.tar.gz",
        "grimoire-20261129-090000.tar.gz",
        "grimoire-before-move.tar.gz",
        "notes",
    ]
    for name in names:
        (tmp_path / name).touch()
    assert [path.name for path in retention.prune(tmp_path, 7, 4)] == [names[1]]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted({*names} - {names[1]})


@pytest.mark.parametrize("keep", [[0, 4], [7, -1]])
def test_the_backup_just_made_is_never_deleted(tmp_path: Path, settings: Settings, keep: list[int]) -> None:
    settings.DATABASE_URL = ""
    with pytest.raises(CommandError, match="хотя бы один"):
        call_command("backup", tmp_path, keep=keep)
    with pytest.raises(CommandError, match="папка"):
        call_command("backup", tmp_path / "file", keep=[7, 4])
