"""What scoring asks of a game: one object for each, every member with a default.

A game changes what it needs in `games/<id>/game.py`, where `GAME` is its object. Pure: what needs Django is
imported where it is used.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebook import finder
from rulebook.content import reading
from rulebook.content.entries import GameContent, Text
from scoring.sheets import numbers
from scoring.sheets.core import SheetRules, State
from scoring.sheets.finish import Finish, LedgerFinish
from scoring.sheets.ledger import Ledger, Table
from scoring.sheets.lines import PlayerScore
from scoring.sheets.seating import LedgerSeating, Seating

if TYPE_CHECKING:
    from scoring.boards.core import SheetPresenter
    from scoring.pages import SheetPage
    from scoring.printing import SheetPrinting


class Setting(NamedTuple):
    """What a table may agree on before its sheet begins, besides boxes: where it holds, `cell` has a YES."""

    cell: str
    title: Text


class CarriedOver(NamedTuple):
    """What a new sheet may bring along from where it is begun: the text of a `cell`, and a sentence about
    it, None for a text that can't be.
    """

    cell: str
    said: Callable[[str], Text | None]


class Scoring:
    """A game's part of the counting. Without one a game has a ledger of one number a round.

    The content may say how long that is (constant `rounds`) and whether the fewest points win (constant
    `fewest_win`). A game whose numbers aren't points yet names its `rows` and counts them in `score_round`;
    one that is written down otherwise brings a `sheet` of its own, a `board` and a `page` that show it, and
    a `printing`. What its end tells besides places is for a `finish` to say.
    """

    rows: Mapping[str, Text] = numbers.POINTS
    seating_kind: type[Seating] | None = None  # what the game's rules say of people who come, leave or begin

    def __init__(self, game_id: str) -> None:
        self.id = game_id

    def score_round(self, table: Table) -> Sequence[PlayerScore]:
        """Points with a line for each, from what the players have written in a round, by row.

        An empty cell isn't there: while a round isn't complete, only what can't change any more is counted.
        """
        return numbers.as_written(table)

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes that a sheet can have on the table besides the base game: its cell «boxes» names them."""
        return ()

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What the form for a new sheet offers besides boxes; the sheet's `check` says whether it may."""
        return ()

    @property
    def carried(self) -> tuple[CarriedOver, ...]:
        """What a new sheet may bring along besides; the sheet's `check` says whether it may."""
        return ()

    def content(self, state: State, boxes: Sequence[str]) -> GameContent:
        """What a sheet is told in, with these boxes: a table may have cards of its own."""
        return reading.load(self.id, boxes=boxes)

    def table_content(self, data: Mapping[str, Any]) -> GameContent:
        """What raw data is told in, see `SheetRules.score_table`. Raises TableRefused for cards of a table's
        own that can't be.
        """
        return reading.whole(self.id)

    @cached_property
    def sheet(self) -> SheetRules:
        """What may be written, and what it adds up to. Pure."""
        return numbers.Numbers(self.id, self.rows, self.score_round)

    @cached_property
    def seating(self) -> Seating:
        """Who may come late, leave or change seats, and who is asked to be first. Pure."""
        kind = self.seating_kind or (LedgerSeating if isinstance(self.sheet, Ledger) else Seating)
        agreed = [each.cell for each in self.settings] + [each.cell for each in self.carried]
        return kind(self.sheet, agreed)

    @cached_property
    def finish(self) -> Finish:
        """What the end of a sheet tells: who stands where, the course, facts. Pure."""
        return LedgerFinish(self.sheet) if isinstance(self.sheet, Ledger) else Finish()

    @cached_property
    def board(self) -> "type[SheetPresenter]":
        """The sheet as pages, exports and paper show it."""
        from scoring.boards.ledger import LedgerPresenter

        return LedgerPresenter

    @cached_property
    def page(self) -> "SheetPage":
        """Its page: the template, what the template is given, where a form leads."""
        from scoring.pages import LedgerPage

        return LedgerPage()

    @cached_property
    def printing(self) -> "SheetPrinting":
        """Its paper: the template, blank sheets, a filled one, what explains the points."""
        from scoring.print_ledger import LedgerPrinting

        return LedgerPrinting(self.sheet)


@cache
def _default(game_id: str) -> Scoring:
    if game_id not in reading.game_ids():
        raise KeyError(game_id)
    return Scoring(game_id)


def get(game_id: str) -> Scoring:
    """The object of a game; the default one for a game that brings none. Raises KeyError for no game."""
    return finder.load("scoring", game_id) or _default(game_id)


class OfGame:
    """What is scored in the game whose id is `game`: a sheet, or a game that was played elsewhere."""

    game: str

    @property
    def content(self) -> GameContent:
        """The game with all of its boxes: what is said of one has its sentence here."""
        return reading.whole(self.game)

    @property
    def scoring(self) -> Scoring:
        """The object of its game."""
        return get(self.game)

    @property
    def rules(self) -> SheetRules:
        return self.scoring.sheet

    @property
    def seating(self) -> Seating:
        return self.scoring.seating
