"""Poison: a ledger of the cards that everybody took, by colour."""

from functools import cached_property
from typing import TYPE_CHECKING

from scoring.game import Scoring
from scoring.games.poison.finish import PoisonFinish
from scoring.games.poison.seating import PoisonSeating
from scoring.games.poison.sheet import SHEET

if TYPE_CHECKING:
    from scoring.boards.core import Board
    from scoring.printing import SheetPrinting


class PoisonScoring(Scoring):
    sheet = SHEET
    finish = PoisonFinish(SHEET)
    seating_kind = PoisonSeating

    @cached_property
    def board(self) -> "type[Board]":
        from scoring.games.poison.board import PoisonBoard

        return PoisonBoard

    @cached_property
    def printing(self) -> "SheetPrinting":
        from scoring.games.poison.printing import PoisonPrinting

        return PoisonPrinting()


GAME = PoisonScoring("poison")
