"""Small sheets that are over, and what their ends tell."""

from collections.abc import Iterable
from typing import Any

from scoring import game as scoring
from scoring.sheets.core import SheetEntry, state_of
from scoring.sheets.finish import FinalPlace, Highlight


class End:
    """The end of a sheet of `game` for `seats` players, with the facts by their codes."""

    def __init__(self, game: str, seats: int, cells: Iterable[tuple[str, str]]) -> None:
        entries = [SheetEntry(n, *pair) for n, pair in enumerate([*cells, ("finish", "1")], start=1)]
        rules = scoring.get(game)
        self.tally: Any = rules.sheet.fold(seats, entries)
        self.finish = rules.finish
        self.facts: dict[str, Highlight] = {
            fact.code: fact for fact in self.finish.facts(self.tally, state_of(seats, entries))
        }

    @property
    def places(self) -> list[FinalPlace]:
        return self.finish.places(self.tally)
