"""What conformance asks of advice: positions with a choice, and hints of few worlds, which cost little."""

import ast
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from simulator.engine.game import Band, Hint, Move, MoveEstimate, Proposition, Seat
from simulator.engine.rules import Rules
from simulator.engine.weighing import Playouts
from tests.conformance.tables import Table, play, sample, telling

WORLDS = 2  # of a short hint
EVALUATOR = frozenset({"simulator.engine.weighing", "simulator.engine.reasons"})


class Choice(NamedTuple):
    """A position with a seat that chooses there."""

    rules: Rules[Any, Any]
    state: Any
    seat: Seat
    legal: Sequence[Move]

    @property
    def view(self) -> Any:
        return self.rules.view(self.state, self.seat)

    def elsewhere(self, rng: int) -> "Choice":
        """The same for its seat in another world."""
        return self._replace(state=self.rules.resample(self.state, self.seat, rng))


def choices(table: Table, n: int) -> list[Choice]:
    """Choices between several moves, from all over the games of a table: of the one that tests look at those
    worth a long look, and then of as many games as it takes.
    """
    found = _evenly(list(_in(table, sample(table), telling(sample(table)))), n)
    seed = 0
    while len(found) < n:
        played = play(table, seed, "uniform")
        found += _evenly(list(_in(table, played, range(len(played.plies)))), n - len(found))[: max(1, n // 5)]
        seed += 1
    return found


def _in(table: Table, played: Any, plies: Sequence[int]) -> Iterator[Choice]:
    for ply in plies:
        for seat, legal in sorted(played.plies[ply].legal.items())[:1]:
            if len(legal) > 1:
                yield Choice(table.game, played.states[ply], seat, legal)


def _evenly(found: list[Choice], n: int) -> list[Choice]:
    return found if len(found) <= n else [found[len(found) * each // n] for each in range(n)]


def short_hint(choice: Choice, seed: int) -> Hint:
    """As a hint of a few worlds: bands by rank, so that there is something to tell apart. A move that wasn't
    tried has none.
    """
    weighing = choice.rules.weighing(choice.view, seed)
    if weighing is None:
        return Hint((), 0, seed)
    if not isinstance(weighing, Playouts):
        return weighing.run()
    for _ in range(WORLDS):
        weighing.go_on()
    tried = sorted(
        ((weighing.sign * fmean(values), move) for move, values in weighing.samples.items() if values),
    )
    bands = (Band.GOOD, Band.FAIR, Band.MISTAKE)
    rows = [
        MoveEstimate(move, mean, 0.0, WORLDS, band=bands[3 * place // len(tried)])
        for place, (mean, move) in enumerate(tried)
    ]
    rows += [MoveEstimate(move, 0.0, 0.0, 0) for move in weighing.moves if not weighing.samples[move]]
    return Hint(tuple(rows), 1, seed, WORLDS, done=False)


def said_of(choice: Choice, hint: Hint) -> Iterator[tuple[Move, Proposition]]:
    for move, several in choice.rules.propositions(choice.view, hint).items():
        for each in several:
            yield move, each


# --- Whether the checker owes anything to what it checks ---------------------------------------------------


def reached(start: str, inside: str, known: Collection[str] = ()) -> set[str]:
    """The modules that a module imports, and within a package whatever those import, but for those known."""
    found: set[str] = set()
    left = [start]
    while left:
        for name in _imported(left.pop()):
            if name not in found:
                found.add(name)
                left += [name] if name.startswith(f"{inside}.") and name not in known else []
    return found


@cache
def _imported(module: str) -> tuple[str, ...]:
    path = _path(module)
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if path else ():
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
    return tuple(found)


def _path(module: str) -> Path | None:
    """The file of a module; None for a name that only stands in one, and for what isn't Python."""
    try:
        found = find_spec(module)
    except ModuleNotFoundError:
        return None
    return Path(found.origin) if found and found.origin and found.origin.endswith(".py") else None
