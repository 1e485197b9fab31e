"""What the University brings to the table: the phases of a turn, and drawing from a deck of its own."""

from collections.abc import Iterable, Mapping, Sequence

from simulator.engine.game import Event, Move
from simulator.games.potions.engine.phases import DRAW
from simulator.games.potions.engine.view import View
from simulator.games.potions.table import phases
from simulator.games.potions.table.boxes import BoxTable, Part
from simulator.games.potions.table.faces import Drawer


class UniversityTable(BoxTable):
    verbs = frozenset({DRAW})

    def above(
        self, drawer: Drawer, view: View, words: Mapping[Move, str], events: Sequence[Event]
    ) -> Iterable[Part]:
        return phases.part(drawer, view)


TABLE = UniversityTable()
