"""Score sheets as HTML for `rulebook.printing.paper.pdf`: blank ones to write on, a live one as it stands.

Each family of sheets has a module with its template, `blank`, `filled` and `reasons`.
"""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from django.utils.translation import gettext

from rulebook.content.entries import GameContent
from rulebook.printing.cards import paint
from rulebook.printing.documents import document, numbers
from rulebook.printing.paper import PAPERS, Paper
from scoring import print_ledger, sheets
from scoring.boards.core import Board
from scoring.games.alchemists import printing as print_reveal
from scoring.games.potions import printing as print_journal
from scoring.games.wizwar import printing as print_tracker
from scoring.sheets.core import JOURNAL, LEDGER, REVEAL, TRACKER
from web.addresses import qr_svg

FAMILIES: Mapping[str, ModuleType] = {
    LEDGER: print_ledger,
    JOURNAL: print_journal,
    REVEAL: print_reveal,
    TRACKER: print_tracker,
}


def blank(game: GameContent, paper: str, url: str, players: Sequence[int] = ()) -> str:
    """Blank sheets, one for each number of players; `url` is where the live sheet begins.

    Raises KeyError for a game without sheets.
    """
    family = FAMILIES[sheets.get(game.id).family]
    least, most = game.players
    made = [family.blank(game, PAPERS[paper], n) for n in players or range(least, most + 1)]
    context = {"doc_title": gettext("Счёт"), "filled": False}
    return _document(family.TEMPLATE, game, PAPERS[paper], made, url, context)


def filled(board: Board, paper: str, url: str) -> str:
    """A live sheet as it stands, with the reason for every point; `url` is its viewer's link."""
    family = FAMILIES[board.family]
    context = {
        "doc_title": board.sheet.title or gettext("Счёт"),
        "filled": True,
        "verdict": board.verdict,
        "finished": board.tally.finished,
        **family.reasons(board),
    }
    made = [family.filled(board, PAPERS[paper])]
    return _document(family.TEMPLATE, board.game, PAPERS[paper], made, url, context)


def _document(
    template: str, game: GameContent, paper: Paper, made: Sequence[Any], url: str, context: Mapping[str, Any]
) -> str:
    shared = {
        "sheets": made,
        "qr": qr_svg(url, border=0, dark=paint.INK, light=None),
        "url": url,
        "n": numbers(game),
        "howto": f"print/{game.id}/howto.html",
    }
    return document(template, game, paper, {**shared, **context})
