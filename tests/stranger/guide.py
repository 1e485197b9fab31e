"""The game that docs/nim.md makes, as its reader writes it down, and what else the guide has one write."""

import re
from pathlib import Path

from django.conf import settings

DOCS = settings.BASE_DIR / "docs"
NIM, GUIDE, REFERENCE = (
    (DOCS / name).read_text(encoding="utf-8") for name in ("nim.md", "new-game.md", "new-game-reference.md")
)
FILES = dict(re.findall(r"^`(nim/\S+)`\n```\w+\n(.*?)^```", NIM, re.DOTALL | re.MULTILINE))
EMPTY = re.search(r"^touch (.*)$", NIM, re.MULTILINE)
COMMANDS = re.findall(r"GRIMOIRE_GAMES=nim (\.venv/bin/python .*)", NIM)
CARD = re.search(r"^```toml\n(card = .*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
HIDDEN = re.search(r"^### Hidden hands\n[^`]*`world`.*?```python\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
SHOWN = 'scenario = "last-counter"'  # the line that the guide has one add to the clause


def write(home: Path) -> None:
    """All files of the guide, into the folder that it calls ~/games."""
    assert EMPTY is not None
    empty = dict.fromkeys(EMPTY[1].replace("~/games/", "").split(), "")
    assert f"`{SHOWN}`" in NIM
    rules = FILES["nim/rulebook/content/rules.toml"]
    shown = {"nim/rulebook/content/rules.toml": f"{rules}{SHOWN}\n"}
    for name, text in (empty | FILES | shown).items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")


def environment(home: Path) -> dict[str, str]:
    """What makes Nim a game of the house, besides the environment that there is."""
    return {"PYTHONPATH": str(home), "GRIMOIRE_GAMES": "nim"}
