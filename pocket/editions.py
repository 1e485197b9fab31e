"""The edition of the pocket that was made last, as pages and browsers read it (`pocket.packs` writes it)."""

import json
import re
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings

FORMAT = 1  # of the list
FOLDER, LIST, PACKED = "pocket", "list.json", ".br"
NAMES = re.compile(r"[\w.]{1,40}")


def folder() -> Path:
    """Where the editions are, each in a folder of its own, and the list of the current one."""
    return Path(settings.DATA_DIR) / FOLDER


def listed() -> dict[str, Any] | None:
    """What the list of the current edition says; None where none was made."""
    try:
        found = json.loads((folder() / LIST).read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get("format") == FORMAT else None


def content_models() -> list[Any]:
    """The tables that `load_rules` fills: they are the edition's, all others are people's."""
    return [apps.get_model("rulebook", name) for name in ("Game", "StoredEntry", "Facet")]
