"""The sheet of «Алхимики»: the reputation tracker, the theory board, and the great reveal.

`cells` tells what may stand where, `rules` what may be written now, `counting` what it comes to; points and
winners come from the calculator.
"""

from games.alchemists.scoring.sheet.rules import AlchemistsSheet

SHEET = AlchemistsSheet()
