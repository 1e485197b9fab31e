"""What the page of a review shows to one reader: the line of a seat, where its result came from, and its
dearest mistakes. Nothing is told that the intervals don't allow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, hypot
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, ngettext

from scoring.sheets.chart import BOTTOM, LEFT, TOP, ChartScale, scale_of
from simulator.engine.worth import within
from simulator.matches import forms
from simulator.matches.board import MatchPresenter
from simulator.matches.hints import figure
from simulator.matches.review import Mistake, Review
from simulator.review.shares import PartOf, ResultPart, Z, base_of, parts_of

WIDTH, HEIGHT, RIGHT = 360, 210, 12
TURNS_TOLD = 4  # plies that changed most
WIDEST = 1.0  # points: half of an interval that is told as a number
WIDEST_CHANCE = 10.0  # per cent

NAMES: Mapping[ResultPart, Any] = {
    ResultPart.DEAL: gettext_lazy("Раздача"),
    ResultPart.CHANCE: gettext_lazy("Что пришло по ходу игры"),
    ResultPart.OTHERS: gettext_lazy("Решения других"),
    ResultPart.UNSEEN: gettext_lazy("Чего никто не видел"),
}
UNSAID = gettext_lazy("не различить")


class PartRow(NamedTuple):
    """A part of the result: its name, what may be said of it, and «+6,0 ± 0,5»."""

    name: str
    said: str
    figure: str


class TurningPoint(NamedTuple):
    """A ply that changed much: how many moves were made by then, what happened, by how much it went."""

    ply: int
    number: int
    sentence: str
    change: str


class MistakeRow(NamedTuple):
    """A decision that is surely a mistake, and where its board is."""

    number: int
    made: str
    lost: str
    url: str


class Tick(NamedTuple):
    """A line across the drawing; where it stands, is written as SVG wants it in any language."""

    n: int
    y: str


@dataclass(frozen=True)
class ReviewPresenter:
    """A review as it stands, for one seat of it."""

    board: MatchPresenter
    review: Review
    seat: int

    @property
    def done(self) -> bool:
        return self.review.is_done(self.seat)

    @property
    def own(self) -> bool:
        return self.board.access.own == (self.seat,)

    @property
    def name(self) -> str:
        return self.board.names[self.seat]

    @property
    def url(self) -> str:
        return self.url_of(self.seat)

    def url_of(self, seat: int) -> str:
        return f"{reverse('simulator:review', args=[self.board.match.public_id])}?seat={seat}"

    @property
    def seats(self) -> list[tuple[str, str, bool]]:
        """Whose result can be looked at: names, addresses, and which of them is shown."""
        return [(name, self.url_of(seat), seat == self.seat) for seat, name in enumerate(self.board.names)]

    @property
    def judged(self) -> bool:
        """Whether positions are judged by more than their points."""
        return bool(self.review.fitted.weights)

    @property
    def policy(self) -> str:
        """The bot with which decisions are compared."""
        kinds = forms.bots(self.board.match.game)
        return next((kind.title for kind in kinds if kind.value == self.review.fitted.policy), "")

    @property
    def only_wins(self) -> bool:
        """Whether the line is of the chance of a win, in per cent."""
        return self.judged and self.board.replay.engine.only_wins

    @property
    def won(self) -> bool:
        return self.review.shares[-1].worth[self.seat] > 0

    @property
    def sealed(self) -> bool:
        return self.board.replay.engine.sealed

    # --- In words -------------------------------------------------------------------------------------------

    @property
    def base(self) -> str:
        """What could be expected before anything was dealt."""
        return self._number(base_of(self.review.shares, self.seat))

    @property
    def result(self) -> str:
        return self._number(self.review.shares[-1].worth[self.seat])

    @cached_property
    def _parts(self) -> list[list[PartOf]]:
        seats = range(len(self.board.names))
        return [parts_of(self.review.shares, seat, self.review.fitted) for seat in seats]

    @property
    def parts(self) -> list[PartRow]:
        """Those that there were."""
        return [
            PartRow(self._named(part.part), self._said(part), self._figure(part.points, part.doubt))
            for part in self._parts[self.seat]
            if part.events or part.points
        ]

    def _named(self, part: ResultPart) -> str:
        if part != ResultPart.OWN:
            return str(NAMES[part])
        return gettext("Ваши решения") if self.own else gettext("Решения: %(name)s") % {"name": self.name}

    def _said(self, part: PartOf) -> str:
        """A number where its interval is narrow, else only which way it went, else nothing."""
        if abs(part.points) <= part.doubt:
            return str(UNSAID)
        helped = self._helped(part.points)
        if part.doubt > self._widest:
            if helped:
                return gettext("помогло; на сколько — не различить")
            return gettext("помешало; на сколько — не различить")
        much = self._much(part.points)
        if not much:
            return gettext("почти ничего")
        return (gettext("%(much)s в пользу") if helped else gettext("%(much)s против")) % {"much": much}

    @property
    def _widest(self) -> float:
        return WIDEST_CHANCE if self.only_wins else WIDEST

    def _much(self, points: float) -> str:
        """«6 очков», «12 %»; empty where it is less than one."""
        n = round(abs(points))
        if self.only_wins:
            return gettext("%(n)s %%") % {"n": n} if n else ""
        return ngettext("%(n)s очко", "%(n)s очков", n) % {"n": n} if n else ""

    def _helped(self, points: float) -> bool:
        return (points < 0) == self.board.replay.engine.fewer_is_better

    @property
    def compared(self) -> list[str]:
        """Of each other seat, who decided better and who had more luck, as far as the intervals allow it."""
        others = [seat for seat in range(len(self.board.names)) if seat != self.seat]
        found = (" ".join(filter(None, [self._skill(seat), self._luck(seat)])) for seat in others)
        return [sentences for sentences in found if sentences]

    def _skill(self, seat: int) -> str:
        own, other = (self._sum(each, ResultPart.OWN) for each in (self.seat, seat))
        apart, name = own[0] - other[0], self.board.names[seat]
        if abs(apart) <= (own[1] ** 2 + other[1] ** 2) ** 0.5:
            return ""
        if not self.own:
            return gettext("%(name)s решает лучше, чем %(other)s.") % self._in_order(apart, name)
        if self._helped(apart):
            return gettext("Вы решали лучше, чем %(other)s.") % {"other": name}
        return gettext("%(other)s решает лучше, чем вы.") % {"other": name}

    def _luck(self, seat: int) -> str:
        """What helps one may harm the other at once, so both intervals count in full."""
        own, other = (self._sum(each, ResultPart.DEAL, ResultPart.CHANCE) for each in (self.seat, seat))
        apart, doubt = own[0] - other[0], own[1] + other[1]
        much, name = self._much(apart), self.board.names[seat]
        if abs(apart) <= doubt or doubt > self._widest or not much:
            return ""
        if not self.own:
            words = {**self._in_order(apart, name), "much": much}
            return gettext("%(name)s выигрывает на удаче на %(much)s больше, чем %(other)s.") % words
        if self._helped(apart):
            sentence = gettext("Вы выиграли на удаче на %(much)s больше, чем %(other)s.")
        else:
            sentence = gettext("%(other)s выигрывает на удаче на %(much)s больше, чем вы.")
        return sentence % {"other": name, "much": much}

    def _in_order(self, apart: float, name: str) -> dict[str, str]:
        """Whom the difference speaks for first: this seat or the other one."""
        first, second = (self.name, name) if self._helped(apart) else (name, self.name)
        return {"name": first, "other": second}

    def _sum(self, seat: int, *parts: ResultPart) -> tuple[float, float]:
        """What some parts have brought a seat together, and half of its interval."""
        found = [each for each in self._parts[seat] if each.part in parts]
        return sum(each.points for each in found), hypot(*(each.doubt for each in found))

    @cached_property
    def turns(self) -> list[TurningPoint]:
        """Where the line moved most, in the order of the game."""
        changes = [(share.whole(self.seat), ply) for ply, share in enumerate(self.review.shares) if ply]
        most = sorted(changes, key=lambda pair: -abs(pair[0]))[:TURNS_TOLD]
        return [self._turn(ply, change) for change, ply in sorted(most, key=lambda pair: pair[1]) if change]

    def _turn(self, ply: int, change: float) -> TurningPoint:
        sentences = self.board.log.entry(ply).sentences
        said = sentences[0].text if sentences else ""
        return TurningPoint(ply, self.board.log.number(ply), said, self._figure(change, 0.0))

    @property
    def mistakes(self) -> list[MistakeRow]:
        return [self._mistake(each) for each in self.review.mistakes(self.seat)]

    def _mistake(self, found: Mistake) -> MistakeRow:
        state = self.board.replay.steps[found.ply].state
        return MistakeRow(
            self.board.log.number(found.ply) + 1,
            self.board.say.move(state, self.seat, found.made.move),
            figure(round(found.lost, 1), 0.0, self.board.lang),
            try_url(self.board.match.public_id, found.ply),
        )

    def _number(self, n: float) -> str:
        return self._unit(figure(round(n, 1), 0.0, self.board.lang))

    def _figure(self, points: float, doubt: float) -> str:
        return self._unit(figure(round(points, 1), doubt, self.board.lang, signed=True))

    def _unit(self, said: str) -> str:
        return gettext("%(n)s %%") % {"n": said} if self.only_wins else said

    # --- The drawing ----------------------------------------------------------------------------------------

    @cached_property
    def _values(self) -> Sequence[float]:
        return [share.worth[self.seat] for share in self.review.shares]

    @property
    def _doubt(self) -> float:
        return Z * self.review.fitted.deal_doubt

    @cached_property
    def _scale(self) -> ChartScale:
        ends = [self._off(each, self._doubt * side) for each in self._values for side in (-1, 1)]
        return scale_of([floor(min(ends)), ceil(max(ends))], HEIGHT)

    def _off(self, value: float, doubt: float) -> float:
        return within(self.board.replay.engine, value + doubt)

    @property
    def ticks(self) -> list[Tick]:
        return [Tick(n, str(self._scale.y(n))) for n in self._scale.lines]

    @property
    def line(self) -> str:
        """The points of the drawn line."""
        return " ".join(f"{x},{self._scale.y(n)}" for x, n in zip(self._xs, self._values, strict=True))

    @property
    def band(self) -> str:
        """The corners of what the line may be off by; at the end there is no doubt."""
        last = len(self._values) - 1
        doubts = [self._doubt if ply < last else 0.0 for ply in range(last + 1)]
        pairs = list(zip(self._xs, self._values, doubts, strict=True))
        above = [f"{x},{self._scale.y(self._off(n, doubt))}" for x, n, doubt in pairs]
        below = [f"{x},{self._scale.y(self._off(n, -doubt))}" for x, n, doubt in reversed(pairs)]
        return " ".join([*above, *below])

    @cached_property
    def _xs(self) -> Sequence[float]:
        room, last = WIDTH - LEFT - RIGHT, max(1, len(self._values) - 1)
        return [round(LEFT + room * ply / last, 1) for ply in range(len(self._values))]

    @property
    def marks(self) -> list[tuple[str, str]]:
        """Where the mistakes stand on the line."""
        plies = [each.ply for each in self.review.mistakes(self.seat)]
        return [(str(self._xs[ply]), str(self._scale.y(self._values[ply]))) for ply in plies]

    @property
    def size(self) -> tuple[int, int, int, int]:
        """Of the drawing: width, height, where its lines begin and end. No steps are named below them."""
        return WIDTH, HEIGHT - BOTTOM + TOP, LEFT, WIDTH - RIGHT


def try_url(public_id: str, ply: int) -> str:
    """Where a better move is to be found."""
    return reverse("simulator:review_try", args=[public_id, ply])
