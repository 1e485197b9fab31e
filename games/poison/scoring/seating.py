"""Who may sit at a sheet of Poison, and who deals: the whole deck is dealt to those who sit there."""

from scoring.sheets.core import State
from scoring.sheets.ledger import Cell
from scoring.sheets.seating import Cause, LedgerSeating, texts_in
from web.refusal import Refusal


class PoisonSeating(LedgerSeating):
    late = Cause("sheet_late_deal", "setup.deal")
    left = Cause("sheet_left", "series.leave")
    first_clause = "setup.dealer"
    first_assumed = 0

    def check_shift(self, state: State, seats: int, shifted: int) -> Refusal | None:
        """A number is of a round that was dealt to so many (clause setup.deal)."""
        if seats != state.seats and any(map(Cell.parse, texts_in(state))):
            return self.cause(state.seats, seats).refusal(state.seats)
        return super().check_shift(state, seats, shifted)


def dealer(first: int, number: int, seats: int) -> int:
    """The deck goes round to the left, from whoever dealt `first` (clause setup.next_dealer)."""
    return (first + number - 1) % seats
