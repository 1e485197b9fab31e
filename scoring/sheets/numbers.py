"""The ledger that every game has unless it brings a sheet of its own: numbers written down round by round."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from rulebook.content import reading, series
from rulebook.content.entries import GameContent, Text
from scoring.sheets.core import State
from scoring.sheets.ledger import Cell, Ledger, RoundTally, Table, Values, table_of
from scoring.sheets.lines import PlayerScore, ScoreLine

ROUNDS_MOST = 20  # of a series whose length no rule tells
ROUNDS_COUNTED = 99  # that a cell can name
POINTS = {"points": Text("Записано", "Entered")}

ScoreRound = Callable[[Table], Sequence[PlayerScore]]
# A round of `entries_of`: for each seat a number, or its numbers by row.
Played = Sequence[int | Mapping[str, int]]


def as_written(table: Table) -> tuple[PlayerScore, ...]:
    """Each number is as many points."""
    return tuple(PlayerScore(sum(row.values()), tuple(_line(n) for n in row.values())) for row in table)


def _line(n: int) -> ScoreLine:
    return ScoreLine("sheet_points", "score.record", {"n": n}, n)


class Numbers(Ledger):
    """A ledger of a game's content: so many players, so many rounds or points to the end, the most or the
    fewest win, as `rulebook.content.series` has it.

    `rows` names its rows; `score_round` turns a round's numbers into points with a line for each.
    """

    def __init__(
        self, game: str, rows: Mapping[str, Text] = POINTS, score_round: ScoreRound = as_written
    ) -> None:
        self.game, self.rows, self._score_round = game, rows, score_round
        self.fields = tuple(rows)

    @cached_property
    def _content(self) -> GameContent:
        return reading.load(self.game)

    @property
    def players(self) -> tuple[int, int]:
        return self._content.players

    @property
    def is_open(self) -> bool:
        return series.ROUNDS not in self._content.constants

    @property
    def is_plain(self) -> bool:
        return self.rows is POINTS

    @property
    def fewest_win(self) -> bool:
        return bool(self._content.constants.get(series.FEWEST_WIN))

    def goal(self, seats: int) -> int | None:
        return series.goal(self._content, seats)

    def rounds(self, seats: int) -> int:
        return max(self.expected(seats), ROUNDS_MOST if self.is_open else 0)

    def expected(self, seats: int) -> int:
        told = self._content.constants.get(series.ROUNDS) or series.longest(self._content, seats)
        return min(int(told or ROUNDS_MOST), ROUNDS_COUNTED)

    def supply(self, field: str) -> int | None:
        """What a round gives, where what is written are the points."""
        given: int | None = self._content.constants.get(series.PER_ROUND)
        return given if self.is_plain else None

    def label(self, field: str, lang: str) -> str:
        return self.rows[field].in_(lang)

    def score(self, state: State, number: int, values: Values) -> Sequence[PlayerScore]:
        return self._score_round(table_of(values, state.seats))

    def score_counted(self, table: Table) -> tuple[tuple[PlayerScore, ...], tuple[int, ...]]:
        scores = tuple(self._score_round(table))
        return scores, self._best([score.points for score in scores])

    def leaders(self, state: State, played: Sequence[RoundTally]) -> tuple[int, ...]:
        return self._best([seat.running for seat in played[-1].seats])

    def _best(self, totals: Sequence[int]) -> tuple[int, ...]:
        best = (min if self.fewest_win else max)(totals)
        return tuple(seat for seat, n in enumerate(totals) if n == best)

    def typed(self, names: Sequence[str], seat: int, n: int, text: str) -> tuple[str, str]:
        """«2 points 3+6», or «2 3+6» where a round has one row."""
        words = text.split(maxsplit=1)
        if len(self.fields) == 1 and len(words) == 2 and not self.has_field(words[1].split()[0]):
            text = f"{words[0]} {self.fields[0]} {words[1]}"
        return super().typed(names, seat, n, text)

    def entries_of(self, rounds: Sequence[Played]) -> list[tuple[str, str]]:
        return [
            (str(Cell(number, seat, field)), str(n))
            for number, played in enumerate(rounds, start=1)
            for seat, numbers in enumerate(played)
            for field, n in self._by_row(numbers)
        ]

    def _by_row(self, numbers: int | Mapping[str, int]) -> Iterable[tuple[str, int]]:
        return numbers.items() if isinstance(numbers, Mapping) else [(self.fields[0], numbers)]
