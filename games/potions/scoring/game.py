"""«Зельеварение»: a journal of plays."""

from functools import cached_property
from typing import TYPE_CHECKING

from games.potions.scoring.finish import PotionsFinish
from games.potions.scoring.seating import PotionsSeating
from games.potions.scoring.sheet.rules import SHEET
from scoring.game import Scoring

if TYPE_CHECKING:
    from scoring.boards.core import SheetPresenter
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
    def board(self) -> "type[SheetPresenter]":
        from games.potions.scoring.board import PotionsPresenter

        return PotionsPresenter

    @cached_property
    def page(self) -> "SheetPage":
        from games.potions.scoring.page import PotionsPage

        return PotionsPage()

    @cached_property
    def printing(self) -> "SheetPrinting":
        from games.potions.scoring import printing

        return printing


GAME = PotionsScoring("potions")
