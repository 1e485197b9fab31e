"""How long something took each time, as a few words of a line of figures."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.soak.browser import FAILURES


@dataclass
class Times:
    """Seconds of what went well, and how often it didn't."""

    seconds: list[float] = field(default_factory=list)
    failed: int = 0

    def of(self, work: Callable[[], bool]) -> None:
        """Does `work`, which says whether it went well or raises one of FAILURES."""
        begun = time.monotonic()
        try:
            well = work()
        except FAILURES:
            well = False
        if well:
            self.seconds.append(time.monotonic() - begun)
        else:
            self.failed += 1

    @property
    def tried(self) -> int:
        return len(self.seconds) + self.failed

    def __str__(self) -> str:
        if not self.seconds:
            return f"none, {self.failed} failed"
        middle, worst = statistics.median(self.seconds), max(self.seconds)
        failed = f", {self.failed} failed" if self.failed else ""
        return f"median {middle:.3f} s, worst {worst:.3f} s of {len(self.seconds)}{failed}"
