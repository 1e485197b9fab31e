"""The page of the journal: what its address asks for."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from scoring.games.potions.board import PotionsBoard
from scoring.games.potions.sheet.journal import LOG
from scoring.pages import Query, SheetPage, new_cell, why_seat


class PotionsPage(SheetPage):
    """The log: `?cell=` names a play that is being corrected, `?why=` a player."""

    template = "scoring/potions/sheet.html"

    @property
    def invitation(self) -> str:
        return gettext("Записать ход")

    def context(self, board: PotionsBoard, query: Query, tried: Mapping[str, Any]) -> dict[str, Any]:
        asked = str(tried.get("cell") or query.get("cell", ""))
        row = board.row(asked)
        known = {pick.text for pick in [*board.picks, *board.element_options, *board.great_options]}
        text = board.sheet.rules.compose(tried) if tried else row.tally.text if row else ""
        return {
            "row": row,
            "back_query": "?",
            "why_seat": why_seat(board, query),
            "form": PlayForm.of(text, board.next_seat if row is None else row.seat + 1, known),
            "form_cell": asked if row or tried else new_cell(LOG.prefix),
            "base": board.base(asked),
        }


@dataclass(frozen=True)
class PlayForm:
    """What stands in the form for a play: `who` and `used` count from 1, `pick` is the rest of the text.

    `other` says that the form's own list doesn't offer it, as with elements from a match, which have names.
    """

    who: int
    pick: str
    used: tuple[int, ...]
    other: bool

    @classmethod
    def of(cls, text: str, who: int, known: Container[str]) -> "PlayForm":
        """The form that shows a text, whatever it is; an empty one for the player who is next."""
        words = text.split()
        numbers = [int(word) for word in words[3:] if word.isdecimal() and len(word) < 3]
        said = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 3 else who
        is_recipe = words[1:2] == ["assemble"]
        pick = " ".join(words[1:3] if is_recipe else words[1:])
        used = tuple(numbers) if is_recipe else ()
        return cls(said, pick, used, bool(pick) and pick not in known)
