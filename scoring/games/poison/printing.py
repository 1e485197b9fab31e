"""The ledger on paper: a row for each colour with its sign, and what a majority sheds struck out."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rulebook.content.entries import GameContent
from rulebook.printing.cards.inks import ink
from rulebook.templatetags.printing import ink_icon
from scoring.print_ledger import LedgerPrinting
from scoring.sheets.ledger import CellTally


class PoisonPrinting(LedgerPrinting):
    """See `scoring.printing.SheetPrinting`."""

    def mark(self, game: GameContent, field: str) -> SafeString:
        return ink_icon(game.colour_by_id[field].shape, "3.2mm", ink(game, field))

    def struck(self, cell: CellTally) -> bool:
        return cell.mark == "shed"

    @property
    def nothing_counted(self) -> str:
        return gettext("Ни одной карты")
