"""What measures of advice have counted, game by game, and the figures with intervals that come of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, NamedTuple

from simulator.engine.chance import Rng
from web.shares import wilson

DRAWS = 1000  # of games, for an interval of 95 %
NAME_WIDTH = 58


@dataclass
class GameTally:
    """Of one game: how often what was met, values of its positions, and what is told one by one, by kind."""

    table: str = ""
    counts: Counter[str] = field(default_factory=Counter)
    values: dict[str, list[float]] = field(default_factory=dict)
    notes: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str, value: float) -> None:
        self.values.setdefault(name, []).append(value)

    def note(self, kind: str, text: str) -> None:
        self.notes.setdefault(kind, []).append(text)

    def count(self, name: str, so: bool = True) -> None:
        self.counts[name] += so


class FigureLine(NamedTuple):
    """A value with its interval. `of`: how many it is counted of; `most` and `least`: what was asked."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    of: int | None = None
    percent: bool = False
    most: float | None = None
    least: float | None = None

    @property
    def kept(self) -> bool | None:
        """Whether the value is as was asked; None where nothing was."""
        if self.most is None and self.least is None:
            return None
        return (self.most is None or self.value <= self.most) and (
            self.least is None or self.value >= self.least
        )

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "kept": self.kept}


Figures = Iterable[FigureLine]


def counted(games: Sequence[GameTally], name: str, said: str = "", most: float | None = None) -> FigureLine:
    return FigureLine(said or name, total(games)[name], most=most)


def total(games: Sequence[GameTally]) -> Counter[str]:
    return sum((game.counts for game in games), Counter[str]())


def share(
    games: Sequence[GameTally],
    part: str,
    whole: str,
    said: str,
    most: float | None = None,
    least: float | None = None,
) -> Figures:
    """A share with Wilson's interval; no figure where there is nothing to have a share of."""
    counts = total(games)
    if counts[whole]:
        low, high = wilson(counts[part], counts[whole])
        yield FigureLine(
            said,
            counts[part] / counts[whole],
            max(0.0, low),
            min(1.0, high),
            counts[whole],
            True,
            most,
            least,
        )


def statistic(
    games: Sequence[GameTally], name: str, said: str, of: Callable[[Sequence[float]], float] = fmean
) -> Figures:
    """The mean or another figure of values. Positions of one game are no strangers to each other: for the
    interval games are drawn anew, with all of their positions.
    """
    clusters = [game.values[name] for game in games if game.values.get(name)]
    if not clusters:
        return
    rng, drawn = Rng(len(clusters)), []
    for _ in range(DRAWS):
        drawn.append(of([value for _ in clusters for value in rng.choice(clusters)]))
    drawn.sort()
    tail = DRAWS // 40
    values = [value for cluster in clusters for value in cluster]
    yield FigureLine(said, of(values), drawn[tail], drawn[-1 - tail], len(values))


def percentile_95(values: Sequence[float]) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]


def text(figure: FigureLine) -> str:
    """A line of a table."""
    line = f"  {figure.name:{NAME_WIDTH}} {_told(figure.value, figure.percent):>9}"
    if figure.low is not None and figure.high is not None:
        line += f" ({_told(figure.low, figure.percent)} to {_told(figure.high, figure.percent)})"
    if figure.of is not None:
        line += f" of {figure.of}"
    asked = (("at most", figure.most), ("at least", figure.least))
    line += "".join(
        f", {word} {_told(wanted, figure.percent)}" for word, wanted in asked if wanted is not None
    )
    return line if figure.kept is None else f"{line}: {'kept' if figure.kept else 'NOT KEPT'}"


def _told(value: float, percent: bool) -> str:
    if percent:
        return f"{100 * value:.1f} %"
    return f"{value}" if isinstance(value, int) else f"{value:.3f}"


def by_configuration(games: Iterable[GameTally]) -> Mapping[str, list[GameTally]]:
    """The games of each configuration, whatever the number of players."""
    found: dict[str, list[GameTally]] = {}
    for game in games:
        found.setdefault(game.table.rpartition("-")[0], []).append(game)
    return found
