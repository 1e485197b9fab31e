"""What the University adds to the position editor: elements that a hand is known to lack."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.potions.simulator.boxes.university.engine.lacking import LACKS
from games.potions.simulator.table.editor import HAND_LIMIT, BoxEditor, CardReader, Written


class UniversityEditor(BoxEditor):
    fields = {LACKS: HAND_LIMIT}
    seat_part = "simulator/potions/university/_editor_seat.html"

    def position_of(
        self, cards: CardReader, names: Sequence[str], fields: Mapping[str, Sequence[str]]
    ) -> dict[str, Any]:
        found = {name: cards.elements(text) for name, text in zip(names, fields[LACKS], strict=False)}
        known = {name: elements for name, elements in found.items() if elements}
        return {LACKS: known} if known else {}

    def seat(self, written: Written, place: int, name: str) -> dict[str, Any]:
        return {"place": place, LACKS: written.elements(written.of(LACKS, place, name))}


EDITOR = UniversityEditor()
