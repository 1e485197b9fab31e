"""Logs: what sheets share that are a list of events.

Each event has a cell of its own, a prefix with letters and digits that its phone makes up, so that phones
only ever append, and two taps on two phones both count; correcting an event is an entry in its cell, undoing
empties it. The order is that of the cells.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from scoring.sheets.core import SheetEntry, State


@dataclass(frozen=True)
class Log:
    """The log of a sheet: its cells are «prefix.…», and a log longer than `most` is no game."""

    prefix: str
    most: int

    @cached_property
    def _cell(self) -> re.Pattern[str]:
        return re.compile(rf"{re.escape(self.prefix)}\.[a-z0-9]{{1,24}}", re.ASCII)

    def is_cell(self, text: str) -> bool:
        """Whether `text` names a cell of this log."""
        return bool(self._cell.fullmatch(text))

    def poured_cell(self, n: int) -> str:
        """The cell of the `n`-th event (from 1) of a game that was played elsewhere."""
        return f"{self.prefix}.m{n}"

    def standing(self, state: State) -> list[tuple[str, SheetEntry]]:
        """The events that stand, as (cell, entry) in the order of the log."""
        return [(cell, entry) for cell, entry in state.cells.items() if self.is_cell(cell) and entry.text]
