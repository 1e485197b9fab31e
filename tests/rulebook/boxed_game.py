"""A small game with two boxes, written into a folder: what boxes are, without any game of the house."""

from collections.abc import Mapping
from pathlib import Path

GAME = """
id = "tiny"
title = { ru = "Кроха", en = "Tiny" }
author = { ru = "Никто", en = "Nobody" }
about = { ru = "Две карты и спор о них.", en = "Two cards and a quarrel about them." }
players = [2, 3]
minutes = 5
updated = 2026-07-30
constants = { hand = 3 }
chapters = [{ id = "play", ru = "Игра", en = "Play" }]
"""
RULES = """
[[clause]]
id = "play.card"
chapter = "play"
title = { ru = "Выложите карту", en = "Lay a card" }
ru = "В свой ход выложите {card:one}."
en = "On your turn lay the {card:one}."
source = { kind = "edition", heading = "tiny" }
edition = { ru = "домашняя", en = "homemade" }
decided_by = "table"
"""
CARD = """
[[card]]
id = "%(id)s"
code = "%(id)s"
kind = "red"
count = %(count)s
name = { ru = "%(name)s", en = "%(id)s" }
short = { ru = "%(name)s", en = "%(id)s" }
provenance = "ours"
"""
BOX = """
id = "%(box)s"
title = { ru = "Коробка %(box)s", en = "Box %(box)s" }
constants = { %(box)s_hand = 7 }
chapters = [{ id = "%(box)s-play", ru = "С коробкой %(box)s", en = "With %(box)s" }]
"""
BOX_RULES = """
[[clause]]
id = "%(box)s.card"
chapter = "%(box)s-play"
changes = ["play.card"]
title = { ru = "Выложите две", en = "Lay two" }
ru = "С {card:%(box)s} на руке {n:%(box)s_hand} карт, а не {n:hand}."
en = "With the {card:%(box)s} you hold {n:%(box)s_hand} cards and not {n:hand}."
source = { kind = "edition", heading = "tiny" }
edition = { ru = "домашняя", en = "homemade" }
decided_by = "table"
"""
BOTH = """
[[clause]]
id = "%(box)s.both"
chapter = "%(box)s-play"
with = "%(other)s"
title = { ru = "Обе коробки", en = "Both boxes" }
ru = "С обеими выложите {card:%(other)s}, как велит {ref:%(other)s.card}."
en = "With both lay the {card:%(other)s} as {ref:%(other)s.card} commands."
source = { kind = "edition", heading = "tiny" }
edition = { ru = "домашняя", en = "homemade" }
decided_by = "table"
"""
IN_BOTH = """
[[card]]
id = "twin"
kind = "red"
name = { ru = "Близнец", en = "Twin" }
short = { ru = "близнец", en = "twin" }
provenance = "ours"
copies = [{ elements = [], count = %(count)s, code = "twin:%(box)s" }]
"""


def write(folder: Path) -> Path:
    """Writes the game; returns where its content lies, the boxes `air` and `water` beside it."""
    _write(
        folder / "content",
        {"game": GAME, "rules": RULES, "cards": CARD % {"id": "one", "count": 1, "name": "Раз"}},
    )
    _write_box(folder, "air", "water", 2)
    _write_box(folder, "water", "", 3)
    return folder / "content"


def _write_box(folder: Path, box: str, other: str, count: int) -> None:
    said = {"box": box, "other": other, "count": count, "id": box, "name": box.title()}
    _write(
        folder / "boxes" / box / "content",
        {
            "game": BOX % said,
            "rules": BOX_RULES % said + (BOTH % said if other else ""),
            "cards": CARD % said + IN_BOTH % said,
        },
    )


def _write(home: Path, files: Mapping[str, str]) -> None:
    home.mkdir(parents=True)
    for name, text in files.items():
        (home / f"{name}.toml").write_text(text, encoding="utf-8")


def change(home: Path, box: str, file: str, old: str, new: str) -> None:
    """Replaces the first `old` in a file of a box."""
    path = home.parent / "boxes" / box / "content" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
