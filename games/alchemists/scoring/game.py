"""«Алхимики»: reputation, theories and the great reveal."""

from functools import cached_property
from typing import TYPE_CHECKING

from games.alchemists.scoring.finish import AlchemistsFinish
from games.alchemists.scoring.seating import AlchemistsSeating
from games.alchemists.scoring.sheet import SHEET
from scoring.game import Scoring

if TYPE_CHECKING:
    from scoring.boards.core import SheetPresenter
    from scoring.pages import SheetPage
    from scoring.printing import SheetPrinting


class AlchemistsScoring(Scoring):
    sheet = SHEET
    finish = AlchemistsFinish()
    seating_kind = AlchemistsSeating

    @cached_property
    def board(self) -> "type[SheetPresenter]":
        from games.alchemists.scoring.board import AlchemistsPresenter

        return AlchemistsPresenter

    @cached_property
    def page(self) -> "SheetPage":
        from games.alchemists.scoring.page import AlchemistsPage

        return AlchemistsPage()

    @cached_property
    def printing(self) -> "SheetPrinting":
        from games.alchemists.scoring import printing

        return printing


GAME = AlchemistsScoring("alchemists")
