"""The end of a sheet as its page and its picture show it: places, the chart of the course, facts in words."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from rulebook.content.entries import Clause
from rulebook.printing.cards import paint
from rulebook.printing.drawable import letter_by_letter
from rulebook.wording.sentences import with_minus
from scoring.sheets import chart
from scoring.sheets.core import Remark, of_game, state_of
from scoring.sheets.finish import ENTRY, PART, ROUND, FinalPlace, Highlight, Progression

if TYPE_CHECKING:
    from scoring.boards.core import SheetPresenter

FACTS_SHOWN = 6  # the best of them; more would be a list to read
# As wide as 66 and as high as 24 millimetres, in which letters are larger than 7 points.
ON_PAPER = chart.ChartSize(width=360, height=131, right=64)
TITLES: Mapping[str, Callable[[], str]] = {
    ROUND: lambda: pgettext("a chart", "По раундам"),
    ENTRY: lambda: pgettext("a chart", "По записям"),
    PART: lambda: pgettext("a chart", "По частям подсчёта"),
}


class RankedPlayer(NamedTuple):
    """A player at a place; `place` counts seats from 1, `pattern` is a piece of their line in the chart."""

    name: str
    sign: str
    place: int
    pattern: SafeString


class PlaceView(NamedTuple):
    """A place: who stands there, with how many points, and how they ended where points don't say it."""

    rank: int
    people: list[RankedPlayer]
    points: str
    won: bool
    said: str


class FactView(NamedTuple):
    """A fact in words, with its rule and the numbers of the entries that it rests on."""

    text: str
    clause: Clause
    entries: tuple[int, ...]

    @property
    def last(self) -> int:
        return self.entries[-1]

    @property
    def before(self) -> int:
        """The page of history that has the last of them begins before this entry."""
        return self.last + 1


class Ending:
    """What the end of a sheet shows."""

    def __init__(self, board: "SheetPresenter") -> None:
        self.board = board
        self.rules = board.sheet.scoring.finish
        self.state = state_of(len(board.names), of_game(board.entries))

    @cached_property
    def places(self) -> list[PlaceView]:
        return [self._place(place) for place in self.rules.places(self.board.tally)]

    def _place(self, place: FinalPlace) -> PlaceView:
        board = self.board
        people = [
            RankedPlayer(board.names[seat], board.signs[seat], seat + 1, self._pattern(seat))
            for seat in place.seats
        ]
        said = board.line(place.line).text if place.line else ""
        points = "" if place.points is None else with_minus(place.points)
        return PlaceView(place.rank, people, points, place.won, said)

    def _pattern(self, seat: int) -> SafeString:
        return mark_safe(chart.pattern(seat, self.board.colours[seat]))

    def players(self, signs: Sequence[str]) -> list[chart.ChartLine]:
        """Whose the lines of a chart are, with these signs."""
        return [chart.ChartLine(*each) for each in zip(signs, self.board.colours, strict=True)]

    @cached_property
    def course(self) -> Progression | None:
        """How it came to this, None where there is too little to draw."""
        found = self.rules.course(self.board.tally)
        return found if found and chart.changes(found) > 1 else None

    @property
    def chart_title(self) -> str:
        return (self.board.course_title or TITLES[self.course.unit]()) if self.course else ""

    @property
    def chart(self) -> SafeString:
        """The chart; its letters are those of the places."""
        if self.course is None:
            return SafeString()
        label = f"{self.chart_title}. {chart.spoken(self.course, self.board.names)}"
        return mark_safe(chart.chart(self.course, self.players(self.board.signs), label))

    @property
    def printed_chart(self) -> SafeString:
        """The chart as it stands on paper: totals are beside the letters, as nobody can tap there."""
        if self.course is None:
            return SafeString()
        totals = self.course.steps[-1].totals
        signs = [
            f"{letter_by_letter(sign)} {with_minus(n)}"
            for sign, n in zip(self.board.signs, totals, strict=True)
        ]
        font = paint.SANS + paint.EMOJI_BEHIND
        return mark_safe(chart.chart(self.course, self.players(signs), "", font=font, room=ON_PAPER))

    @property
    def steps(self) -> list[tuple[int, str]]:
        """The names of the steps that have some."""
        named = [step for step in self.course.steps if step.name] if self.course else []
        return [(step.n, self.board.step_name(step.name)) for step in named]

    @property
    def fewest_win(self) -> str:
        """A word on which end of the chart is the better one, where it isn't the upper one."""
        return gettext("Чем ниже, тем лучше.") if self.rules.fewest_win else ""

    @cached_property
    def facts(self) -> list[FactView]:
        """What is worth telling, the best first."""
        return [self._fact(fact) for fact in self.rules.facts(self.board.tally, self.state)[:FACTS_SHOWN]]

    def _fact(self, fact: Highlight) -> FactView:
        said = self.board.sentence("finish", Remark(fact.code, fact.clause, fact.params))
        return FactView(said.text, said.clause, fact.entries)
