"""`manage.py bench` where there is nothing to serve yet: it says what to do instead of breaking off."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from simulator.matches import readiness


@pytest.mark.long
@pytest.mark.thorough  # every day each lack, below
def test_without_anything_in_the_data_folder_it_says_on_one_line_what_to_do(tmp_path):
    environment = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", "poison"],
        cwd=settings.BASE_DIR,
        env={**environment, "GRIMOIRE_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert str(tmp_path) in line
    for word in ("script/server", "migrate", "load_rules", "collectstatic"):
        assert word in line
    assert not (tmp_path / "db.sqlite3").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("storage", "collected", "there"),
    [
        ("django.contrib.staticfiles.storage.StaticFilesStorage", False, True),
        (settings.HASHED_STATIC, False, False),
        ("django.contrib.staticfiles.storage.ManifestStaticFilesStorage", True, True),
    ],
)
def test_static_files_with_hashes_in_their_names_have_to_be_collected(
    settings, tmp_path, storage, collected, there
):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": storage}}
    if collected:
        call_command("collectstatic", interactive=False, verbosity=0)
    assert ("collectstatic" in [need.command for need in readiness.lacking()]) == (not there)


@pytest.mark.django_db
def test_rules_that_were_not_loaded_are_told(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    with pytest.raises(CommandError, match=r"manage\.py load_rules") as caught:
        call_command("bench", "poison")
    assert "migrate" not in str(caught.value)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server makes no file")
def test_a_database_that_is_none_is_told(monkeypatch, tmp_path):
    database = tmp_path / "db.sqlite3"
    monkeypatch.setitem(connection.settings_dict, "NAME", str(database))
    assert "migrate" in [need.command for need in readiness.lacking()]
    assert not database.exists()
