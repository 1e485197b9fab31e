"""Who may sit at a sheet of «Маго-бой»: the maze has a sector for each who began."""

from scoring.sheets.seating import Cause, Seating


class WizwarSeating(Seating):
    late = Cause("sheet_late_maze", "setup.sectors")
    left = Cause("sheet_left", "series.leave")
