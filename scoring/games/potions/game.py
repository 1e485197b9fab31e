"""«Зельеварение»: a journal of plays."""

from functools import cached_property
from typing import TYPE_CHECKING

from scoring.game import Scoring
from scoring.games.potions.finish import PotionsFinish
from scoring.games.potions.seating import PotionsSeating
from scoring.games.potions.sheet.rules import SHEET

if TYPE_CHECKING:
    from scoring.boards.core import Board
    from scoring.pages import SheetPage
    from scoring.printing import SheetPrinting


class PotionsScoring(Scoring):
    sheet = SHEET
    finish = PotionsFinish()
    seating_kind = PotionsSeating

    @property
    def boxes(self) -> tuple[str, ...]:
        return SHEET.boxes

    @cached_property
    def board(self) -> "type[Board]":
        from scoring.games.potions.board import PotionsBoard

        return PotionsBoard

    @cached_property
    def page(self) -> "SheetPage":
        from scoring.games.potions.page import PotionsPage

        return PotionsPage()

    @cached_property
    def printing(self) -> "SheetPrinting":
        from scoring.games.potions import printing

        return printing


GAME = PotionsScoring("potions")
