"""The page of the journal: what its address asks for."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.potions.scoring.board import PotionsPresenter
from games.potions.scoring.sheet.journal import LOG
from scoring.pages import Query, SheetPage, new_cell, why_seat


class PotionsPage(SheetPage):
    """The log: `?cell=` names a play that is being corrected, `?why=` a player."""

    template = "scoring/potions/sheet.html"

    @property
    def invitation(self) -> str:
        return gettext("Записать ход")

    def context(self, board: PotionsPresenter, query: Query, tried: Mapping[str, Any]) -> dict[str, Any]:
        asked = str(tried.get("cell") or query.get("cell", ""))
        row = board.row(asked)
        offered = [*board.picks, *board.element_options, *board.great_options, *board.keys]
        known = {pick.text for pick in offered}
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
    """What stands in the form for a play: `who` counts from 1, `pick` is what was played, `used` the owners
    with how often or why not, «1», «2», «:magema».

    `other` says that the form's own list doesn't offer it, as with elements from a match, which have names.
    """

    who: int
    pick: str
    used: Mapping[int, str]
    other: bool

    @classmethod
    def of(cls, text: str, who: int, known: Container[str]) -> "PlayForm":
        """The form that shows a text, whatever it is; an empty one for the player who is next."""
        words = text.split()
        said = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 3 else who
        pick, owners = _parted(words[1:], known)
        used: dict[int, str] = {}
        for word in owners:
            place, mark, reason = word.partition(":")
            if place.isdecimal() and len(place) < 3:
                used[int(place)] = f":{reason}" if mark else str(int(used.get(int(place), "0")[-1:]) + 1)
        return cls(said, pick, used, bool(pick) and pick not in known)


def _parted(words: list[str], known: Container[str]) -> tuple[str, list[str]]:
    """What was played, as far as the form offers it, and the owners behind it."""
    for size in range(len(words), 0, -1):
        if " ".join(words[:size]) in known:
            return " ".join(words[:size]), words[size:]
    size = 2 if words[:1] == ["assemble"] else len(words)
    return " ".join(words[:size]), words[size:]
