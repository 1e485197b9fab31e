"""The ledger on paper: a row for each colour with its sign, and what a majority sheds struck out."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.poison.scoring.seating import dealer
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

    def firsts(self, players: int, number: int) -> list[str]:
        return [gettext("сдаёт") if seat == dealer(0, number, players) else "" for seat in range(players)]

    @property
    def nothing_counted(self) -> str:
        return gettext("Ни одной карты")
