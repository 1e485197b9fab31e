"""Monsters in the position editor: a line for each, to the short form and back. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.wizwar.simulator.boxes.monsters.engine.creatures import MONSTERS
from games.wizwar.simulator.engine.data import CARD
from games.wizwar.simulator.engine.places import BEASTS
from games.wizwar.simulator.table.editor import LINES, LIST_LIMIT, BoxEditor, Written, code_of, wizard_of
from rulebook.content.entries import GameContent

KEY, LIFE = "monsters", "life"


class MonstersEditor(BoxEditor):
    fields = {KEY: LIST_LIMIT}
    keys = (KEY,)
    part = "simulator/wizwar/monsters/_editor.html"

    def position_of(
        self, content: GameContent, names: Sequence[str], fields: Mapping[str, Sequence[str]]
    ) -> dict[str, Any]:
        lines = filter(str.strip, LINES.split("\n".join(fields[KEY])))
        return {KEY: "; ".join(_read(content, names, n, line) for n, line in enumerate(lines))}

    def shown(self, written: Written) -> dict[str, Any]:
        rows = filter(str.strip, written.text(KEY).split(";"))
        return {KEY: "\n".join(_write(written, n, row) for n, row in enumerate(rows))}


def _read(content: GameContent, names: Sequence[str], n: int, line: str) -> str:
    """«Тролль 1c4: Оля, 4» as `m1 troll@1c4 w1 life=4`; numbers of monsters and further marks are codes."""
    head, _, rest = line.partition(":")
    words = head.replace("@", " ").split()
    place = words.pop(0) if words and words[0] in BEASTS else "".join(BEASTS[n : n + 1])
    maker, life, *marks = [*(part.strip() for part in rest.split(",")), ""]
    there = f"{code_of(content, ' '.join(words[:-1]))}@{''.join(words[-1:])}"
    alive = [f"{LIFE}={life}"] if life else []
    return " ".join([place, there, wizard_of(names, maker), *alive, *filter(None, marks)])


def _write(written: Written, n: int, row: str) -> str:
    """The line for `m1 troll@1c4 w1 life=4`; what is none stays as it is."""
    place, there, maker, *marks = [*row.split(), "", "", ""]
    card, _, square = there.partition("@")
    if card not in MONSTERS or not maker:
        return row.strip()
    told = dict(mark.split("=") for mark in marks if mark.count("=") == 1)
    printed = written.content.card_by_id.get(card) or CARD[card]
    life = told.pop(LIFE, printed.data["stats"]["life"])
    number = "" if place == "".join(BEASTS[n : n + 1]) else f"{place} "
    further = [mark for mark in marks if mark and not mark.startswith(f"{LIFE}=")]
    return ", ".join([f"{number}{written.card(card)} {square}: {written.name(maker)}", str(life), *further])


EDITOR = MonstersEditor()
