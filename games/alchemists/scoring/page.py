"""The page of the sheet: what its address asks for."""

from collections.abc import Mapping
from typing import Any

from games.alchemists.scoring.board import AlchemistsPresenter
from games.alchemists.scoring.sheet.reveal import LOG
from scoring.pages import Query, SheetPage, new_cell, why_seat


class AlchemistsPage(SheetPage):
    """Reputation, theories and the great reveal: `?part=` says which, `?open=` what is unfolded there.

    `?cell=` names an event that is being corrected, `?why=` a player, `?act=` a theory of the reveal.
    """

    template = "scoring/alchemists/sheet.html"

    def context(self, board: AlchemistsPresenter, query: Query, tried: Mapping[str, Any]) -> dict[str, Any]:
        asked = str(tried.get("cell") or query.get("cell", ""))
        row = board.row(asked)
        part = query.get("part", "")
        if tried:
            part = _part_of(asked, str(tried.get("then", "")))[0]
        if part not in PARTS:
            part = PARTS[-1] if board.tally.scoring and not row else PARTS[0]
        acts = [*(book.id for book in board.published), "idol"]
        act = query.get("act", "")
        return {
            "part": part,
            "open": query.get("open", ""),
            "act": act if act in acts else "",
            "row": row,
            "back_query": f"?part={part}",
            "why_seat": why_seat(board, query),
            "form_cell": asked if row or asked.startswith("rep.") else new_cell(LOG.prefix),
            "base": board.base(asked) if asked.startswith("rep.") else 0,
        }

    def after(self, board: AlchemistsPresenter, cell_id: str, then: str) -> str:
        """The same part, with what was written in it still open; in the theatre the same act."""
        kind, _, subject = cell_id.partition(".")
        if then == ACT and kind == "truth":
            return f"?part={PARTS[-1]}&act={subject}#act-{subject}"
        part, opened = _part_of(cell_id, then)
        return f"?part={part}" + (f"&open={opened}#{opened}" if opened else "")


PARTS = ("track", "books", "reveal")
ACT = "act"  # the wish of a form that stands on the stage
# Where a cell is written, by what it begins with; others belong to the reveal.
PART_OF_CELL = {
    "rep": "track",
    "level": "track",
    "set": "track",
    "tile": "track",
    "theory": "books",
    "conflict": "books",
    "seal": "books",
}


def _part_of(cell_id: str, then: str) -> tuple[str, str]:
    """The part of the sheet that shows a cell, and what has to be open there; `then` is the form's wish."""
    kind, _, rest = cell_id.partition(".")
    subject = rest.partition(".")[0]
    if not subject:
        return "reveal", ""  # the end of the game, which has no player
    if then == "reveal" and kind == "seal":
        return "reveal", f"answer-{subject}"
    part = PART_OF_CELL.get(kind, "reveal")
    if kind in ("rep", "level", "set", "tile"):
        return part, "" if kind == "rep" else "numbers"
    if part == "books":
        return part, f"book-{subject}"
    return part, f"answer-{subject}" if kind == "truth" else f"person-{subject}"
