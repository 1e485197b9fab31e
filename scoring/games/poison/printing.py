"""The ledger on paper: a row for each colour with its sign, and what a majority sheds struck out."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rulebook.content.entries import GameContent
from rulebook.games.poison.printing import value_cards
from rulebook.templatetags.printing import ink_icon
from scoring.print_ledger import LedgerPrinting
from scoring.sheets.ledger import CellTally


class PoisonPrinting(LedgerPrinting):
    """See `scoring.printing.SheetPrinting`."""

    def mark(self, game: GameContent, field: str) -> SafeString:
        return ink_icon(game.colour_by_id[field].shape, "3.2mm", value_cards.COLOURS[field][0])

    def struck(self, cell: CellTally) -> bool:
        return cell.mark == "shed"

    @property
    def nothing_counted(self) -> str:
        return gettext("Ни одной карты")
