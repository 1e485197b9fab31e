"""The tables of rules to look at, for an operator who asks for them: `ADMIN=1` (README)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.db.migrations.loader import MigrationLoader
from django.test import Client

ROOT = Path(__file__).resolve().parent.parent.parent
OWN = {"admin", "auth", "contenttypes", "messages", "sessions"}
LOOK = """
import django, json
django.setup()
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from rulebook.models import Facet, Game, StoredEntry

settings.ALLOWED_HOSTS.append("testserver")
settings.STORAGES["staticfiles"]["BACKEND"] = settings.PLAIN_STATIC
call_command("makemigrations", check=True, dry_run=True, verbosity=0)
tables = [*(apps.get_model(label) for label in ("contenttypes.ContentType", "auth.Permission", "auth.Group",
    "auth.User", "sessions.Session", "admin.LogEntry")), Game, StoredEntry, Facet]
with connection.schema_editor() as editor:
    list(map(editor.create_model, tables))

from rulebook.content import reading
from rulebook.loading import load_games
load_games([reading.whole("poison")])
visitor, owner = Client(), Client()
owner.force_login(apps.get_model("auth.User").objects.create_superuser("owner"))
row = next(row for row in StoredEntry.objects.filter(kind="ruling") if row.entry.status == "ours")
list_of, entry = "/admin/rulebook/storedentry/", f"{row.key.replace('/', '_2F')}/change/"
title = row.entry.title.ru.partition(" ")[0].upper()
asked = {"game": "poison", "kind": "ruling", "status": "ours", "q": title}
print(json.dumps({
    "visitor": [visitor.get(list_of).status_code, visitor.get("/admin/login/").status_code, *visitor.cookies],
    "shown": row.entry.title.ru in owner.get(list_of, asked).content.decode(),
    "sifted": row.entry.title.ru in owner.get(list_of, asked | {"status": "author"}).content.decode(),
    "looked": [owner.get(f"/admin/rulebook/{name}/").status_code for name in ("game", "facet")],
    "entry": [owner.get(list_of + entry).status_code, owner.post(list_of + entry, {"slug": "x"}).status_code],
    "more": [owner.post(list_of + "add/").status_code, owner.get("/admin/auth/user/").status_code],
    "gone": owner.post(list_of + entry.replace("change", "delete"), {"post": "yes"}).status_code,
    "home": sorted(visitor.get("/").cookies),
}))
"""


def test_who_has_an_account_looks_at_the_tables_and_changes_nothing(tmp_path: Path) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "ADMIN": "1"}
    environment["GRIMOIRE_DATA_DIR"] = str(tmp_path)
    command = [sys.executable, "-W", "ignore", "-c", LOOK]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "visitor": [302, 200, "csrftoken"],
        "shown": True,
        "sifted": False,
        "looked": [200, 200],
        "entry": [200, 403],
        "more": [403, 404],
        "gone": 403,
        "home": ["csrftoken"],
    }


@pytest.mark.django_db
def test_without_the_variable_there_are_no_accounts_and_no_such_address(client: Client) -> None:
    """The site has no accounts: no table of them is made."""
    assert not OWN & (
        {config.label for config in apps.get_app_configs()} | MigrationLoader(None).migrated_apps
    )
    assert "rulebook.admin" not in sys.modules
    assert client.get("/admin/").status_code == 404
