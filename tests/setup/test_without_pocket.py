"""«`pocket/` is deletable: without the folder everything else works.» What is here runs without it, too."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from rulebook.finder import ROOT

OURS = ("config", "web", "rulebook", "scoring", "simulator", "games", "tests", "examples", "templates")
PAGES = ("/", "/score/poison", "/score/recent?pocket", "/play/recent?pocket", "/play/poison")
SEEN = """
import json, sys
import config.wsgi
from django.conf import settings
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
client = Client(HTTP_HOST="localhost")
pages = {path: client.get(path) for path in sys.argv[1:]}
told = {path: [page.status_code, "/pocket" in page.content.decode()] for path, page in pages.items()}
print(json.dumps({"is_there": settings.POCKET, "told": told, "gone": client.get("/pocket").status_code}))
"""


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def test_nobody_imports_the_pocket() -> None:
    """Neither the site nor the tests of anything else: those that need it ask whether it is there."""
    naming = [
        path for place in OURS for path in (ROOT / place).rglob("*.py") if b"pocket" in path.read_bytes()
    ]
    assert len(naming) > 5
    assert not [path for path in naming for name in imported(path) if name.partition(".")[0] == "pocket"]


def test_no_template_names_a_file_of_the_pocket() -> None:
    """Where its folder isn't, that would be an error page: what it brings stands in its own templates."""
    naming = [path for path in (ROOT / "templates").rglob("*.html") if b"pocket" in path.read_bytes()]
    assert naming
    assert not [path for path in naming if re.search(rb"static .pocket/", path.read_bytes())]


def test_the_site_stands_without_the_pocket(tmp_path: Path) -> None:
    """The settings stand in a folder that has all the others, and not this one."""
    shutil.copytree(ROOT / "config", tmp_path / "config")
    for name in {*OURS, "static", "locale", "requirements.txt"} - {"config"}:
        (tmp_path / name).symlink_to(ROOT / name)
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    environment |= {"DEBUG": "1", "GRIMOIRE_DATA_DIR": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-c", SEEN, *PAGES], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told == {"is_there": False, "told": {path: [200, False] for path in PAGES}, "gone": 404}
