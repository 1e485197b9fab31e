"""Who may sit at a sheet of «Алхимики»: board, cubes and orders are laid out for so many."""

from scoring.sheets.seating import Cause, Seating


class AlchemistsSeating(Seating):
    late = Cause("sheet_late_board", "setup.sides")
    left = Cause("sheet_left", "series.leave")
    first_clause = "setup.first"
