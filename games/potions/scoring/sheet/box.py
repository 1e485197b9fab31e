"""The table of a journal with its boxes, and what a box may add to the sheet.

A box brings an object `SHEET` in `boxes/<box>/sheet.py`, made from `BoxSheet`: every member has a default.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from games.potions.scoring.points import GAME, Boxes, Play, card_of
from games.potions.scoring.sheet.journal import LOG, PlayableCard
from rulebook import finder
from rulebook.content import reading
from rulebook.content.entries import GameContent
from scoring.sheets.core import BOXES, FINISH, NAME_LIMIT, Remark, State, boxes_in
from web.refusal import Refusal

Settings = Mapping[str, str]


class Table(NamedTuple):
    """What a log is written at: the seats, the boxes on the table, and what boxes have set up, by cell."""

    seats: int
    boxes: Boxes = ()
    settings: Settings = {}

    @property
    def game(self) -> GameContent:
        """The content with these boxes."""
        return content(self.boxes)


def content(boxes: Boxes) -> GameContent:
    return reading.load(GAME.id, boxes=boxes) if boxes else GAME


def table_of(state: State) -> Table:
    """The table of a sheet as it stands."""
    boxes = boxes_in(state)
    if not boxes:
        return Table(state.seats)
    settings = {
        cell: entry.text
        for cell, entry in state.cells.items()
        if entry.text and cell not in (FINISH, BOXES) and not LOG.is_cell(cell)
    }
    return Table(state.seats, boxes, settings)


class BadPlay(ValueError):
    """A text that means no play; `refusal` says why."""

    def __init__(self, refusal: Refusal):
        self.refusal = refusal
        super().__init__(refusal.code)


def no_play(text: str) -> Refusal:
    return Refusal("sheet_play", "turn.play", {"text": text[:NAME_LIMIT]})


# Reads the words behind seat and kind: the whole text, the seat, the words, the table. Raises BadPlay.
Reader = Callable[[str, int, Sequence[str], Table], Play]


class Setup(NamedTuple):
    """What stands before the plays of a game that was played elsewhere: its boxes and their settings."""

    boxes: Boxes
    settings: Settings = {}


class BoxSheet:
    """What a box adds to the journal."""

    # Kinds of plays beside those of the base game, by the word that the log writes.
    readers: Mapping[str, Reader] = {}
    # Spells that bring a recipe onto a table which nobody assembled there; spells that bring a card back into
    # a hand; spells that let something else stand for a recipe.
    conjuring: Collection[str] = ()
    fetching: Collection[str] = ()
    replacing: Collection[str] = ()
    # Recipes that stand for others as ingredients.
    stand_ins: Collection[str] = ()
    # Whether an owner may get more than one half of a recipe.
    halves_again = False

    def words(self, play: Play) -> list[str]:
        """What a text says of a play of one of these kinds, behind its kind and before owners."""
        return [card_of(play.card).id] if play.card else []

    def raw(self, play: Play) -> dict[str, Any]:
        """The same as raw data."""
        return {play.kind: play.card}

    def raw_words(self, kind: str, row: Mapping[str, Any]) -> list[str] | None:
        """The words that raw data mean behind the kind, without owners; None where they mean nothing."""
        return [row[kind]] if set(row) <= {kind, "used"} and isinstance(row[kind], str) else None

    def has_setting(self, cell: str, table: Table) -> bool:
        """Whether this is a cell where the box notes how it was set up."""
        return False

    def check_setting(self, cell: str, text: str, table: Table) -> Refusal | None:
        """May this stand there?"""
        return None

    def check_spell(self, card: str) -> Refusal | None:
        """Whether a spell may be written as nothing but a spell."""
        return None

    def choice(self, choice: PlayableCard) -> PlayableCard | None:
        """How the pad offers a card; None if it isn't picked from a list."""
        return choice

    def fresh(self, plays: Sequence[Play]) -> dict[str, int]:
        """Cards that must have come from a hand in other ways than the base game's, by id."""
        return {}

    def warnings(self, plays: Sequence[Play], table: Table) -> Iterator[Remark]:
        """What can't be right about a log."""
        yield from ()

    def ended_by(self, plays: Sequence[Play]) -> str:
        """The clause by which a play has ended the game; empty while it goes on."""
        return ""


@cache
def box_sheets(boxes: Boxes) -> tuple[BoxSheet, ...]:
    """What these boxes add, in the order of their ids."""
    if not boxes:
        return ()
    return tuple(
        module.SHEET
        for box, module in finder.box_modules("scoring", GAME.id, "sheet").items()
        if box in boxes
    )


@cache
def known_boxes() -> Boxes:
    """The boxes that a sheet can have."""
    return tuple(finder.box_modules("scoring", GAME.id, "sheet"))


@cache
def sheet_of_kind(kind: str) -> BoxSheet | None:
    """The box that has a kind of plays."""
    return next((sheet for sheet in box_sheets(known_boxes()) if kind in sheet.readers), None)
