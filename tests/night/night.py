"""One evening of a kind from a seed, and the fewest steps of one that fails."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rulebook.content import reading
from simulator.game import played_games
from tests.night.evening import Broken
from tests.night.kind import Kind
from tests.night.machine import installed
from tests.night.sheets import SheetEvening
from tests.night.tables import TableEvening
from tests.night.world import world

KINDS: dict[str, type[Kind]] = {"sheet": SheetEvening, "table": TableEvening}

GAMES = {"sheet": reading.game_ids, "table": played_games}  # which have evenings of a kind


class Lost(NamedTuple):
    """An evening on which something didn't hold."""

    kind: str
    game: str
    seed: int
    steps: tuple[int, ...]
    rule: str
    why: str

    def __str__(self) -> str:
        steps = ",".join(map(str, self.steps))
        return f"script/night --kind {self.kind} --game {self.game} --seed {self.seed} --steps {steps}"


def one(
    kind: str,
    game: str,
    seed: int,
    count: Counter[str],
    steps: Sequence[int] | None = None,
    watched: bool = True,
) -> str | Lost:
    """The digest of an evening's answers, or what didn't hold. `watched`: rows are looked at all along."""
    with world(seed) as place, installed():
        evening = KINDS[kind](place, seed, game, count)
        evening.evening.is_watched = watched
        try:
            return evening.run(steps)
        except Broken as error:
            count["broken"] += 1
            kept = tuple(steps) if steps is not None else tuple(step.number for step in evening.steps)
            return Lost(kind, game, seed, kept, error.rule, str(error))
        finally:
            evening.end()


def shrunk(lost: Lost) -> Lost:
    """The same with the fewest steps that still fail in the same way, each left out alone or with others."""
    size = max(1, len(lost.steps) // 2)
    while True:
        for first in range(0, len(lost.steps), size):
            fewer = lost.steps[:first] + lost.steps[first + size :]
            found = one(lost.kind, lost.game, lost.seed, Counter(), fewer)
            if isinstance(found, Lost) and found.rule == lost.rule:
                lost = found
                break
        else:
            if size == 1:
                return lost
            size = max(1, size // 2)
