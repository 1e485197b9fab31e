"""The end of the game: points by what they are for, what is still missing, the Wisdom Idol."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext

from games.alchemists.scoring.board.cells import Cells, ReasonLine
from games.alchemists.scoring.board.words import GROUP_NAMES
from games.alchemists.scoring.points import IDOL, favours_gold
from games.alchemists.scoring.sheet.reveal import FACE_DOWN, GROUPS, OWN_GROUPS
from rulebook.wording.sentences import with_minus
from scoring.boards.core import Points
from scoring.sheets.lines import ScoreLine


class Total(NamedTuple):
    """A player's final points: sums by what they are for, and all lines."""

    point: Points
    groups: list[tuple[str, str, str]]
    lines: list[ReasonLine]
    low: str
    high: str
    open: bool
    gold: int | None

    @property
    def place(self) -> int:
        return self.point.place


class Finals(Cells):
    """Everybody's final points."""

    @cached_property
    def certain(self) -> list[int]:
        """Everybody's points without any seal."""
        codes = {code for group in OWN_GROUPS for code in GROUPS[group]}
        return [sum(line.points for line in score.lines if line.code in codes) for score in self.tally.scores]

    @cached_property
    def finals(self) -> list[Total]:
        return [self._total(point) for point in self.totals]

    def _total(self, point: Points) -> Total:
        score, goods = self.tally.scores[point.seat], self.tally.goods[point.seat]
        groups = [(group, GROUP_NAMES[group](), self._sum(score.lines, group)) for group in GROUPS]
        low, high = self.tally.spread[point.seat]
        gold = None if goods.gold is None else goods.gold + favours_gold(goods.favours or 0)
        return Total(
            point,
            groups,
            [self.reason_line(line) for line in score.lines],
            with_minus(point.n + low),
            with_minus(point.n + high),
            low != high,
            gold,
        )

    def _sum(self, lines: Sequence[ScoreLine], group: str) -> str:
        points = [line.points for line in lines if line.code in GROUPS[group]]
        return with_minus(sum(points)) if points else ""

    @property
    def group_rows(self) -> list[tuple[str, str, list[str]]]:
        """The table of totals: a row for each group that brought anybody anything."""
        rows = []
        for n, (group, name, _) in enumerate(self.finals[0].groups):
            cells = [total.groups[n][2] for total in self.finals]
            if any(cells):
                rows.append((group, name, cells))
        return rows

    def step_name(self, name: str) -> str:
        return GROUP_NAMES[name]()

    @property
    def idol_name(self) -> str:
        return self.name_of(IDOL)

    @property
    def idol(self) -> list[tuple[Total, ReasonLine]]:
        """The last act: who has the Wisdom Idol, and what it brings."""
        return [
            (total, line)
            for total in self.finals
            for line in total.lines
            if line.sentence.clause.id == "final.idol"
        ]

    @cached_property
    def missing(self) -> list[tuple[str, str]]:
        """What the reveal waits for, (part of the page, words)."""
        books = [book for book in self.tally.books if book.alchemical]
        waiting = [
            ("answers", gettext("ответов ещё нет: %(n)s") % {"n": n})
            for n in [sum(book.open for book in books)]
            if n
        ]
        hidden = sum(seal.kind == FACE_DOWN for book in books for seal in book.seals)
        if hidden:
            waiting.append(("answers", gettext("печатей лицом вниз: %(n)s") % {"n": hidden}))
        gold = [self.names[goods.seat] for goods in self.tally.goods if goods.gold is None]
        if gold:
            waiting.append(("people", gettext("золото: %(names)s") % {"names": ", ".join(gold)}))
        return waiting
