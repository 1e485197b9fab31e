"""The one object that scoring asks: two rows a round, what they count, and what a cell refuses."""

from collections.abc import Sequence
from functools import cached_property

from examples.tales.scoring import points
from rulebook.content.entries import Text
from scoring.game import Scoring
from scoring.sheets.ledger import Table
from scoring.sheets.lines import PlayerScore
from scoring.sheets.numbers import Numbers
from web.refusal import Refusal


class TaleSheet(Numbers):
    """A grid of whole numbers, round by round, that knows how many cards a tale is told of."""

    def check_number(self, field: str, n: int) -> Refusal | None:
        if field == "cards" and n > points.CARDS:
            return Refusal("too_many_cards", "score.cards", {"n": n, "max": points.CARDS})
        return None


class TalesScoring(Scoring):
    rows = {"cards": Text("Вплетено карт", "Cards woven in"), "nuts": Text("Орехи", "Nuts")}

    def score_round(self, table: Table) -> Sequence[PlayerScore]:
        return points.score_round(table)

    @cached_property
    def sheet(self) -> TaleSheet:
        return TaleSheet(self.id, self.rows, self.score_round)


GAME = TalesScoring("tales")
