"""Poison: a ledger of the cards that everybody took, by colour."""

from functools import cached_property
from typing import TYPE_CHECKING

from games.poison.scoring.finish import PoisonFinish
from games.poison.scoring.seating import PoisonSeating
from games.poison.scoring.sheet import SHEET
from scoring.game import Scoring

if TYPE_CHECKING:
    from scoring.boards.core import SheetPresenter
    from scoring.printing import SheetPrinting


class PoisonScoring(Scoring):
    sheet = SHEET
    finish = PoisonFinish(SHEET)
    seating_kind = PoisonSeating

    @cached_property
    def board(self) -> "type[SheetPresenter]":
        from games.poison.scoring.board import PoisonPresenter

        return PoisonPresenter

    @cached_property
    def printing(self) -> "SheetPrinting":
        from games.poison.scoring.printing import PoisonPrinting

        return PoisonPrinting(self.sheet)


GAME = PoisonScoring("poison")
