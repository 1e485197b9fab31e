"""A measured value beside the ceiling that was promised for it."""

from typing import NamedTuple


class Metric(NamedTuple):
    """A measured value with its unit, and the ceiling it should stay under (None: no promise)."""

    name: str
    value: float
    unit: str
    ceiling: float | None

    @property
    def kept(self) -> bool:
        return self.ceiling is None or self.value <= self.ceiling


class Ceilings(NamedTuple):
    """Ceilings of an engine: ref per decision in replaying and in random play, seconds for a hint."""

    replay: float | None = None
    random: float | None = None
    hint: float | None = None
