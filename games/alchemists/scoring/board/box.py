"""Numbers of the box that the table may set: conferences and grants."""

from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext

from games.alchemists.scoring.board.cells import CellOption, Cells, Control
from games.alchemists.scoring.points import GRANTS
from games.alchemists.scoring.sheet.cells import CONFERENCES, LEVELS, text_of_numbers


class BoxSetting(NamedTuple):
    """A number of the box that the table may set."""

    control: Control
    name: str
    ours: str
    guessed: bool


class SettingCells(Cells):
    """Numbers as they stand, the table's own or ours."""

    @cached_property
    def conference_settings(self) -> list[BoxSetting]:
        return [
            BoxSetting(
                self.control(f"set.{token}.{level}"),
                f"{self.name_of(token)}, {self._level_name(level)}",
                text_of_numbers(self.tally.conferences[token][level]),
                self.tally.conferences[token][level].guessed,
            )
            for token in CONFERENCES
            for level in LEVELS
        ]

    @cached_property
    def grant_settings(self) -> list[tuple[BoxSetting, list[CellOption]]]:
        rows = []
        for code in GRANTS:
            worth = self.tally.grants[code]
            name = ", ".join(map(self.word, self.tally.tiles[code]))
            control = self.control(f"set.{code}")
            options = [
                CellOption(str(n), str(n), on=worth.n == n and not worth.guessed)
                for n in self.game.constants["grant_points"]
            ]
            rows.append((BoxSetting(control, name, str(worth.n), worth.guessed), options))
        return rows

    def _level_name(self, level: str) -> str:
        return gettext("ученики") if level == LEVELS[0] else gettext("магистры")
