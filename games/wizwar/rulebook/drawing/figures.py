"""What draws the figures of Wiz-War's rules, and the inks of their parts. Pure."""

from collections.abc import Mapping

from games.wizwar.rulebook.drawing import answers, maze, plays, schemes, sight, teams, ways
from games.wizwar.rulebook.printing.inks import INK as OWN_INK
from rulebook.drawing.figures import Draw
from rulebook.printing.cards.paint import INK, PAPER, SANS_BOLD

DRAWINGS: Mapping[str, Draw] = {
    "answers": answers.answers,
    "edges": schemes.edges,
    "layouts": schemes.layouts,
    "lines": schemes.lines,
    "play": plays.play,
    "sector": schemes.sector,
    "sight": sight.sight,
    "strengths": schemes.strengths,
    "teams": teams.teams,
    "ways": ways.ways,
}
LOOKS: Mapping[str, str] = {
    f"mz-{kind}": look for kind, look in maze.inks(INK, PAPER, OWN_INK, font=SANS_BOLD).items()
}
