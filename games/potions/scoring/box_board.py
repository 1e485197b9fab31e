"""What a box may show on the journal's pages. Its class `BoxPresenter` stands in `boxes/<box>/board.py`."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from games.potions.scoring.points import GAME, Boxes
from rulebook import finder

if TYPE_CHECKING:
    from games.potions.scoring.board import PotionsPresenter


class Key(NamedTuple):
    """A button of the pad that is no card of a list: what the entry says behind the player, its title
    in the log, its points, and a short word for the button.
    """

    text: str
    title: str
    points: int
    word: str = ""


class BoxPresenter:
    """A box's part of a sheet, in one language. Templates are named; an empty name shows nothing."""

    box = ""  # its id
    css = ""  # a style sheet
    live = ""  # what stands among the parts that come anew
    keys = ""  # buttons of the pad beside those for elements
    steps = ""  # further steps of the pad
    options = ""  # options of the form without scripts
    setup = ""  # forms that say how the box was set up
    asks: Mapping[str, str] = {}  # by kind of plays: the clause of `ask` where it is not the usual

    def __init__(self, board: "PotionsPresenter"):
        self.board, self.table = board, board.tally.table

    @property
    def groups(self) -> Mapping[str, str]:
        """For summaries: what the codes of lines begin with, and what these are for."""
        return {}

    def title(self, play: Any) -> tuple[str, str] | None:
        """What one of the box's plays is called in the log, and its icon; None for plays of others."""
        return None

    def ask(self, what: str) -> str:
        """What is asked of the owners of a kind of plays, empty for the usual question."""
        return ""

    def picks(self) -> Sequence[Key]:
        """What the form without scripts offers besides."""
        return ()

    def setting(self, cell: str) -> str:
        """A cell of the box's settings in words, empty for any other."""
        return ""

    def said(self, text: str) -> str:
        """The text of such a cell in words."""
        return ""

    def reason(self, reason: str) -> str:
        """Why a half is silent, in a few words; empty for the reasons of others."""
        return ""


@cache
def box_boards(boxes: Boxes) -> tuple[type[BoxPresenter], ...]:
    """The classes of these boxes, in the order of their ids."""
    return tuple(
        module.BOARD
        for box, module in finder.box_modules("scoring", GAME.id, "board").items()
        if box in boxes
    )
