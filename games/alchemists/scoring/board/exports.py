"""A reveal as rows of a spreadsheet, as data and as lines of text."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext

from games.alchemists.scoring.board.books import Books
from games.alchemists.scoring.board.tracker import Tracker
from games.alchemists.scoring.board.words import MINUS
from games.alchemists.scoring.sheet.reveal import EventTally, Goods
from rulebook.wording.sentences import with_minus


class Exports(Tracker, Books):
    """What leaves the site."""

    def rows(self) -> Iterator[Iterable[Any]]:
        """Events with what each did to whom, then points by what they are for, then the theories."""
        yield [gettext("Что"), gettext("Кто или о чём"), *self.names]
        for row in self.log:
            yield [
                row.title,
                row.name,
                *(row.tally.amount if n == row.tally.seat else None for n in range(len(self.names))),
            ]
        yield [gettext("Репутация"), None, *(each.n for each in self.standings)]
        for _, name, cells in self.group_rows[1:]:
            yield [name, None, *map(_number, cells)]
        yield [gettext("Всего"), None, *self.tally.totals]
        for book in self.published:
            seals = {seal.seat: seal.words for seal in book.laid}
            told = " / ".join(filter(None, (book.theory_name, book.truth_name)))
            yield [book.name, told, *(seals.get(seat) for seat in range(len(self.names)))]

    def data(self) -> dict[str, Any]:
        """The game as the command line reads it back, and the tracker."""
        tally = self.tally
        return {
            "truth": {book.ingredient: book.truth for book in tally.books if book.truth},
            "theories": [
                {
                    "ingredient": book.ingredient,
                    "alchemical": book.alchemical,
                    "seals": [{"player": seal.seat, "seal": seal.kind} for seal in book.seals],
                }
                for book in tally.books
                if book.alchemical
            ],
            "players": [self._raw(goods) for goods in tally.goods],
            "reputation": [self._raw_event(event) for event in tally.events],
            "warnings": [warning.text for warning in self.warnings],
        }

    def _raw(self, goods: Goods) -> dict[str, Any]:
        return {
            "name": self.names[goods.seat],
            "reputation": goods.reputation,
            "artifacts": list(goods.artifacts),
            "grants": [self.tally.grants[grant].n for grant in goods.grants],
            "favours": goods.favours or 0,
            "gold": goods.gold or 0,
            "feather_kinds": goods.feather or 0,
        }

    def _raw_event(self, event: EventTally) -> dict[str, Any]:
        return {
            "player": self.names[event.seat],
            "parts": [list(part) for part in event.happening.parts],
            "before": event.change.before,
            "after": event.change.after,
        }

    def result_lines(self) -> list[str]:
        """«1. Оля: 34 (репутация 16, артефакты 6…)»: the most points first."""
        if not self.tally.scoring:
            rows = sorted(self.standings, key=lambda each: -each.n) if self.log else []
            return [gettext("%(name)s: репутация %(n)s") % {"name": each.name, "n": each.n} for each in rows]
        lines = []
        for total in sorted(self.finals, key=lambda total: -total.point.n):
            place = 1 + sum(n > total.point.n for n in self.tally.totals)
            parts = ", ".join(f"{self.inner(name)} {points}" for _, name, points in total.groups if points)
            lines.append(f"{place}. {total.point.name}: {with_minus(total.point.n)} ({parts})")
        return lines


def _number(cell: str) -> int | str:
    """A cell's number as one, what is no number as it stands."""
    text = cell.replace(MINUS, "-")
    return int(text) if text.removeprefix("-").isdecimal() else text
