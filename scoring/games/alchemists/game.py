"""«Алхимики»: reputation, theories and the great reveal."""

from functools import cached_property
from typing import TYPE_CHECKING

from scoring.game import Scoring
from scoring.games.alchemists.finish import AlchemistsFinish
from scoring.games.alchemists.seating import AlchemistsSeating
from scoring.games.alchemists.sheet import SHEET

if TYPE_CHECKING:
    from scoring.boards.core import Board
    from scoring.pages import SheetPage
    from scoring.printing import SheetPrinting


class AlchemistsScoring(Scoring):
    sheet = SHEET
    finish = AlchemistsFinish()
    seating_kind = AlchemistsSeating

    @cached_property
    def board(self) -> "type[Board]":
        from scoring.games.alchemists.board import AlchemistsBoard

        return AlchemistsBoard

    @cached_property
    def page(self) -> "SheetPage":
        from scoring.games.alchemists.page import AlchemistsPage

        return AlchemistsPage()

    @cached_property
    def printing(self) -> "SheetPrinting":
        from scoring.games.alchemists import printing

        return printing


GAME = AlchemistsScoring("alchemists")
