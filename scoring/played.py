"""A game that was played elsewhere and is over, as its sheet would tell it: places, course, picture."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from scoring import game as games
from scoring.boards.core import SheetPresenter
from scoring.models import Sheet
from scoring.sheets import core


class PlayedGame(games.OfGame):
    """What a presenter asks of a sheet, without a row: nobody has to keep one to see how it ended."""

    title = ""

    def __init__(
        self, game_id: str, names: Sequence[str], rounds: Sequence[Any], played_at: datetime
    ) -> None:
        self.game, self.names, self.played_at = game_id, names, played_at
        pairs = [*self.rules.entries_of(rounds), (core.FINISH, core.YES)]
        self.entries = [core.SheetEntry(n, cell, text) for n, (cell, text) in enumerate(pairs, start=1)]

    def entries_so_far(self) -> list[core.SheetEntry]:
        return self.entries

    def seated(self) -> list[str]:
        return list(self.names)

    def told(self, lang: str) -> SheetPresenter:
        """It has all of a sheet that telling its end takes."""
        return self.scoring.board(cast(Sheet, self), lang)
