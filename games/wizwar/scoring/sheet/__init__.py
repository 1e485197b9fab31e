"""The sheet of «Маго-бой»: lives, treasures, turns, what lasts, the die; who is out and who has won.

`texts` tells what an event's text means, `course` what events come to, `rules` what may be written now, `raw`
reads a table without a sheet. Deaths, elimination and victory are the calculator's.
"""

from games.wizwar.scoring.sheet.rules import WizwarSheet

SHEET = WizwarSheet()
