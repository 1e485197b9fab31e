"""A measured value beside the ceiling that was promised for it."""

from typing import NamedTuple


class Figure(NamedTuple):
    """A measured value with its unit, and the ceiling it should stay under (None: no promise)."""

    name: str
    value: float
    unit: str
    ceiling: float | None

    @property
    def kept(self) -> bool:
        return self.ceiling is None or self.value <= self.ceiling
