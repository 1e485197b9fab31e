"""«Маго-бой»: lives, turns and treasures while the game is played."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from games.wizwar.scoring.finish import WizwarFinish
from games.wizwar.scoring.seating import WizwarSeating
from games.wizwar.scoring.sheet import SHEET, own_cards, raw
from games.wizwar.scoring.sheet.tracker import CARDS, TEAMS
from rulebook.content.entries import GameContent, Text
from scoring.game import CarriedOver, Scoring, Setting
from scoring.sheets.core import BadEntry, State, TableRefused

if TYPE_CHECKING:
    from scoring.boards.core import SheetPresenter
    from scoring.pages import SheetPage
    from scoring.printing import SheetPrinting


class WizwarScoring(Scoring):
    sheet = SHEET
    finish = WizwarFinish()
    seating_kind = WizwarSeating
    settings = (Setting(TEAMS, Text("Командами: вчетвером или вшестером", "In teams, with four or six")),)

    @property
    def boxes(self) -> tuple[str, ...]:
        return SHEET.boxes

    carried = (CarriedOver(CARDS, own_cards.goes_by),)

    def content(self, state: State, boxes: Sequence[str]) -> GameContent:
        return own_cards.content(boxes, state.entry(CARDS).text)

    def table_content(self, data: Mapping[str, Any]) -> GameContent:
        try:
            return own_cards.content(self.boxes, raw.cards_in(data))
        except BadEntry as error:
            raise TableRefused(error.refusal) from None

    @cached_property
    def board(self) -> "type[SheetPresenter]":
        from games.wizwar.scoring.board import WizwarPresenter

        return WizwarPresenter

    @cached_property
    def page(self) -> "SheetPage":
        from games.wizwar.scoring.page import WizwarPage

        return WizwarPage()

    @cached_property
    def printing(self) -> "SheetPrinting":
        from games.wizwar.scoring import printing

        return printing


GAME = WizwarScoring("wizwar")
