"""What several tests of the pocket need."""

import json
from pathlib import Path
from typing import Any

import pytest

from pocket import editions


@pytest.fixture
def edition(settings: Any, tmp_path: Path) -> str:
    """One that was made, of two files."""
    settings.DATA_DIR = tmp_path
    files = [("worker.js", 2_000_000, False), ("search.tar", 3_400_000, True)]
    listed = [
        {"name": name, "packed": size, "size": size, "sha256": "", "optional": more}
        for name, size, more in files
    ]
    made = {"format": editions.FORMAT, "edition": "0123456789abcdef", "games": "", "files": listed}
    folder = editions.folder() / made["edition"]
    folder.mkdir(parents=True)
    for name in ("worker.js", "worker.js.br"):
        (folder / name).write_text(name)
    (editions.folder() / editions.LIST).write_text(json.dumps(made))
    return made["edition"]
