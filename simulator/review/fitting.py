"""What the traits of a game count: fitted on games between bots, so that what is foretold doesn't drift.

By temporal differences, least squares (Bradtke and Barto; with traces, Boyan): the traits of a position are
to foretell what those of the next ones foretell, and the last ones the result. That takes fewer games than a
regression on results alone, which carry the luck of all that comes later. Pure, and written out: a few dozen
traits need no library.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from simulator.engine.chance import Rng
from simulator.engine.rules import Rules
from simulator.game import engine_of
from simulator.review.games import EqualGames, game_of

STRAY = 0.1  # of the moves are random, so that it is known what comes of what the policy never does
TRACE = 0.8  # how far a position is foretold by later ones than the next
RIDGE = 1e-6  # traits that say the same share what they count
POSITIONS = 6  # of each game that a calibration looks at, so that rows of one game don't outvote others
TENTHS = 10
SCRAP = 4  # decimals of a weight


class Sample(NamedTuple):
    """The traits of a seat in a position by what it sees itself, and its result in the end."""

    traits: Mapping[str, float]
    result: float


class Course(NamedTuple):
    """The traits of a seat in one position of a game after another, its result, the plies of stray moves."""

    positions: Sequence[Mapping[str, float]]
    score: float
    strayed: Collection[int]


def samples(asked: EqualGames, number: int) -> list[Sample]:
    """Of a game."""
    engine, done = engine_of(asked.game_id), game_of(asked, number)
    rng = Rng(done.record.seed)
    states = [done.steps[rng.below(len(done.steps) - 1)].state for _ in range(POSITIONS)]
    scores = [*enumerate(done.scores)]
    return [Sample(_traits(engine, state, seat), score) for state in states for seat, score in scores]


def courses(asked: EqualGames, number: int) -> list[Course]:
    """Those of all seats of a game, in which some moves stray."""
    engine, done = engine_of(asked.game_id), game_of(asked, number, STRAY)
    states = [step.state for step in done.steps[:-1]]
    return [
        Course([_traits(engine, state, seat) for state in states], score, done.strayed)
        for seat, score in enumerate(done.scores)
    ]


def _traits(engine: Rules[Any, Any], state: Any, seat: int) -> Mapping[str, float]:
    return engine.traits(engine.view(state, seat), seat)


class Equations:
    """Linear equations for the weights, to which every game adds its part."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.matrix: list[list[float]] = []
        self.right: list[float] = []

    def add(self, course: Course) -> None:
        rows = [list(map(float, traits.values())) for traits in course.positions]
        self.add_course(rows, course.score, course.strayed)
        self.names = list(course.positions[0])

    def add_course(
        self, rows: Sequence[Sequence[float]], score: float, strayed: Collection[int] = ()
    ) -> None:
        """The traits of one position after another, and the result; what a stray move leads to is nothing
        that the policy would have led to, so there a new course begins.
        """
        size = len(rows[0])
        if not self.matrix:
            self.matrix, self.right = [[0.0] * size for _ in range(size)], [0.0] * size
        trace, end = [0.0] * size, [0.0] * size
        for ply, (row, after) in enumerate(zip(rows, [*rows[1:], end], strict=True), start=1):
            if ply in strayed:
                trace = [0.0] * size
                continue
            trace = [TRACE * old + new for old, new in zip(trace, row, strict=True)]
            change = [one - two for one, two in zip(row, after, strict=True)]
            for line, weight in zip(self.matrix, trace, strict=True):
                if weight:
                    line[:] = [value + weight * each for value, each in zip(line, change, strict=True)]
        self.right = [value + weight * score for value, weight in zip(self.right, trace, strict=True)]

    def weights(self) -> dict[str, float]:
        """What solves them; each trait is measured by its own size."""
        size = range(len(self.names))
        unit = [max(1e-9, abs(self.matrix[n][n])) ** 0.5 for n in size]
        scaled = [[self.matrix[i][j] / unit[i] / unit[j] + RIDGE * (i == j) for j in size] for i in size]
        found = solved(scaled, [self.right[n] / unit[n] for n in size])
        return {name: round(found[n] / unit[n], SCRAP) for n, name in enumerate(self.names)}


def weights_of(found: Iterable[Course]) -> dict[str, float]:
    """Empty where the game has no traits."""
    equations = Equations()
    for course in found:
        equations.add(course)
    return equations.weights()


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations, by elimination with pivots."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda n: abs(rows[n][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for other in rows[at + 1 :]:
            factor = other[at] / rows[at][at]
            for column in range(at, size + 1):
                other[column] -= factor * rows[at][column]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][column] * found[column] for column in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found


class Tenth(NamedTuple):
    """Of the positions in order of what is foretold a tenth: what was foretold, and came, on average."""

    foretold: float
    came: float
    rows: int


def calibration(rows: Sequence[Sample], weights: Mapping[str, float]) -> list[Tenth]:
    """By tenths, the lowest first."""
    pairs = sorted((foretold(row, weights), row.result) for row in rows)
    cuts = [len(pairs) * n // TENTHS for n in range(TENTHS + 1)]
    parts = [pairs[begin:end] for begin, end in pairwise(cuts) if end > begin]
    return [
        Tenth(sum(one for one, _ in part) / len(part), sum(two for _, two in part) / len(part), len(part))
        for part in parts
    ]


def explained(rows: Sequence[Sample], weights: Mapping[str, float]) -> float:
    """Which share of the spread of the results is foretold."""
    mean = sum(row.result for row in rows) / len(rows)
    left = sum((row.result - foretold(row, weights)) ** 2 for row in rows)
    return 1 - left / sum((row.result - mean) ** 2 for row in rows)


def foretold(row: Sample, weights: Mapping[str, float]) -> float:
    return sum(weight * row.traits[name] for name, weight in weights.items())
