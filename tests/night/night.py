"""One evening of a kind from a seed, and the fewest steps of one that fails."""

import gc
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from games.alchemists.simulator.laboratory.models import GAME as LABORATORY
from rulebook.content import reading
from simulator.game import played_games
from tests.night.apart import installed
from tests.night.evening import Broken
from tests.night.kind import Kind
from tests.night.laboratories import LaboratoryEvening, NotebookEvening
from tests.night.sheets import SheetEvening
from tests.night.tables import TableEvening
from tests.night.world import world

KINDS: dict[str, type[Kind]] = {
    "sheet": SheetEvening,
    "table": TableEvening,
    "laboratory": LaboratoryEvening,
    "notebook": NotebookEvening,
}
GAMES: dict[str, Callable[[], Iterable[str]]] = {  # which have evenings of a kind
    "sheet": reading.game_ids,
    "table": played_games,
    "laboratory": lambda: [LABORATORY],
    "notebook": lambda: [LABORATORY],
}
TURNS = ("table", "sheet", "table", "laboratory", "table", "sheet", "table", "notebook")  # of all kinds


def drawn(seed: int, kind: str = "", game: str = "") -> tuple[str, str]:
    """The kind and the game of a seed's evening, as far as they aren't asked for."""
    turn, place = (seed, kind) if kind else (seed // len(TURNS), TURNS[seed % len(TURNS)])
    games = [game] if game else sorted(GAMES[place]())
    return place, games[turn % len(games)]


KEPT = Path(__file__).with_name("found.txt")
NO_STEPS = "none"


class Lost(NamedTuple):
    """An evening on which something didn't hold."""

    kind: str
    game: str
    seed: int
    steps: tuple[int, ...]
    rule: str
    why: str

    def __str__(self) -> str:
        steps = ",".join(map(str, self.steps)) or NO_STEPS
        return f"--kind {self.kind} --game {self.game} --seed {self.seed} --steps {steps}"

    def keep(self) -> None:
        """As a test of every day, from now on."""
        with KEPT.open("a", encoding="utf-8") as file:
            file.write(f"{self}  # {self.rule}\n")


def kept() -> list[tuple[str, str, int, tuple[int, ...]]]:
    """The evenings on which something was found once: kind, game, seed, steps."""
    found = []
    for line in KEPT.read_text(encoding="utf-8").splitlines():
        _, kind, _, game, _, seed, _, steps = line.partition("#")[0].split()
        found.append((kind, game, int(seed), steps_in(steps)))
    return found


def steps_in(text: str) -> tuple[int, ...]:
    return () if text == NO_STEPS else tuple(map(int, text.split(",")))


def steady() -> None:
    """For many evenings in a process: what is there by now stays, the collector needn't look at it again."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


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
        except Exception as error:  # noqa: BLE001 -- one that isn't Broken is ours here; the others still run
            count["broken"] += 1
            kept = tuple(steps) if steps is not None else tuple(step.number for step in evening.steps)
            if isinstance(error, Broken):
                return Lost(kind, game, seed, kept, error.rule, str(error))
            return Lost(kind, game, seed, kept, "fell", traceback.format_exc())
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
