"""What the page of a sheet shows beyond its board: what the address asks for."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from scoring.boards.core import SheetPresenter
from scoring.boards.ledger import LedgerPresenter
from web.errors import RequestError

Query = Mapping[str, str]


class SheetPage(ABC):
    """How a sheet is shown and written: its template, its context, where a form leads."""

    template: str

    @property
    def invitation(self) -> str:
        """What a list of sheets offers to do with an open one."""
        return gettext("Вести счёт")

    @abstractmethod
    def context(self, board: Any, query: Query, tried: Mapping[str, Any]) -> dict[str, Any]:
        """What the template needs; `tried` is an entry that was refused. Raises RequestError."""

    def after(self, board: Any, cell_id: str, then: str) -> str:
        """The query of the page to show when a form has written a cell."""
        return ""


class LedgerPage(SheetPage):
    """The grid of rounds: `?round=`, `?cell=` and `?why=` say what is open."""

    template = "scoring/ledger.html"

    @property
    def invitation(self) -> str:
        return gettext("Записать раунд")

    def context(self, board: LedgerPresenter, query: Query, tried: Mapping[str, Any]) -> dict[str, Any]:
        cell = board.cell(str(tried.get("cell") or query.get("cell", "")))
        shown = cell.tally.cell.round if cell else _round(board, query)
        return {
            "round_shown": shown,
            "back_query": f"?round={shown}",
            "why_seat": why_seat(board, query),
            "cell": cell,
            "open_cell": cell.id if cell else "",
            "typed": str(tried.get("text", cell.tally.text if cell else "")),
        }

    def after(self, board: LedgerPresenter, cell_id: str, then: str) -> str:
        """The next empty cell of the round, or the round."""
        cell = board.cell(cell_id)
        if cell is None:
            return ""
        round = board.tally.rounds[cell.tally.cell.round - 1]
        following = round.next_empty(cell.tally.cell) if then == "next" else None
        return f"?cell={following}" if following else f"?round={round.number}"


def _round(board: LedgerPresenter, query: Query) -> int:
    """The round that is asked for, else the one being written. Raises RequestError."""
    text = query.get("round", "")
    if not text:
        return board.tally.current
    if not (text.isdecimal() and len(text) < 3 and 1 <= int(text) <= len(board.tally.rounds)):
        raise RequestError(404, gettext("Такого раунда в этой серии нет."), game=board.game)
    return int(text)


def new_cell(kind: str) -> str:
    """A cell for a play or an event that isn't written yet."""
    return f"{kind}.{secrets.token_hex(8)}"


def why_seat(board: SheetPresenter, query: Query) -> int:
    """The place, from 1, of the player whose points are being explained; 0 for none or for nonsense."""
    text = query.get("why", "")
    return int(text) if text.isdecimal() and len(text) < 2 and int(text) <= len(board.names) else 0
