"""The sheet as its pages show it: a module for each part of the page.

`tracker`, `keys`, `round_ends` and `books` while the game goes on; `people`, `finals` and `books` again at
its end; `box` for numbers that the table may set. All of them speak with `cells` and `words`.
"""

from django.utils.translation import gettext, ngettext

from games.alchemists.scoring.board.box import SettingCells
from games.alchemists.scoring.board.exports import Exports
from games.alchemists.scoring.board.keys import Keys
from games.alchemists.scoring.board.people import People


class AlchemistsPresenter(Keys, People, SettingCells, Exports):
    """The whole sheet for its pages, in one language."""

    @property
    def progress(self) -> str:
        if self.tally.scoring:
            return gettext("Большое открытие")
        n = len(self.tally.events)
        return ngettext("%(n)s событие", "%(n)s событий", n) % {"n": n}

    @property
    def first_question(self) -> str:
        return gettext("У кого сначала жетон первого игрока?")

    @property
    def first_help(self) -> str:
        return gettext("В конце раунда жетон уходит соседу слева, мимо парализованных.")

    @property
    def first_said(self) -> str:
        return gettext("жетон первого в раунде 1")

    @property
    def how_far(self) -> str:
        if self.tally.scoring:
            return gettext("Подсчёт ещё не закончен")
        return gettext("Игра идёт: в счёте репутация")
