"""What every score sheet shares: entries, what stands on a sheet, and the shape of its rules.

A sheet is the list of its entries. An entry puts a text into a cell; the last entry of a cell counts, an
empty text empties it. Nothing is ever changed or taken back: correcting and undoing add entries.

Two kits help games to fill this in: a ledger (`sheets.ledger`) is a grid of numbers, a log (`sheets.log`) a
list of events.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from scoring.sheets.lines import PlayerScore
from web import names as rule_of_names
from web.refusal import NO_PARAMS, Params, Refusal

FINISH = "finish"  # the one cell of every sheet: "1" closes the sheet, an empty text opens it again
BOXES = "boxes"  # the cell that says which boxes are on the table, «guild,university»
PEOPLE = "people"  # the cell that says who sits at the table now, clockwise, a name a line
FIRST = "first"  # the cell that says who deals or begins first: the seat, from 1
SEATING = (PEOPLE, FIRST)
YES = "1"
TEXT_LIMIT = 120  # the longest text of an event or a number
LONGEST_TEXT = 2400  # the longest that any cell takes
NAME_LIMIT = rule_of_names.LIMIT
NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
BAD_NAME = "sheet_name"  # the code of the refusal of a name


class SheetEntry(NamedTuple):
    """`number` counts a sheet's entries from 1; 0 stands for an entry that isn't written yet."""

    number: int
    cell: str
    text: str


NOTHING = SheetEntry(0, "", "")


@dataclass(frozen=True)
class State:
    """What stands on a sheet: the last entry of each cell, in the order in which the cells were begun."""

    seats: int
    cells: Mapping[str, SheetEntry]

    def entry(self, cell: str) -> SheetEntry:
        """The entry that counts for a cell; `NOTHING`, with number 0, where none was made."""
        return self.cells.get(cell, NOTHING)

    @property
    def finished(self) -> bool:
        return self.entry(FINISH).text == YES

    @property
    def of_game(self) -> "State":
        """What a game's rules are asked about, see `of_game`."""
        return State(self.seats, {cell: each for cell, each in self.cells.items() if cell not in SEATING})

    def after(self, seats: int, entry: SheetEntry) -> "State":
        """The sheet with one more entry, and so many seats then."""
        return State(seats, {**self.cells, entry.cell: entry})


def state_of(seats: int, entries: Iterable[SheetEntry]) -> State:
    """The sheet after `entries`, given in the order of their numbers."""
    return State(seats, {entry.cell: entry for entry in entries})


def boxes_in(state: State) -> tuple[str, ...]:
    """The boxes on a sheet's table besides the base game, in the order of their ids."""
    return boxes_named(state.entry(BOXES).text)


def boxes_named(text: str) -> tuple[str, ...]:
    """The boxes of an entry that names some, in the order of their ids."""
    return tuple(sorted(filter(None, text.split(","))))


def are_boxes(text: str, known: Iterable[str]) -> bool:
    """Whether a text names some of these boxes, in any order and each once."""
    named = text.split(",") if text else []
    return len({*named}) == len(named) and {*named} <= {*known}


def names_in(seated: Sequence[str], entries: Iterable[SheetEntry]) -> list[str]:
    """Who sits at the table after `entries`: the last that says so, else those who were `seated` at first."""
    said = [entry.text for entry in entries if entry.cell == PEOPLE]
    return people_named(said[-1]) if said and said[-1] else list(seated)


def of_game(entries: Iterable[SheetEntry]) -> list[SheetEntry]:
    """The entries that a game's rules are asked about: all but those that say who sits where."""
    return [entry for entry in entries if entry.cell not in SEATING]


def people_named(text: str) -> list[str]:
    """The names of an entry of cell `PEOPLE`."""
    return text.split("\n") if text else []


def first_in(state: State) -> int | None:
    """The seat of whoever deals or begins first, None where nobody has said."""
    text = state.entry(FIRST).text
    return int(text) - 1 if text.isdecimal() and 1 <= int(text) <= state.seats else None


def holds_in(state: State, cell: str) -> bool:
    """Whether what a cell may settle with a YES was settled so."""
    return state.entry(cell).text == YES


def check_names(names: Sequence[str], players: tuple[int, int]) -> Refusal | None:
    """Whether people of these names can have a sheet of a game for so many `players` (least, most)."""
    least, most = players
    if not least <= len(names) <= most:
        return Refusal("sheet_players", "setup.players", {"n": len(names), "min": least, "max": most})
    for name, fault in zip(names, rule_of_names.faults(names), strict=True):
        if fault:
            return bad_name(name)
    return None


def bad_name(name: str) -> Refusal:
    return Refusal(BAD_NAME, "score.record", {"text": name[:NAME_LIMIT], "max": NAME_LIMIT})


