"""The game that docs/new-game.md makes, as its reader writes it down."""

import re
from pathlib import Path

from django.conf import settings

GUIDE = (settings.BASE_DIR / "docs" / "new-game.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`(nim/\S+)`\n```\w+\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE))
EMPTY = re.search(r"^touch (.*)$", GUIDE, re.MULTILINE)
COMMANDS = re.findall(r"GRIMOIRE_GAMES=nim (\.venv/bin/python .*)", GUIDE)
CARD = re.search(r"^```toml\n(card = .*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
HIDDEN = re.search(r"^### Hidden hands\n\n```python\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
SHOWN = 'scenario = "last-counter"'  # the line that the guide has one add to the clause


def write(home: Path) -> None:
    """All files of the guide, into the folder that it calls ~/games."""
    assert EMPTY is not None
    empty = dict.fromkeys(EMPTY[1].replace("~/games/", "").split(), "")
    assert f"`{SHOWN}`" in GUIDE
    rules = FILES["nim/rulebook/content/rules.toml"]
    shown = {"nim/rulebook/content/rules.toml": f"{rules}{SHOWN}\n"}
    for name, text in (empty | FILES | shown).items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")


def environment(home: Path) -> dict[str, str]:
    """What makes Nim a game of the house, besides the environment that there is."""
    return {"PYTHONPATH": str(home), "GRIMOIRE_GAMES": "nim"}
