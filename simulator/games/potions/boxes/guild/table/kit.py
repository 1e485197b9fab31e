"""What the Guild brings to the table: Sequences, and a table's own columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from rulebook.games.potions.boxes.guild import sequences
from simulator.games.potions.table.boxes import Asked, BoxTable

COLUMNS = "columns"  # the field of the form, and the option
LETTERS = 4000


class GuildTable(BoxTable):
    def asks(self, form: Mapping[str, str]) -> Asked:
        return Asked("simulator/potions/guild/_start.html", form.get(COLUMNS, "")[:LETTERS])

    def options(self, form: Mapping[str, str], boxes: Sequence[str]) -> dict[str, Any]:
        text = form.get(COLUMNS, "")[:LETTERS]
        return {COLUMNS: sequences.data_of_text(text, boxes)} if text.strip() else {}


TABLE = GuildTable()
