"""Who may sit at a sheet of «Зельеварение»: hands are dealt once, for the whole game."""

from scoring.sheets.seating import Cause, Seating


class PotionsSeating(Seating):
    late = Cause("sheet_late_deal", "setup.deal")
    left = Cause("sheet_left", "series.leave")
    first_clause = "setup.first"
