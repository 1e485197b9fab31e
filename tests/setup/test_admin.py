"""The admin of an operator who asks for it, `ADMIN=1` (README): rules to look at, what links open to end."""

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
from rulebook.models import StoredEntry
from web.links import kinds
from scoring.models import LinkRole, new_sheet

settings.ALLOWED_HOSTS.append("testserver")
settings.STORAGES["staticfiles"]["BACKEND"] = settings.PLAIN_STATIC
call_command("makemigrations", check=True, dry_run=True, verbosity=0)
with connection.schema_editor() as editor:
    list(map(editor.create_model, apps.get_models()))

from rulebook.content import reading
from rulebook.loading import load_games
load_games([reading.whole("poison")])
visitor, owner = Client(), Client()
owner.force_login(apps.get_model("auth.User").objects.create_superuser("owner"))
row = next(row for row in StoredEntry.objects.filter(kind="ruling") if row.entry.status == "ours")
list_of, entry = "/admin/rulebook/storedentry/", f"{row.key.replace('/', '_2F')}/change/"
title = row.entry.title.ru.partition(" ")[0].upper()
asked = {"game": "poison", "kind": "ruling", "status": "ours", "q": title}

names = ["Оля", "Саша", "Коля"]
locked, deleted = (new_sheet("poison", names, title="Вечер") for _ in range(2))
link, address = locked.link(LinkRole.OWNER).path, deleted.get_absolute_url()
secrets = [*names, "Вечер", *(sheet.token_of(role) for sheet in (locked, deleted) for role in LinkRole)]
helper = apps.get_model("auth.User").objects.create_user("helper", is_staff=True)
player = apps.get_model("auth.User").objects.create_user("player")
sheets, logbook = "/admin/scoring/sheet/", "/admin/admin/logentry/"
def act(client, action, row, **more):
    return client.post(sheets, {"action": action, "_selected_action": [row.pk]} | more).status_code
def stand():
    return [Client().get(link).status_code, type(deleted).objects.filter(pk=deleted.pk).count()]
strangers = []
for user in (None, player, helper):
    client = Client()
    if user:
        client.force_login(user)
    strangers.append([client.get(sheets).status_code, act(client, "lock", locked),
        act(client, "delete_selected", deleted, post="yes")])
untouched = stand()
pages = [owner.get(sheets), owner.get(sheets, {"q": f"https://grimoire.example{address}?x=1"}),
    owner.get(sheets, {"q": "Оля"}),
    owner.get(f"{sheets}{deleted.pk}/change/"), owner.get(f"{sheets}{deleted.pk}/delete/"),
    owner.post(sheets, {"action": "delete_selected", "_selected_action": [deleted.pk]})]
acts = [act(owner, "lock", locked), act(owner, "delete_selected", deleted, post="yes")]
pages.append(owner.get(logbook))
places = [kind._meta.label_lower.replace(".", "/") for kind in kinds()]
texts = [page.content.decode() for page in pages]
print(json.dumps({
    "strangers": strangers,
    "untouched": untouched,
    "told": [word for word in secrets for page in (0, 1, 3, 4, 5, 6) if word in texts[page]],
    "found": [sheet.public_id in texts[page] for page in (1, 2) for sheet in (deleted, locked)],
    "acts": [*acts, *stand()],
    "closed": "Закрыто: 1" in texts[-1].replace("\u00a0", " "),
    "logged": [f"poison {row.public_id}" in texts[-1] for row in (locked, deleted)] + ["owner" in texts[-1]],
    "kinds": [owner.get(f"/admin/{place}/").status_code for place in places],
    "touched": [owner.post(sheets + way).status_code for way in (f"{locked.pk}/change/", "add/")],
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


def test_the_operator_looks_locks_and_deletes_and_nobody_else_does(tmp_path: Path) -> None:
    """«find, lock, delete, with a log of who, staff only»; «Tokens/links never shown»."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "ADMIN": "1"}
    environment["GRIMOIRE_DATA_DIR"] = str(tmp_path)
    command = [sys.executable, "-W", "ignore", "-c", LOOK]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        # Who isn't let in is asked to log in; a helper without a permission is refused.
        "strangers": [[302, 302, 302], [302, 302, 302], [403, 403, 403]],
        "untouched": [302, 1],
        "told": [],
        "found": [True, False, False, False],  # by address, by name
        "acts": [302, 302, 404, 0],
        "closed": True,
        "logged": [True, True, True],
        "kinds": [200, 200, 200, 200],
        "touched": [403, 403],
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
