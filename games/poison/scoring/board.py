"""The ledger as its pages show it: rows are colours, and a cell tells what a majority did to it."""

from django.utils.translation import gettext

from games.poison.scoring.seating import dealer
from games.poison.scoring.sheet import KEEP
from scoring.boards.ledger import LedgerPresenter


class PoisonPresenter(LedgerPresenter):
    """The whole sheet for its pages, in one language."""

    row_mark = "scoring/poison/_mark.html"

    @property
    def nothing_counted(self) -> str:
        return gettext("Ни одной взятой карты.")

    @property
    def counted_so_far(self) -> str:
        return gettext(
            "Считается только то, что уже не изменится. Цвет войдёт в счёт, когда его запишут у всех."
        )

    @property
    def first_question(self) -> str:
        return gettext("Кто сдаёт первым?")

    @property
    def first_help(self) -> str:
        return gettext("На каждый новый раунд колода переходит к соседу слева. В счёте это отмечено у имени.")

    def first_at(self, seat: int, number: int) -> str:
        known = self.first is not None and seat == dealer(self.first, number, len(self.names))
        return gettext("сдаёт") if known else ""

    def what(self, field: str) -> str:
        """«красные»; «красные не сброшены»."""
        if field not in KEEP:
            return super().what(field)
        return gettext("%(colour)s не сброшены") % {"colour": super().what(KEEP[field])}
