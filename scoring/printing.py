"""Score sheets as HTML for `rulebook.printing.paper.pdf`: blank ones to write on, a live one as it stands."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext

from rulebook.content.entries import GameContent
from rulebook.printing import documents
from rulebook.printing.documents import document, numbers
from rulebook.printing.links import code
from rulebook.printing.paper import PAPERS, Paper
from scoring import game as scoring
from scoring.boards.core import SheetPresenter
from scoring.boards.finish import Ending
from web.addresses import is_own

HOWTO = "print/_howto.html"  # how to count, for a game that doesn't say it itself


class SheetPrinting(Protocol):
    """A game's sheet on paper; a module will do."""

    TEMPLATE: str

    def blank(self, game: GameContent, paper: Paper, players: int) -> Any:
        """A sheet to write on for so many players, as the template takes it; it has a `title`."""

    def filled(self, board: Any, paper: Paper) -> Any:
        """The sheet as it stands, as the template takes it."""

    def reasons(self, board: Any) -> dict[str, Any]:
        """What explains the points: more context for the template."""


def blank(game: GameContent, paper: str, url: str, players: Sequence[int] = ()) -> str:
    """Blank sheets, one for each number of players; `url` is where the live sheet begins."""
    printing = scoring.get(game.id).printing
    least, most = game.players
    made = [printing.blank(game, PAPERS[paper], n) for n in players or range(least, most + 1)]
    context = {"doc_title": gettext("Счёт"), "is_live": False}
    return _document(printing.TEMPLATE, game, PAPERS[paper], made, url, context)


def evening(game: GameContent, paper: str, url: str, players: int) -> str:
    """A reference sheet for each player, the score sheet and what else the game needs on an evening."""
    return documents.evening(game, paper, players, blank(game, paper, url, [players]))


def filled(board: SheetPresenter, paper: str, url: str) -> str:
    """A live sheet as it stands, with the reason for every point; `url` is its viewer's link."""
    board.go_to_print()
    printing = scoring.get(board.game.id).printing
    ending = Ending(board)
    context = {
        "game_title": board.game_title,
        "doc_title": board.title or gettext("Счёт"),
        "is_live": True,
        "verdict": board.verdict,
        "finished": board.tally.finished,
        "first": board.first_line,
        "chart": ending.printed_chart,
        "chart_title": ending.chart_title,
        **printing.reasons(board),
    }
    made = [printing.filled(board, PAPERS[paper])]
    return _document(printing.TEMPLATE, board.game, PAPERS[paper], made, url, context)


def _document(
    template: str, game: GameContent, paper: Paper, made: Sequence[Any], url: str, context: Mapping[str, Any]
) -> str:
    shared = {
        "sheets": made,
        "qr": "" if is_own(url) else code(url),
        "url": url,
        "n": numbers(game),
        "howto": (f"print/{game.id}/howto.html", HOWTO),
    }
    return document(template, game, paper, {**shared, **context})
