"""What the Guild brings to the table: Sequences, and a table's own columns."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulebook.games.potions.boxes.guild import sequences
from simulator.engine.game import Event, Move
from simulator.games.potions.boxes.guild.engine.columns import rows_of
from simulator.games.potions.boxes.guild.table import sequence
from simulator.games.potions.engine.phases import DRAW
from simulator.games.potions.engine.state import State
from simulator.games.potions.engine.view import View
from simulator.games.potions.table import phases
from simulator.games.potions.table.boxes import Asked, BoxTable, Part
from simulator.games.potions.table.faces import Drawer

COLUMNS = "columns"  # the field of the form, and the option
LETTERS = 4000


class GuildTable(BoxTable):
    verbs = frozenset({DRAW})
    styles = ("potions-guild/table.css",)

    def above(
        self, drawer: Drawer, view: View, words: Mapping[Move, str], events: Sequence[Event]
    ) -> Iterable[Part]:
        return (*phases.part(drawer, view), *sequence.above(drawer, view, words))

    def beside(self, drawer: Drawer, view: View, seat: int, events: Sequence[Event]) -> Iterable[Part]:
        return sequence.beside(drawer, view, seat)

    def roles(self, drawer: Drawer, view: View, code: str) -> Iterable[tuple[Move, str]]:
        return sequence.stone_moves(drawer, view, code)

    def asks(self, form: Mapping[str, str]) -> Asked:
        return Asked("simulator/potions/guild/_start.html", form.get(COLUMNS, "")[:LETTERS])

    def sheet_settings(self, state: State) -> Mapping[str, str]:
        own = {COLUMNS: sequences.text_of(state.course.columns)} if state.course.columns else {}
        drawn = {f"sequence.{seat}": row.card for seat, row in enumerate(rows_of(state), start=1)}
        return own | drawn

    def options(self, form: Mapping[str, str], boxes: Sequence[str]) -> dict[str, Any]:
        text = form.get(COLUMNS, "")[:LETTERS]
        return {COLUMNS: sequences.data_of_text(text, boxes)} if text.strip() else {}


TABLE = GuildTable()
