"""The page of the tracker: what its address asks for."""

import secrets
from collections.abc import Mapping
from typing import Any

from games.wizwar.scoring.board import WizwarPresenter
from games.wizwar.scoring.sheet.texts import DIE
from games.wizwar.scoring.sheet.tracker import LOG
from scoring.pages import Query, SheetPage, new_cell, why_seat


class WizwarPage(SheetPage):
    """Lives, turns, treasures: `?why=` names a player, `?mode=table` turns the phone into a board for all."""

    template = "scoring/wizwar/sheet.html"

    def context(self, board: WizwarPresenter, query: Query, tried: Mapping[str, Any]) -> dict[str, Any]:
        flat = TABLE_MODE in (query.get("mode", ""), str(tried.get("then", "")))
        return {
            "back_query": f"?mode={TABLE_MODE}" if flat else "?",
            "flat": flat,
            "why_seat": why_seat(board, query),
            "form_cell": new_cell(LOG.prefix),
            "roll": 1 + secrets.randbelow(DIE),  # a page without scripts can't throw the die itself
        }

    def after(self, board: WizwarPresenter, cell_id: str, then: str) -> str:
        return f"?mode={TABLE_MODE}" if then == TABLE_MODE else ""


TABLE_MODE = "table"