class BadEntry(ValueError):
    """A cell or a text that a sheet doesn't take; `refusal` says why."""

    def __init__(self, code: str, clause: str, **params: Any):
        self.refusal = Refusal(code, clause, params)
        super().__init__(code)


def bad_text(text: str) -> BadEntry:
    return BadEntry("sheet_entry", "score.record", text=text[:NAME_LIMIT])


def seat_in(word: str, seats: int) -> int:
    """A seat from 0. Raises BadEntry."""
    if not NUMBER.fullmatch(word):
        raise bad_text(word)
    if not 1 <= int(word) <= seats:
        raise BadEntry("sheet_seat", "setup.players", n=int(word), max=seats)
    return int(word) - 1


def number_in(text: str, least: int, most: int) -> int:
    """A whole number within bounds. Raises BadEntry."""
    if not NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise BadEntry("sheet_number", "score.record", text=text[:NAME_LIMIT], min=least, max=most)
    return int(text)


class Remark(NamedTuple):
    """Something that can't be right, or the verdict on a series: a code of `words.toml` with its clause."""

    code: str
    clause: str
    params: Params = NO_PARAMS


def verdict_on(winners: Sequence[int], totals: Sequence[int]) -> Remark | None:
    """The event that announces the winners, None while there are none."""
    if not winners:
        return None
    params = {"seats": tuple(winners), "n": totals[winners[0]]}
    if len(winners) > 1:
        return Remark("shared", "series.tie", params)
    return Remark("series_ended", "series.winner", params)


class Tally(Protocol):
    """What a sheet adds up to. `winners` are known when the game is over."""

    @property
    def totals(self) -> tuple[int, ...]: ...

    @property
    def leaders(self) -> tuple[int, ...]: ...

    @property
    def winners(self) -> tuple[int, ...]: ...

    @property
    def verdict(self) -> Remark | None: ...

    @property
    def finished(self) -> bool: ...

    @property
    def warnings(self) -> list[Remark]: ...

    @property
    def shown_scores(self) -> list[PlayerScore]:
        """The points that matter now, with their lines: those of the last round, or of the whole game."""


class TableScore(NamedTuple):
    """Points counted from raw data, without a sheet."""

    names: tuple[str, ...]
    scores: tuple[PlayerScore, ...]
    winners: tuple[int, ...]
    warnings: tuple[Remark, ...]
    boxes: tuple[str, ...] = ()


class TableRefused(Exception):
    """Raw data that can't be counted; `name` is the player it belongs to, empty for the whole table."""

    def __init__(self, refusal: Refusal, name: str = ""):
        self.refusal, self.name = refusal, name
        super().__init__(refusal.code)


class SheetRules(Protocol):
    """What a game's sheet is: its length, what may stand in it and what follows. Pure functions."""

    game: str

    @property
    def table_form(self) -> str:
        """An example of what `score_table` takes, as JSON."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The rows of a round, from top to bottom; none where a sheet isn't a grid."""

    def rounds(self, seats: int) -> int:
        """How many rounds a series has."""

    def check_names(self, names: list[str]) -> Refusal | None:
        """May these people have a sheet?"""

    def check(self, state: State, entry: SheetEntry) -> Refusal | None:
        """May this entry be written now?"""

    def compose(self, fields: Mapping[str, Any]) -> str:
        """The text that a form's plain fields mean: `text` itself, or the choices of the game's own form."""

    def fold(self, seats: int, entries: Iterable[SheetEntry]) -> Tally:
        """What the entries add up to."""

    def entries_of(self, rounds: Sequence[Any]) -> list[tuple[str, str]]:
        """What was played elsewhere (as the calculator has it) as entries: (cell, text) in order.

        More of the same game begins with the same pairs.
        """

    def is_whole(self, seats: int, rounds: Sequence[Any]) -> bool:
        """Whether `rounds`, as for `entries_of`, are known to be all of the game."""

    def holds(self, state: State, cell: str) -> bool:
        """Whether something written by hand leans on this cell, so that it waits for its people to change;
        `state` has nothing but what was written by hand.
        """

    def typed(self, names: Sequence[str], seat: int, n: int, text: str) -> tuple[str, str]:
        """The entry (cell, text) that a case's `n`-th line «Name: text» means; nonsense is for `check`."""

    def score_table(self, data: Mapping[str, Any]) -> TableScore:
        """Points from raw data; what it holds is for the game to say. Raises TableRefused."""


def names_of_table(rules: SheetRules, names: Sequence[Any]) -> list[str]:
    """The players' names of raw data, checked. Raises TableRefused."""
    for name in names:
        if not isinstance(name, str):
            raise TableRefused(bad_name(str(name)))
    refusal = rules.check_names(list(names))
    if refusal:
        raise TableRefused(refusal)
    return list(names)
