"""The leader's board of a laboratory as HTML for `rulebook.printing.pdf`."""

from collections.abc import Mapping
from typing import Any

from games.alchemists.rulebook.reference import sheet
from rulebook.content.entries import GameContent
from rulebook.printing import documents
from rulebook.printing.layout.game_documents import DocumentRequest


def leader_board(game: GameContent, paper: str, truth: Mapping[str, str] | None = None) -> str:
    """What each pair of formulas gives, and which ingredient is which.

    `truth` says the formula of every ingredient, by codes, and is a secret; without it the places are empty.
    """

    def context(game: GameContent, asked: DocumentRequest) -> dict[str, Any]:
        return sheet.leader_board(game, asked, truth)

    found = sheet.DOCUMENTS["leader"]
    return documents.made_with(game, found, paper, found.chosen(), context)
