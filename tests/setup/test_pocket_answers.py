"""The pocket answers as the server does: «At least 96 % of routes byte-equal but for tokens».

By this computer's Python, in processes of their own, with the same rows and cookies: `pocket.tests.answers`.
"""

import json
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.urls import resolve

from rulebook.search import finding

pytestmark = pytest.mark.skipif(not (settings.BASE_DIR / "pocket").is_dir(), reason="no pocket")
LEAST = 0.96
PEOPLE = {"name": ["Оля", "Саша", "Коля"], "do": "start"}
SEATS = {"seats": "3", "seed": "7", "kind-0": "here", "name-0": "Оля", "kind-1": "random", "kind-2": "random"}
FORMS = {  # what begins a row, and what is typed into it
    "/score/poison": PEOPLE,
    "/score/potions": PEOPLE,
    "/score/alchemists": PEOPLE,
    "/score/wizwar": PEOPLE,
    "/play/poison": SEATS,
    "/play/potions": SEATS,
    "/play/alchemists/new": SEATS,
    "/play/wizwar": SEATS,
    "/lab/new": {"name-0": "Оля", "name-1": "Саша", "level": "apprentice"},
    "/notebook/": {},
    "/cards/wizwar": {"copies-fireball": "5", "do": "save"},
}
PATIENCE = 600


def answers(home: Path, who: str, *more: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "pocket.tests.answers", str(home), who, *map(str, more)]
    environment = {"DEBUG": "1", "PATH": "/usr/bin"}
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, capture_output=True, text=True, env=environment, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.thorough
def test_routes_are_answered_alike(tmp_path: Path, filled_database: Path, search_index: Path) -> None:
    """What needs a network is left out: that says so (`pocket/tests/test_pocket.py`)."""
    homes = {who: tmp_path / who for who in ("server", "pocket")}
    for home in homes.values():
        home.mkdir()
        shutil.copyfile(filled_database, home / "db.sqlite3")
        shutil.copyfile(search_index, home / finding.FILE_NAME)
    (homes["server"] / "forms.json").write_text(json.dumps(FORMS))
    told = tmp_path / "server.json"
    by_server = answers(homes["server"], "server")
    told.write_text(json.dumps(by_server), encoding="utf-8")
    shutil.copyfile(homes["server"] / "rows.sqlite3", homes["pocket"] / "db.sqlite3")
    by_pocket = answers(homes["pocket"], "pocket", told)["answers"]
    kinds = defaultdict[str, list[str]](list)
    for path, answer in by_server["answers"].items():
        kinds[resolve(urlsplit(path).path).route] += [path] * (answer != by_pocket[path])
    other = {route: paths for route, paths in kinds.items() if paths}
    equal = sum(answer == by_pocket[path] for path, answer in by_server["answers"].items())
    print(f"{equal} of {len(by_pocket)} addresses, {len(kinds) - len(other)} of {len(kinds)} routes", other)
    assert len(kinds) > 90
    assert 1 - len(other) / len(kinds) >= LEAST, other
